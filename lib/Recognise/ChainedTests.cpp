// Tests that follow from each other, where what is returned is `a && f(l) &&
// b`:
//
//     if load %t { visit @f(%l)  store %t = %v }      if load %t {
//     if load %t { return b } else { return false }     visit @f(%l)
//                                                  ->    if %v { return b }
//                                                  else
//                                                          { return false }
//                                                      } else { return false }
//
// No way leads past the first test and into the second's first branch then.
#include "Returns.h"

#include "LocalUses.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

namespace {

using List = std::vector<ir::Statement *>;

class ChainedTests {
public:
  ChainedTests(ir::Module &module, const ir::BlockStatement *body)
      : module(module), uses(usesOf(body)) {}

  void list(List &body) {
    for (size_t k = body.size(); k-- > 1;)
      if (k + 1 == body.size())
        join(body, k - 1);
    for (ir::Statement *s : body)
      ir::forEachChild(s, [&](ir::Statement *child) {
        if (auto *block = dyn_cast<ir::BlockStatement>(child))
          list(block->statements);
      });
  }

private:
  /// Puts the last statement into the test before it.
  void join(List &body, size_t k) {
    auto *first = dyn_cast<ir::IfStatement>(body[k]);
    auto *second = dyn_cast<ir::IfStatement>(body[k + 1]);
    if (!first || !second || first->otherwise || !second->otherwise ||
        first->then->statements.empty() ||
        second->otherwise->statements.size() > 2)
      return;
    const ir::Variable *held = heldIn(first->condition);
    auto *set = dyn_cast<ir::StoreStatement>(first->then->statements.back());
    if (!held || held != heldIn(second->condition) || !isTemporary(held) ||
        !set || set->place->wholeVariable() != held)
      return;
    // The two tests are all that looks at it, the store all that sets it.
    const LocalUse use = uses.lookup(held);
    if (use.loads != 2 || use.changes != 1 || use.isAddressed)
      return;
    ir::Mapper copy(module);
    first->otherwise = copy.block(second->otherwise);
    first->then->statements.pop_back();
    second->condition = set->value;
    first->then->statements.push_back(second);
    body.pop_back();
  }

  ir::Module &module;
  LocalUses uses;
};

} // namespace

void recognise::joinChainedTests(ir::Module &module, ir::BlockStatement *body) {
  ChainedTests(module, body).list(body->statements);
}
