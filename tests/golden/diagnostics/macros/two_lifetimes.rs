thrift_struct!(struct Footer<'a, 'b> {});
