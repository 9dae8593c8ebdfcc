py_module a
