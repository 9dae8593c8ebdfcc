"""Designs: ways to write down what a footer says. Their names for users are those of `inlay.designs`."""
