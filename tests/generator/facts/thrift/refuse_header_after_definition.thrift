struct A {}
namespace py a
