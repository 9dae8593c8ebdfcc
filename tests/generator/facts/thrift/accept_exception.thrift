exception E { 1: string message }
struct S { 1: E e 2: list<E> es }
