"""The matrix as one page of HTML that needs nothing else."""
