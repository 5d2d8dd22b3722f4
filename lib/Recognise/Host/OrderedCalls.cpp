// Calls whose order is seen.
#include "OrderedCalls.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

namespace {

bool isStream(const ir::Type *type) {
  if (type->isReference() || type->isPointer())
    type = ir::pointeeOf(type);
  const auto *library = type ? dyn_cast<ir::LibraryType>(type) : nullptr;
  return library && llvm::StringRef(library->name).contains("stream");
}

bool isOrdered(const ir::LibraryCallStatement &s) {
  if (llvm::any_of(s.arguments, [](const ir::Expr *argument) {
        return isStream(argument->type);
      }))
    return true;
  llvm::StringRef name = s.name;
  name.consume_front("__builtin_");
  return !name.contains("::") && !name.starts_with("mem") &&
         !name.starts_with("str");
}

class Finder {
public:
  std::optional<ir::Location> find(const ir::Statement *s) {
    std::optional<ir::Location> result;
    ir::walk(s, [&](const ir::Statement *each) {
      if (const auto *library = dyn_cast<ir::LibraryCallStatement>(each);
          library && isOrdered(*library) && !result)
        result = each->loc;
      const auto *called = dyn_cast<ir::CallStatement>(each);
      const ir::Function *callee = called ? called->callee : nullptr;
      if (!result && callee && callee->body && !callee->isTraversal &&
          seen.insert(callee).second && find(callee->body))
        result = each->loc;
    });
    return result;
  }

private:
  llvm::SmallPtrSet<const ir::Function *, 8> seen;
};

} // namespace

std::optional<ir::Location>
recognise::orderedCallIn(const Statements &statements) {
  Finder finder;
  for (const ir::Statement *s : statements)
    if (const auto found = finder.find(s))
      return found;
  return std::nullopt;
}
