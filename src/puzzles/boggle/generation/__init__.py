"""Generate Boggle boards with required properties."""
