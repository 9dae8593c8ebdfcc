// Names that mean something in Python, in the emitted code or in the runtime.

struct Clash {
  1: optional i32 self
  2: optional i32 cls
  3: optional i32 reader
  4: optional i32 tag
  5: optional list<i32> list
  6: optional string str
  7: optional i32 extension
  8: optional i32 decode
  9: optional i32 read
  10: optional i32 remainder
  11: optional i32 import
  12: optional i32 None
  13: optional i32 _x
  14: optional i32 __init__
  15: optional i32 x_
  16: optional i32 writer
  17: optional i32 value
  18: optional i32 write
  19: optional i32 encode
  20: optional i32 replace
  21: optional i32 SCHEMA
  22: optional i32 wire_type
  23: optional binary bytes
  24: optional i32 int
  25: optional bool bool
  26: optional i32 property
  27: optional i32 classmethod
  28: optional i32 tables
  29: optional i32 Struct
  30: optional i32 CompactReader
  31: optional i32 Clash
  32: optional i32 decode_from
  33: optional i32 __slots__
  34: optional i32 __class__
  35: optional i32 _state
  36: optional i32 _shown
  37: optional i32 _undecoded
  38: optional i32 match
  39: optional i32 type
  40: optional i32 True
  41: optional i32 lambda
  42: optional i32 super
  43: optional i32 object
  44: optional i32 len
  45: optional i32 __dict__
  46: optional i32 __reduce__
  47: optional i32 __getattr__
  48: optional i32 data
  49: optional i32 fields
  50: optional i32 limits
  51: optional i32 lazy
  52: optional i32 changes
  53: optional i32 other
  54: optional i32 name
  55: optional i32 mro
  56: optional i32 keep_read
  57: optional i32 extension_
  58: optional i32 annotations
  59: optional i32 Extension
  60: optional i32 with = 3
  61: optional i32 _with = 4
  62: optional i32 _extension = 5
  63: optional i32 _ = 6
  64: optional i32 __ = 7
}

enum Members {
  name = 1
  value = 2
  None = 3
  mro = 4
  real = 5
  read = 6
  _value_ = 7
  __init__ = 8
  class = 9
  is_unknown = 10
  UNKNOWN_99 = 11
  wire_type = 12
}

struct Variant { 1: optional i32 a }
struct Extension { 1: optional i32 a }
struct UnknownVariant { 1: optional i32 a }
struct Struct { 1: optional Variant variant, 2: optional Extension extension, 3: optional UnknownVariant unknown }
struct Self { 1: optional list<Self> list, 2: optional Members members }
struct None { 1: optional i32 a }
struct dict { 1: optional list<dict> list }
union reader { 1: Variant self, 2: Extension cls, 3: None None }
union tag { 1: None name, 2: Empty value }
struct Empty {}
struct Holder { 1: optional reader reader, 2: optional tag tag, 3: optional None none, 4: optional dict l }
