"""How files and objects change: the protocol, and the steps of a file's life."""
