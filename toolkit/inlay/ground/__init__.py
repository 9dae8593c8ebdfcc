"""What all wings stand on: where bytes come from, the schema, what values and writers mean, words for people, errors."""
