// The struct of the conformance vectors (reference, "Byte vectors worth keeping").
struct S {
  1: required i32 a
  3: optional i32 c
}
