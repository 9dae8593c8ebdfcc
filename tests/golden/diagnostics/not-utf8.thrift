// café
struct Point {}
