// Functions that are operators of the user's: what they are called, and which
// can be declared as operators again.
#include "Recogniser.h"

#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;
using Param = kernel::Helper::Param;

namespace {

struct Operator {
  llvm::StringRef token, name;
  bool isOperator;
};

} // namespace

static constexpr Operator operators[] = {
#define OPERATOR(TOKEN, NAME) {TOKEN, NAME, true},
#define MEMBER_OPERATOR(TOKEN, NAME) {TOKEN, NAME, false},
#include "OperatorNames.def"
};

/// Of `operator-`, perhaps with arguments of a template or a number behind it;
/// null of other names.
static const Operator *operatorNamed(llvm::StringRef name) {
  if (!name.consume_front("operator"))
    return nullptr;
  for (const Operator &known : operators) {
    llvm::StringRef rest = name;
    if (rest.consume_front(known.token) &&
        (rest.empty() || rest[0] == '.' ||
         (rest[0] == '<' && rest.ends_with(">"))))
      return &known;
  }
  return nullptr;
}

llvm::StringRef recognise::operatorName(llvm::StringRef name) {
  const Operator *known = operatorNamed(name);
  return known ? known->name : "";
}

/// What it needs is its operands alone, and one of them is a struct.
std::string recognise::operatorToken(const ir::Function &function,
                                     llvm::ArrayRef<Param> params) {
  const Operator *known = operatorNamed(lastName(function.name));
  if (!known || !known->isOperator ||
      llvm::any_of(params, [](const Param &param) {
        return param.kind != Param::Value;
      }))
    return "";
  bool anyStruct = false;
  for (const ir::Variable *param : function.params) {
    const ir::Type *type =
        param->type->isReference() ? ir::pointeeOf(param->type) : param->type;
    if (type->isEnum())
      return ""; // emitted as integers
    anyStruct |= isa<ir::StructType, ir::LibraryType>(type);
  }
  return anyStruct && params.size() == function.params.size()
             ? known->token.str()
             : "";
}

bool recognise::takesLibraryStruct(const ir::Function &function,
                                   llvm::ArrayRef<Param> params) {
  for (size_t k = 0; k < params.size() && k < function.params.size(); ++k) {
    const ir::Type *type = function.params[k]->type;
    type = ir::pointeeOf(type) ? ir::pointeeOf(type) : type;
    if (params[k].kind == Param::Value && isa<ir::LibraryType>(type))
      return true;
  }
  return false;
}
