/** How pages are compressed. */
enum Codec {
  /** Not at all. */
  NONE = 0,
  SNAPPY = 1,
  mro = 7,
  None = -1
}
enum Strict { A, B } (inlay.unknown = "error")
