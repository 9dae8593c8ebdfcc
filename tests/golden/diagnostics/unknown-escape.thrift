const string PATH = "C:\temp\data"
