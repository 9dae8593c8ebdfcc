"""Files that have gained all that `index add` gives: what readers make of them, beside what they made of the files before."""
