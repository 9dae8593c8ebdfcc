"""GeoParquet's key `geo` and the native types GEOMETRY and GEOGRAPHY: what a file says, one turned into the other, and the rules of both."""
