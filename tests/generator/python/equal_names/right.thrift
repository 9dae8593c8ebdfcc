struct T { 1: string y }
