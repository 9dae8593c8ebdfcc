struct A { 1: slist a }
