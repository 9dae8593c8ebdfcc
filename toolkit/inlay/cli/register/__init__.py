"""`inlay register`: files become files of a table, and tables are held against their files."""
