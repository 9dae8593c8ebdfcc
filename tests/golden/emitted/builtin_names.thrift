/** Each of these is named before it is defined. */
struct Log {
  1: optional Warning warning
  2: required list<filter> filters
  3: optional map<type, ConnectionError> errors
  4: optional object id
}
struct Warning { 1: required i32 a }
typedef list<Warning> filter
enum type { A = 0 }
union ConnectionError { 1: Warning refused; 2: Log reset }
struct object {}
const i32 id = 3
