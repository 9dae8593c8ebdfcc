thrift_struct!(
struct Table {
  1: required shared.KeyValue entry
}
);
thrift_struct!(struct Other { 1: required list<crate::basic::Type> types });
write_thrift_field!(crate::Table, FieldType::Struct);
