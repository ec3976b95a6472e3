"""The parts of `tools/factory_campaign.py`: what judges records, and what must be caught."""
