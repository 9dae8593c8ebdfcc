thrift_struct!(struct Matrix { 1: required list<list<double>> rows });
