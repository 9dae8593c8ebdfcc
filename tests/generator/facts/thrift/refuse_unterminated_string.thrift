const string A = "b
