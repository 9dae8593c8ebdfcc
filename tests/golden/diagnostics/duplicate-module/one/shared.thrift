struct Point {}
