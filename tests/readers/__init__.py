"""Who reads and who writes what of Parquet: files, readers, writers, what came back, and the page of it.

    python -m tests.readers --help

| modules | hold |
|---|---|
| `reader`, `arrow_readers`, `other_readers`, `spark_reader`, `registry`, `place`, `install` | the readers |
| `process`, `child`, `outcome` | a reader in a process of its own, for it may crash or hang: that is a finding |
| `stored`, `sources`, `places`, `beside`, `cases`, `matrix`, `expected`, `timing` | files that a reader has read before, in other forms and with extensions |
| `probes/`, `plain_values`, `verdict`, `measuring` | files of which it is known what is in them, and the word for what came back |
| `writers`, `writing`, `written` | what writers write by themselves |
| `sections`, `record`, `features`, `document`, `page/` | the JSON, the tables of the docs, the page |
"""
