include "shared.thrift"

struct A {
  1: shraed.Point point
  2: shared.Pint other
}
