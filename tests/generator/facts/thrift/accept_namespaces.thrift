namespace * a.b
namespace py c
namespace java d.e
