"""What the data sources share: their options, which files these mean, and the types that Spark expects."""
