struct Plain {}
struct Decimal { 1: required i32 scale }
union Logical {
  1: Plain PLAIN
  2: Decimal DECIMAL
}
union Closed { 1: Decimal DECIMAL } (inlay.unknown = "error")
