/** What happened in a shop. */
namespace py events

enum Channel {
  WEB = 0
  STORE = 1
}

/** An amount of money in the smallest unit of its currency. */
struct Amount {
  1: required i64 minor
  /** Three letters of ISO 4217. */
  2: required string currency = "EUR"
}

struct Sale {
  1: required list<string> articles
  2: required Amount price
  3: optional map<string, string> notes
}

struct Visit {
  1: required string page
  2: optional double seconds
}

/** One of them, and no more. */
union What {
  1: Sale sale
  2: Visit visit
}

struct Event {
  /** Microseconds since 1970, UTC. */
  1: required i64 at
  2: required Channel channel
  3: required What what
}
