// Whether a kernel's arithmetic comes to the same bits on a device as on the
// host: nothing that it calls is left open by IEEE 754 and the C standard, as
// `sin` is and `sqrt` is not.
#include "Recogniser.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;

namespace {
struct Entry {
  llvm::StringLiteral spelling, error;
};
constexpr Entry table[] = {
#define LIB(NAME, SPELLING, ERROR) {SPELLING, ERROR},
#include "regtt/IR/LibraryFunctions.def"
#undef LIB
};
} // namespace

/// What a device's function differs from the host's by; empty: by nothing.
static llvm::StringRef errorOf(llvm::StringRef name) {
  if (name.starts_with("rt::") || name == "std::pair" ||
      name == "std::make_pair" || name == "std::bit_cast" ||
      name == "std::initializer_list")
    return "";
  const auto *found = llvm::find_if(
      table, [&](const Entry &entry) { return entry.spelling == name; });
  return found == std::end(table) ? llvm::StringRef("not known")
                                  : llvm::StringRef(found->error);
}

/// As the user calls it: in C, functions of `float` have names of their own.
static std::string userName(llvm::StringRef name, const ir::Type *type,
                            bool isC) {
  const size_t scope = name.rfind("::");
  if (scope != llvm::StringRef::npos)
    name = name.substr(scope + 2);
  const auto *number = llvm::dyn_cast_or_null<ir::FloatType>(type);
  return (name +
          (isC && number && number->name == ir::FloatType::F32 ? "f" : ""))
      .str();
}

std::vector<Inexact>
recognise::inexactCalls(llvm::ArrayRef<ir::Function *> functions, bool isC) {
  std::vector<Inexact> result;
  const auto add = [&](llvm::StringRef called, const ir::Type *type,
                       ir::Location loc) {
    const std::string name = userName(called, type, isC);
    const llvm::StringRef error = errorOf(called);
    if (!error.empty() && llvm::none_of(result, [&](const Inexact &known) {
          return known.loc == loc && known.name == name;
        }))
      result.push_back({loc, name, error.str()});
  };
  for (const ir::Function *function : functions) {
    if (!function->body)
      continue;
    ir::walkExprs(function->body, [&](const ir::Expr *e) {
      if (const auto *called = llvm::dyn_cast<ir::LibraryCallExpr>(e))
        add(called->name, e->type, e->loc);
    });
    ir::walk(static_cast<const ir::Statement *>(function->body),
             [&](const ir::Statement *s) {
               if (const auto *called =
                       llvm::dyn_cast<ir::LibraryCallStatement>(s))
                 add(called->name,
                     called->result ? called->result->type : nullptr, s->loc);
             });
  }
  return result;
}
