/** Services are protocols: typed methods, and no transport. */
struct Work {
  1: i32 number = 0
  2: optional string comment
}

exception Refused {
  1: i32 number
}

typedef map<string, Work> Works

const Work FIRST = {"number": 1, "comment": "first"}
const list<Work> MANY = [FIRST, {"number": 2}]

/** What every service has. */
service Base {
  void ping()
}

service Calculator extends Base {
  /** Adds. */
  i32 add(1: i32 number, 2: i32 other) throws (1: Refused refused, 2: Refused again)
  oneway void zip()
  Works list(1: set<Work> self, 2: binary from)
  /** Has a name that generated code has, and one of a type. """ */
  list<Work> Work(1: map<i64, bool> bool)
}
