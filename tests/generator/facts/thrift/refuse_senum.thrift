senum A { "a" }
