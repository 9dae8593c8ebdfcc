/** What a vendor writes to see extensions: the spec says to declare the field. */
struct ColumnMetaData {
  1: required i64 num_values
  32767: optional binary vendor_extension
}
