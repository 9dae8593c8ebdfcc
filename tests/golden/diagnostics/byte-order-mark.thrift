struct Point {}
