"""What people ask of files: one folder for each verb, named as its command."""
