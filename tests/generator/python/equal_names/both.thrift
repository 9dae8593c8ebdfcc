/** Two includes define a `T`, and this file a third. */
include "left.thrift"
include "right.thrift"

union Either { 1: left.T l, 2: right.T r }

struct T {
  1: required left.T one
  2: optional right.T two
  3: list<left.T> lefts
  4: map<string, right.T> rights
  5: Either either
  6: T inner
}
