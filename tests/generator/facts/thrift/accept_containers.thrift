struct A { 1: list<set<map<string, list<i32>>>> a 2: map<i64, map<binary, bool>> b }
