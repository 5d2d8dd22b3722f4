// Finds the test of a least or greatest element, and what stands under it.
#include "FlaggedChanges.h"

#include "ElementChanges.h"
#include "ForAll.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using ir::Combiner;
using llvm::dyn_cast;

namespace {

class Splitter {
public:
  Splitter(Recogniser &site,
           llvm::function_ref<bool(const ir::Place *)> isElement,
           llvm::function_ref<bool(const ir::Expr *)> isOfAll)
      : site(site), module(site.module), isElement(isElement),
        forAll(site, isOfAll) {}

  const ir::Statement *run() {
    for (const ir::Function *function : site.kernel.bodies())
      ir::walk(static_cast<ir::Statement *>(function->body),
               [&](ir::Statement *s) { look(s); });
    if (numStores != 1 || !list || !take(**at) || forAll.lookedAt())
      return nullptr;
    forAll.markParts();
    return split();
  }

private:
  static ir::StoreStatement *storeOf(ir::Statement *s) {
    return dyn_cast<ir::StoreStatement>(s);
  }

  void look(ir::Statement *s) {
    if (const ir::StoreStatement *store = storeOf(s))
      numStores += isElement(store->place);
    auto *block = dyn_cast<ir::BlockStatement>(s);
    if (!block)
      return;
    for (auto each = block->statements.begin(); each != block->statements.end();
         ++each) {
      const auto *choice = dyn_cast<ir::IfStatement>(*each);
      const bool sets =
          choice && llvm::any_of(choice->then->statements, [&](auto *inner) {
            const ir::StoreStatement *store = storeOf(inner);
            return store && isElement(store->place);
          });
      if (sets) {
        list = block;
        at = each;
      }
    }
  }

  /// Whether all under it is known; finds the store.
  bool take(ir::Statement &s) {
    auto &choice = llvm::cast<ir::IfStatement>(s);
    if (choice.otherwise)
      return false;
    for (ir::Statement *inner : choice.then->statements) {
      ir::StoreStatement *store = storeOf(inner);
      if (store && isElement(store->place))
        change = store;
      else if (forAll.add(inner))
        others.push_back(inner);
      else
        return false;
    }
    alone = module.ifThen(choice.condition,
                          module.block({change}, choice.then->loc), nullptr,
                          choice.loc);
    const auto read = elementChangeOf(module, alone, isElement);
    return !others.empty() && read && !read->where && read->combiner &&
           (*read->combiner == Combiner::Min ||
            *read->combiner == Combiner::Max);
  }

  const ir::Statement *split() {
    const auto *choice = llvm::cast<ir::IfStatement>(*at);
    const ir::Location loc = choice->loc;
    ir::Variable *better =
        module.variable(ir::Variable::Let, "isBetter", module.boolType(), loc);
    ir::Statement *asks = module.let(better, choice->condition, loc);
    others.push_back(alone);
    const auto place = list->statements.erase(at);
    ir::Statement *made[] = {
        asks, module.ifThen(module.load(module.place(better), loc),
                            module.block(others, loc), nullptr, loc)};
    list->statements.insert(place, std::begin(made), std::end(made));
    return asks;
  }

  Recogniser &site;
  ir::Module &module;
  llvm::function_ref<bool(const ir::Place *)> isElement;
  ForAll forAll;
  unsigned numStores = 0;
  ir::BlockStatement *list = nullptr;
  std::vector<ir::Statement *>::iterator at;
  ir::Statement *change = nullptr;
  std::vector<ir::Statement *> others;
  ir::Statement *alone = nullptr;
};

} // namespace

const ir::Statement *
recognise::splitFlagged(Recogniser &site,
                        llvm::function_ref<bool(const ir::Place *)> isElement,
                        llvm::function_ref<bool(const ir::Expr *)> isOfAll) {
  return Splitter(site, isElement, isOfAll).run();
}
