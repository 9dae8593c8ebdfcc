include "first.thrift"

struct B {
  1: first.A a
}
