thrift_union!(
union Crypto {
  1: FOOTER_KEY
  2: EncryptionWithColumnKey COLUMN_KEY
}
);
