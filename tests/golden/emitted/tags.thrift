struct Millis {}
struct Micros {}
/** The unit of a time. */
union Unit {
  1: Millis MILLIS   // since the beginning
  20: Micros MICROS
}
struct Time { 1: required Unit unit; 2: optional list<Unit> units }
