write_thrift_field!(PageLocations);
