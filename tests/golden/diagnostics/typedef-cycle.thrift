typedef Second First
typedef list<First> Second

// Not told again: what uses them.
struct User {
  1: First first = []
}
