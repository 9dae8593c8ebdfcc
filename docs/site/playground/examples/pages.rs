//! The macros of parquet-rs: Rust finds them in its source files, and so does inlayc.

thrift_enum!(
/// What a page holds.
enum PageType {
    DATA = 0;
    DICTIONARY = 1;
}
);

thrift_union_all_empty!(
/// How values are put in order.
union ColumnOrder {
    1: TypeDefinedOrder TYPE_ORDER;
}
);

thrift_struct!(
pub(crate) struct Bounds<'a> {
    1: optional binary<'a> min;
    2: optional binary<'a> max;
}
);

thrift_struct!(
pub struct PageHeader<'a> {
    1: required PageType r#type;
    2: required i32 size;
    3: optional Bounds<'a> bounds;
    4: optional ColumnOrder order;
}
);
