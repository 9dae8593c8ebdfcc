const i8 A = 300
const bool B = 7
