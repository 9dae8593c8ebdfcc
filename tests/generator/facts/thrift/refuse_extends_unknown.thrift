service S extends T {}
