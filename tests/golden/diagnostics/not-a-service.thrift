struct Point {}

service Canvas extends Point {}
