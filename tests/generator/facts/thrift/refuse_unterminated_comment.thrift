struct A {} /* b
