struct Statistics { 1: optional binary min_value; 2: optional binary max_value; 3: optional string note; 4: optional i64 count }
enum Color { RED = 1 }
union Either { 1: Statistics SOME; 2: string TEXT }
const i32 LIMIT = 3
