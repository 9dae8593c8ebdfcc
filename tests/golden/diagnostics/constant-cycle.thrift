const i32 FIRST = SECOND
const i32 SECOND = THIRD
const i32 THIRD = FIRST

// Not told again: what refers to them.
const i32 OTHER = FIRST
