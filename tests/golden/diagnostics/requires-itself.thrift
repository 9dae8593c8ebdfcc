struct Node {
  1: required i32 value
  2: required Node next
}

struct Husband {
  1: required Wife wife
}

struct Wife {
  1: required Husband husband
}

// Not told: it only holds one that requires itself.
struct Family {
  1: required Wife wife
}

// Not told: these end somewhere.
struct List {
  1: required list<List> items
  2: optional List other
}

union Tree {
  1: i32 leaf
  2: Branch branch
}

struct Branch {
  1: required Tree left
  2: required Tree right
}
