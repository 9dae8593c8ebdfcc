/** A count of rows. */
typedef i64 Rows
typedef list<Rows> RowCounts
struct Group { 1: required Rows rows; 2: optional RowCounts counts }
const Rows LIMIT = 1000
const list<string> NAMES = ["a", 'b']
const map<string, Group> GROUPS = {"one": {"rows": 1}}
service Ignored extends Base { Rows count(1: Group group) throws (1: Failure failure), oneway void stop() }
service Base {}
exception Failure { 1: optional string message }
