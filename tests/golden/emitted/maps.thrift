enum Level { LOW = 0 }
union Either { 1: i32 number; 2: string text }
struct S { 1: i32 a }
struct Empty {}
union Tag { 1: Empty one; 2: Empty two }
typedef map<S, string> Names
const map<S, string> BY_STRUCT = {{"a": 1}: "one"}
const map<list<i32>, i32> BY_LIST = {[1, 2]: 3}
const map<set<string>, i32> BY_SET = {["x"]: 3}
const map<map<i32, i32>, i32> BY_MAP = {{1: 2}: 3}
const map<Either, i32> BY_UNION = {{"number": 1}: 3}
const map<Level, i32> BY_ENUM = {Level.LOW: 3}
const map<Tag, i32> BY_TAG = {{"two": {}}: 3}
const map<string, map<S, i32>> NESTED = {"x": {{"a": 1}: 2}}
const list<Names> LISTED = [{{"a": 1}: "one"}, {}]
const map<S, string> NONE = {}
struct R {
  1: map<S, i32> e = {}
  2: optional map<S, i32> f = {{"a": 1}: 2}
  3: required Names g = {{"a": 1}: "x"}
  4: optional map<i32, map<S, i32>> h = {1: {{"a": 2}: 3}}
}
struct Holder { 1: R r = {"e": {{"a": 5}: 6}} }
