const string NAME = "point
const string OTHER = "line"
