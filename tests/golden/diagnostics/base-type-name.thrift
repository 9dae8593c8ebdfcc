struct string {}

typedef i32 i64
