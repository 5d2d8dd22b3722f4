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

/// Of a library's function by its name in C++; one that is not known is left
/// open.
static bool isExact(llvm::StringRef name) {
  return name.starts_with("rt::") ||
         llvm::any_of(table, [&](const Entry &entry) {
           return entry.spelling == name && entry.error.empty();
         });
}

bool recognise::isSameOnHost(llvm::ArrayRef<ir::Function *> functions) {
  bool result = true;
  for (const ir::Function *function : functions) {
    if (!function->body)
      continue;
    ir::walkExprs(function->body, [&](const ir::Expr *e) {
      const auto *called = llvm::dyn_cast<ir::LibraryCallExpr>(e);
      result &= !called || isExact(called->name);
    });
    ir::walk(function->body, [&](const ir::Statement *s) {
      const auto *called = llvm::dyn_cast<ir::LibraryCallStatement>(s);
      result &= !called || isExact(called->name);
    });
  }
  return result;
}
