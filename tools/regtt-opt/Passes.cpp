// The table of passes.
#include "Passes.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Verifier.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::opt;

static llvm::Error verifyPass(ir::Module &module, ir::PrintOptions) {
  return ir::verify(module);
}

static llvm::Error printPass(ir::Module &module, ir::PrintOptions options) {
  ir::print(module, llvm::outs(), options);
  return llvm::Error::success();
}

/// What shows that sameness goes by structure: of each function, which
/// expressions occur how often, and which of its places begin with others.
static llvm::Error repeatsPass(ir::Module &module, ir::PrintOptions) {
  for (const ir::Function *function : module.functions()) {
    std::vector<std::pair<const ir::Expr *, unsigned>> exprs;
    std::vector<const ir::Place *> places;
    if (!function->body)
      continue;
    ir::walkExprs(function->body, [&](const ir::Expr *e) {
      const auto found = llvm::find_if(exprs, [&](const auto &other) {
        return ir::hashOf(other.first) == ir::hashOf(e) &&
               ir::equal(other.first, e);
      });
      if (found != exprs.end())
        ++found->second;
      else
        exprs.push_back({e, 1});
      const ir::Place *place = ir::placeOf(e);
      if (place && llvm::none_of(places, [&](const ir::Place *other) {
            return ir::equal(other, place);
          }))
        places.push_back(place);
    });
    for (const auto &[e, count] : exprs)
      if (count > 1)
        llvm::outs() << "@" << function->name << ": " << ir::toString(e) << ", "
                     << count << " times\n";
    for (const ir::Place *place : places)
      for (const ir::Place *other : places)
        if (place != other && ir::isPrefix(place, other))
          llvm::outs() << "@" << function->name << ": " << ir::toString(other)
                       << " begins with " << ir::toString(place) << "\n";
  }
  return llvm::Error::success();
}

llvm::ArrayRef<Pass> regtt::opt::allPasses() {
  static constexpr Pass passes[] = {
#define PASS(NAME, FUNCTION, TEXT) {NAME, TEXT, FUNCTION},
#include "Passes.def"
#undef PASS
  };
  return passes;
}

const Pass *regtt::opt::findPass(llvm::StringRef name) {
  const auto *found = llvm::find_if(
      allPasses(), [&](const Pass &pass) { return pass.name == name; });
  return found == allPasses().end() ? nullptr : found;
}
