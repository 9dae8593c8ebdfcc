"""What the tests of ALP and PFOR share."""
