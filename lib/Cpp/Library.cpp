// What is asked of the library's containers.
#include "ExprPrinter.h"

using namespace regtt;
using namespace regtt::cpp;
using ir::ReadOp;
using llvm::cast;

Printed ExprPrinter::visitContainerRead(const ir::ContainerReadExpr &e) {
  const Printed at = place(e.container);
  const llvm::StringRef type = cast<ir::LibraryType>(e.container->type)->name;
  const std::string object = at.atLeast(Precedence::Postfix);
  switch (e.op) {
  case ReadOp::Size:
    return call(object + ".size()", e.type);
  case ReadOp::Empty:
    return call(object + ".empty()", e.type);
  case ReadOp::HasValue:
    if (type == "std::optional")
      return call(object + ".has_value()", e.type);
    return Printed(at.atLeast(Precedence::Relational) + " != " + nullText(),
                   Precedence::Equality, e.type);
  case ReadOp::Contains:
    return Printed(object + ".count(" + initialiser(e.arguments[0]) + ") != 0",
                   Precedence::Equality, e.type);
  case ReadOp::Data:
    if (type == "std::valarray")
      return Printed("&" + object + "[0]", Precedence::Unary, e.type);
    if (type == "std::basic_string_view")
      return writtenCast("const_cast", e.type, object + ".data()");
    return call(object + ".data()", e.type);
  case ReadOp::Get:
    if (type == "std::reference_wrapper")
      return Printed("&" + object + ".get()", Precedence::Unary, e.type);
    if (type == "std::optional")
      return Printed("&*" + at.atLeast(Precedence::Unary), Precedence::Unary,
                     e.type);
    return call(object + ".get()", e.type);
  }
  llvm_unreachable("a question that there is not");
}

Printed ExprPrinter::visitIntrinsic(const ir::IntrinsicExpr &e) {
  switch (e.op) {
  case ir::IntrinsicOp::IsNull:
  case ir::IntrinsicOp::Absent:
    return Printed(exact(e.arguments[0]).atLeast(Precedence::Relational) +
                       " == " + nullText(),
                   Precedence::Equality, e.type);
  }
  llvm_unreachable("an intrinsic that there is not");
}
