namespace py geometry

const i32
