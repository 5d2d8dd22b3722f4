// Structs and arrays made of their parts: `Point{x, y}`, `{}`.
#include "ExprPrinter.h"

using namespace regtt;
using namespace regtt::cpp;
using llvm::isa;

std::string ExprPrinter::list(const ir::AggregateExpr &e) {
  std::string text;
  for (const ir::Expr *element : e.elements)
    text += (text.empty() ? "" : ", ") + braced(element);
  return "{" + text + "}";
}

Printed ExprPrinter::visitAggregate(const ir::AggregateExpr &e) {
  if (e.type->kind == ir::Type::Array)
    return named(refused("an array as a value"), e.type);
  // std::array holds an array, as which it is written.
  const auto *library = llvm::dyn_cast<ir::LibraryType>(e.type);
  const bool isArray = library && library->name == "std::array";
  const std::string parts = list(e);
  if (words.isC())
    refused("a struct as a value of its parts");
  return call(words.spell(e.type) + (isArray ? "{" + parts + "}" : parts),
              e.type);
}

Printed ExprPrinter::visitZero(const ir::ZeroExpr &e) {
  if (e.type->kind == ir::Type::Array)
    return named(refused("an array as a value"), e.type);
  if (words.isC())
    refused("a struct as a value of its parts");
  return call(words.spell(e.type) + "{}", e.type);
}
