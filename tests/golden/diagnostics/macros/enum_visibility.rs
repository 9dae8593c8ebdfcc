thrift_enum!(pub enum Type { BOOLEAN = 0; });
