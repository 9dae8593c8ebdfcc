struct Point {} /* a point

struct Line {}
