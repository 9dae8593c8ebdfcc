"""From form to form and back, extensions on files, and what holds between the two footers of one."""
