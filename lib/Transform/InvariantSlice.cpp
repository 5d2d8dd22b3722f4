// Cuts the slice that linearising runs out of a function.
#include "InvariantSlice.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;

const ir::Place *kernel::placeOfChosen(
    ir::Module &module, const Kernel &kernel, const ChosenInvariant &chosen,
    llvm::function_ref<const ir::Variable *(const ir::Variable *)> variableOf) {
  const ir::Place *place = module.place(ir::DataRoot{
      ir::DataRoot::Node, chosen.datum, kernel.data[chosen.datum].type});
  for (const CountedLoop &loop : chosen.candidate->counters)
    place = module.index(place,
                         module.load(module.place(variableOf(loop.variable))));
  return place;
}

namespace {

class Slicer {
public:
  Slicer(const Kernel &kernel, const InvariantFinder &finder,
         llvm::ArrayRef<ChosenInvariant> chosen)
      : kernel(kernel), module(*kernel.module), finder(finder), chosen(chosen),
        copy(module) {
    for (const ChosenInvariant &each : chosen)
      need(each.candidate->expr);
  }

  ir::BlockStatement *run(const ir::Function &function) {
    ir::BlockStatement *result = blockOf(*function.body);
    dropCounters(*result);
    return result;
  }

private:
  /// What a value is made of: locals, and what those are set to.
  void need(const ir::Expr *e) {
    ir::walk(e, [&](const ir::Expr *part) {
      const ir::Variable *variable = variableRead(part);
      if (variable && finder.isInvariant(variable) &&
          needed.insert(variable).second)
        for (const ir::Expr *value : finder.valuesOf(variable))
          need(value);
    });
  }

  ir::BlockStatement *blockOf(const ir::BlockStatement &block) {
    ir::BlockStatement *result = module.block({}, block.loc);
    for (ir::Statement *s : block.statements)
      slice(s, result->statements);
    return result;
  }

  void slice(ir::Statement *s, std::vector<ir::Statement *> &out) {
    const Setting set = settingOf(s);
    const bool isKept =
        set.variable &&
        (needed.count(set.variable) ||
         (finder.counts(set.variable) && llvm::isa<ir::VarStatement>(s)));
    if (isKept)
      llvm::append_range(out, copy.statements({s}));
    for (const ChosenInvariant &each : chosen)
      if (each.candidate->in == s)
        out.push_back(keep(each, s->loc));
    if (const auto *loop = dyn_cast<ir::LoopStatement>(s))
      return sliceLoop(*loop, out);
    // Branches are as good as taken: nothing here depends on what they ask.
    if (auto *block = dyn_cast<ir::BlockStatement>(s))
      return add(*block, out);
    ir::forEachChild(s, [&](ir::Statement *child) {
      add(*llvm::cast<ir::BlockStatement>(child), out);
    });
  }

  void add(const ir::BlockStatement &block, std::vector<ir::Statement *> &out) {
    ir::BlockStatement *inner = blockOf(block);
    if (!inner->statements.empty())
      out.push_back(inner);
  }

  void sliceLoop(const ir::LoopStatement &loop,
                 std::vector<ir::Statement *> &out) {
    if (!finder.isCounted(&loop))
      return;
    auto *made = module.make<ir::LoopStatement>(loop.loc);
    made->form = loop.form;
    made->init = copy.block(loop.init);
    made->condition = copy.expr(loop.condition);
    made->step = copy.block(loop.step);
    made->body = blockOf(*loop.body);
    if (!made->body->statements.empty())
      out.push_back(made);
  }

  /// A value that a local holds is that local's, if the slice has it.
  ir::Statement *keep(const ChosenInvariant &each, ir::Location loc) {
    const InvariantCandidate &candidate = *each.candidate;
    const bool isHeld = candidate.local && needed.count(candidate.local);
    const ir::Expr *value =
        isHeld ? module.load(module.place(copy.variable(candidate.local)))
               : copy.expr(candidate.expr);
    const ir::Place *place =
        placeOfChosen(module, kernel, each, [&](const ir::Variable *counter) {
          return copy.variable(counter);
        });
    return module.store(place, value, loc);
  }

  /// Counters of loops that the slice does not have, declared ahead of them.
  void dropCounters(ir::BlockStatement &body) {
    std::set<const ir::Variable *> named;
    ir::walkExprs(&body, [&](const ir::Expr *e) {
      if (const ir::Variable *variable = variableRead(e))
        named.insert(variable);
    });
    ir::walk(&body, [&](ir::Statement *s) {
      if (auto *block = dyn_cast<ir::BlockStatement>(s))
        llvm::erase_if(block->statements, [&](ir::Statement *inner) {
          const auto *var = dyn_cast<ir::VarStatement>(inner);
          return var && !named.count(var->variable);
        });
    });
  }

  const Kernel &kernel;
  ir::Module &module;
  const InvariantFinder &finder;
  const llvm::ArrayRef<ChosenInvariant> chosen;
  ir::Mapper copy;
  std::set<const ir::Variable *> needed;
};

} // namespace

ir::BlockStatement *
kernel::invariantSlice(const Kernel &kernel, const InvariantFinder &finder,
                       const ir::Function &function,
                       llvm::ArrayRef<ChosenInvariant> chosen) {
  return Slicer(kernel, finder, chosen).run(function);
}
