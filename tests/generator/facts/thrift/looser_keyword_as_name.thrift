struct struct { 1: i32 required 2: i32 list }
enum enum { const, typedef }
