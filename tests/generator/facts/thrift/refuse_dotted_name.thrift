struct a.b {}
