module inlay/parquet_go

go 1.24.9

require github.com/parquet-go/parquet-go v0.32.0
