enum Color { RED = 1 }
enum Shade { DARK = 2 }
struct S { 1: Shade s = Color.DARK }
