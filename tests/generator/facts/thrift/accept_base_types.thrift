struct A { 1: bool a 2: byte b 3: i8 c 4: i16 d 5: i32 e 6: i64 f 7: double g 8: string h 9: binary i }
