thrift_struct!(struct Footer<'a> { 1: required list<SchemaElement<'a>> schema });
thrift_union!(union Any<'a> { 1: (list<Element<'a>>) MANY });
