"""Files of which it is known what is in them: each tries one thing that a reader knows or does not know."""
