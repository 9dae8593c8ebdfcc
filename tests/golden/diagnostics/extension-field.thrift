struct Missing {
  32767: binary extension
}

struct Wrong {
  32767: optional list<byte> extension
}

typedef binary Blob

struct Right {
  32767: optional Blob extension
}

union AlsoRight {
  32767: binary extension
}
