struct Extension { 1: required i32 a }
struct List { 1: required i32 a }
struct Names {
  1: required i32 self
  2: optional i32 cls
  3: optional i32 reader
  4: optional i32 tag
  5: optional i32 str
  6: optional i32 import
  7: optional i32 _hidden
  8: optional i32 __init__
  9: optional i32 decode
  10: optional i32 extension
  11: optional Extension Extension
  12: optional List list_
  13: optional i32 type
  14: optional i32 None
  15: optional i32 Names
}
