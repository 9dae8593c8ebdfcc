// One of everything, for the tests of the runtime.

enum Color { RED = 0, GREEN = 1, BLUE = 5, FAR = 1000000, BELOW = -3 }
enum Strict { ONE = 1, TWO = 2 }
/** A listed name that looks like the name of an unknown value. */
enum Trap { UNKNOWN_7 = 1 }

struct Empty {}
struct Nothing {}
struct Point { 1: required i32 x, 2: required i32 y }
struct Text { 1: optional string text }

/** Tags: every variant is empty. */
union Unit { 1: Empty FIRST, 2: Nothing SECOND, 40: Empty FAR }
union StrictUnit { 1: Empty FIRST, 2: Nothing SECOND }

/** An alias of structs; one variant is empty. */
union Shape { 1: Point POINT, 2: Text TEXT, 3: Empty EMPTY, 20: Tree TREE }
union StrictShape { 1: Point POINT, 2: Text TEXT }

/** A payload repeats, or is not a struct. */
union Wrapped {
  1: i32 NUMBER
  2: string NAME
  3: Point LEFT
  4: Point RIGHT
  5: list<bool> FLAGS
  6: bool FLAG
  7: Shape SHAPE
  8: map<string, i64> COUNTS
  9: Color COLOR
  10: Chain CHAIN
}

struct Scalars {
  1: optional bool flag
  2: optional i8 tiny
  3: optional i16 small
  4: optional i32 medium
  5: optional i64 large
  6: optional double real
  7: optional string text
  8: optional binary data
  9: optional uuid id
  10: optional Color color
  11: optional bool other
}

struct Required {
  1: required bool flag
  2: required i8 tiny
  3: required i16 small
  4: required i32 medium
  5: required i64 large
  6: required double real
  7: required string text
  8: required binary data
  9: required uuid id
  10: required Color color
  11: required list<i32> numbers
  12: required set<string> names
  13: required map<string, i32> counts
  14: required Point point
  15: required Unit unit
  16: required Shape shape
  17: required Wrapped wrapped
}

struct Lists {
  1: optional list<bool> bools
  2: optional list<i8> tinies
  3: optional list<i16> smalls
  4: optional list<i32> mediums
  5: optional list<i64> larges
  6: optional list<double> reals
  7: optional list<string> texts
  8: optional list<binary> datas
  9: optional list<uuid> ids
  10: optional list<Color> colors
  11: optional list<Point> points
  12: optional list<Unit> units
  13: optional list<Shape> shapes
  14: optional list<Wrapped> wrappeds
  15: optional list<list<bool>> bool_lists
  16: optional list<set<i32>> int_sets
  17: optional list<map<bool, bool>> bool_maps
  18: optional list<list<list<i32>>> cubes
  19: optional list<Empty> empties
  20: optional list<Strict> stricts
}

struct Sets {
  1: optional set<bool> bools
  2: optional set<i64> larges
  3: optional set<string> texts
  4: optional set<Point> points
  5: optional set<set<bool>> nested
  6: optional set<uuid> ids
}

struct Maps {
  1: optional map<bool, bool> bools
  2: optional map<string, i32> counts
  3: optional map<Point, string> by_point
  4: optional map<i32, list<bool>> flags
  5: optional map<string, map<i8, set<bool>>> deep
  6: optional map<Color, Unit> by_color
  7: optional map<Unit, Shape> by_unit
  8: optional map<uuid, double> by_id
  9: optional map<binary, i64> by_data
  10: optional map<list<i32>, Point> by_list
  11: optional map<double, i16> by_real
  12: optional map<i64, Wrapped> wrappeds
}

struct Unions {
  1: optional Unit unit
  2: optional StrictUnit strict_unit
  3: optional Shape shape
  4: optional StrictShape strict_shape
  5: optional Wrapped wrapped
  6: optional Strict strict
  7: optional Trap trap
  8: optional Empty empty
}

/** Structs that hold themselves, each by another way. */
struct Tree { 1: optional i32 value, 2: optional list<Tree> children }
struct Chain { 1: optional i32 value, 2: optional Chain next }
struct Ring { 1: optional map<string, Ring> by_name }
struct Nest { 1: optional Held held }
union Held { 1: Nest NEST, 2: Point POINT }
struct Box { 1: optional Boxed boxed }
union Boxed { 1: Box BOX, 2: Box OTHER }
struct Pile { 1: optional set<Pile> piles }
struct Keyed { 1: optional map<Keyed, i32> by_self }
struct Grid { 1: optional list<list<Grid>> rows }

/** Defaults of every kind, in each requiredness. */
struct Defaults {
  1: optional bool flag = true
  2: optional i8 tiny = -1
  3: optional i16 small = 300
  4: optional i32 medium = -70000
  5: optional i64 large = 5000000000
  6: optional double real = 1.5
  7: optional string text = "a\"b"
  8: optional binary data = "xyz"
  10: optional Color color = Color.BLUE
  11: optional list<i32> numbers = [1, 2, 3]
  12: optional set<string> names = ["a"]
  13: optional map<string, i32> counts = {"a": 1}
  14: optional Point point = {"x": 1, "y": 2}
  20: required i32 needed = 7
  21: i32 plain = 9
  22: i32 bare
  23: string words
  24: list<i32> items = [4]
}

/** Ids below zero, far apart, and next to the extension. */
struct Ids {
  -3: optional i32 below
  -1: optional i32 minus
  1: optional i32 one
  16: optional i32 sixteen
  17: optional i32 seventeen
  2000: optional i32 far
  32760: optional i32 last
}

struct Aliased {
  1: optional i32 a
  32767: optional binary vendor
}

struct Borrowing {
  1: optional binary view
  2: optional binary copy
}

struct Spec { 1: optional i32 a, 2: optional Inner inner }
struct Inner { 1: optional i32 a }

/** Many slots, so that an empty one costs much more memory than its byte on the wire. */
struct Wide {
  1: optional i32 f1; 2: optional i32 f2; 3: optional i32 f3; 4: optional i32 f4
  5: optional i32 f5; 6: optional i32 f6; 7: optional i32 f7; 8: optional i32 f8
  9: optional i32 f9; 10: optional i32 f10; 11: optional i32 f11; 12: optional i32 f12
  13: optional i32 f13; 14: optional i32 f14; 15: optional i32 f15; 16: optional i32 f16
}
struct Wides { 1: optional list<Wide> wides }

/** What the malformed vectors damage, and every place that it can stand in. */
struct Inside {
  1: optional bool flag
  2: optional i8 tiny
  3: optional i16 small
  4: optional i32 medium
  5: optional i64 large
  6: optional double real
  7: optional string text
  8: optional binary data
  9: optional uuid id
  10: optional Color color
  11: optional list<i32> numbers
  12: optional list<bool> bools
  13: optional map<string, i32> counts
  14: optional Point point
  15: optional Unit unit
  16: optional Shape shape
  17: optional set<string> names
  18: optional Strict strict
  19: optional StrictUnit strict_unit
  20: optional StrictShape strict_shape
  21: optional list<string> texts
  22: optional list<Point> points
}
union Host { 1: Inside INSIDE, 2: Empty EMPTY }
union Wrapper { 1: Inside LEFT, 2: Inside RIGHT }
struct Hosts {
  1: optional Inside one
  2: optional list<Inside> many
  3: optional set<Inside> some
  4: optional map<string, Inside> by_name
  5: optional map<Inside, i32> keyed
  6: optional Host host
  7: optional Wrapper wrapper
  8: optional list<list<Inside>> grid
}
