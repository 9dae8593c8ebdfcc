const string A = "a\n\t\"'\\"
const string B = 'a"b\''
const string C = "// no comment # no /* no"
const string D = ""
