"""The data source `inlay`: the rows of files of any form."""
