"""What has to hold in a file: one small function for each promise, and the tables that list them."""
