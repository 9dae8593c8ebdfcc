"""The playground: a page on which an IDL is typed, and the compiler itself answers, in the browser (`docs/site.md`)."""
