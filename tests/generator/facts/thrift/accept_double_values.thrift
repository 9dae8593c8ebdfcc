const double A = 5
const double B = -.5e3
const double C = 1.5
const double D = 1e10
const double E = +2.25
