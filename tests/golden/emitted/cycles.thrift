/** Rows stand below the class, and where a type that they name comes later, below that one. */
struct Early {
  1: required Level level = Level.HIGH
  2: optional list<Late> late
  3: optional Tree tree
}

struct Nothing {}

struct Leaf {
  1: optional list<Leaf> leaves
  2: optional Nothing nothing
}

union Tree {
  1: Leaf leaf
  2: Late late
}

struct Late {
  1: optional map<string, Tree> trees
  2: optional Early early
}

enum Level { LOW = 0, HIGH = 1 }
