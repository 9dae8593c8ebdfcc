const list<string> A = {"a": "b"}
