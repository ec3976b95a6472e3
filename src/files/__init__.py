"""Files as bytes: paths and addresses, streams that unpack themselves, files that are whole or not there."""
