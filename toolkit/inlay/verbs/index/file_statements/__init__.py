"""What can be said of whole columns or row groups: a module each, with its `STATEMENTS`."""
