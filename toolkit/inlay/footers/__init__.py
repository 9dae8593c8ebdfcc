"""The footer of a file in any form: found, read, converted, indexed and extended."""
