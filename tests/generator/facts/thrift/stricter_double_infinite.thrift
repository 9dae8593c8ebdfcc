const double A = 1e999
