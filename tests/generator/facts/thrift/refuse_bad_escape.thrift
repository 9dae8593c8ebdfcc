const string A = "a\x"
