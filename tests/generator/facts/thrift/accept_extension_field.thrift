struct A { 32767: i32 extension }
