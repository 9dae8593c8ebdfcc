"""`inlay.compat`: what readers make of files, by what was measured of them."""
