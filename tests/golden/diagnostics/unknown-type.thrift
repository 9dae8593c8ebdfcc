struct Statistics {}

struct Column {
  1: optional Statistcs statistics
  2: optional map<String, list<Nothing>> names
  3: optional Statistcs more = {"not": "told"}
}
