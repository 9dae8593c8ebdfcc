const string NAME = “quoted”
