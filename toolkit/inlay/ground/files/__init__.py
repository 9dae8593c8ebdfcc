"""Files below whatever is in them: how bytes get a name."""
