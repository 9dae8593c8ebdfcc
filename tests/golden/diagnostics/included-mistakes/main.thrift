include "shared.thrift"

struct A {
  1: shared.Point point
  2: Nothing other
}
