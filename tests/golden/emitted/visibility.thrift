struct Public { 1: optional Hidden hidden }
struct Hidden { 1: optional i32 a } (inlay.visibility = "internal")
enum Kind { A = 1 } (inlay.visibility = "internal")
struct Blob { 1: optional binary data (inlay.borrow = "true") }
