// What queries at one node have alike. Levels only rise, until no statement
// raises any.
//
// A store makes a variable as different as what is stored, and as whether it is
// stored: by the conditions between the variable's declaration and the store,
// among them those that some leave a loop by. A query that has returned does
// not look at variables any more, so a return differs from a break there.
#include "regtt/Analysis/Divergence.h"

#include "regtt/Analysis/LaneForm.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

static Level joined(Level a, Level b) { return std::max(a, b); }

//===--- Values -----------------------------------------------------------===//

/// Data that a root leads to, but for what chooses among them.
static Level levelOf(const Kernel &kernel, const ir::DataRoot &root,
                     Level ofNode) {
  switch (root.kind) {
  case ir::DataRoot::Node:
  case ir::DataRoot::Linked:
    return ofNode;
  case ir::DataRoot::Own:
    return Level::Own;
  case ir::DataRoot::Element: {
    const Datum &datum = kernel.data[root.number];
    return kernel.writesArray(datum.number) ||
                   kernel.arrays[datum.number].isOfQueries
               ? Level::Own
               : Level::Same;
  }
  case ir::DataRoot::Shared:
  case ir::DataRoot::Host:
    return Level::Same;
  }
  llvm_unreachable("a kind of data that there is not");
}

Level Divergence::of(const ir::Place *place) const {
  Level result = Level::Same;
  if (const ir::Variable *variable = place->variable())
    result = of(variable);
  else if (const auto *data = std::get_if<ir::DataRoot>(&place->root))
    result = levelOf(kernel, *data, isApart() ? Level::Own : Level::Node);
  ir::forEachOperand(
      place, [&](const ir::Expr *part) { result = joined(result, of(part)); });
  return result;
}

Level Divergence::of(const ir::Expr *e) const {
  if (const auto *value = dyn_cast<ir::ValueExpr>(e))
    return of(value->variable);
  if (const ir::Place *place = ir::placeOf(e)) {
    Level result = of(place);
    // A container is read with arguments besides.
    ir::forEachOperand(
        e, [&](const ir::Expr *part) { result = joined(result, of(part)); });
    return result;
  }
  Level result = Level::Same;
  if (const auto *call = dyn_cast<ir::CallExpr>(e))
    result = resultOf(call->callee);
  else
    ir::forEachOperand(
        e, [&](const ir::Expr *part) { result = joined(result, of(part)); });
  if (const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
      call && (call->name == "rt::child" || call->name == "rt::children"))
    result = joined(result, isApart() ? Level::Own : Level::Node);
  return result;
}

//===--- Statements -------------------------------------------------------===//

class Divergence::Walk {
public:
  explicit Walk(Divergence &of) : found(of) {}

  /// Whether it raised a level.
  bool run(const ir::Function *function) {
    changed = false;
    inside = function;
    regions = {Level::Same};
    loops.clear();
    declared.clear();
    statements(function->body);
    return changed;
  }

private:
  /// A loop or a block that can be left, and the regions around it.
  struct Left {
    const ir::Statement *statement;
    size_t depth; ///< of its own region
  };

  template <class Key>
  void raise(llvm::DenseMap<Key, Level> &levels, Key key, Level to) {
    Level &level = levels[key];
    changed |= to > level;
    level = joined(level, to);
  }

  /// Of the regions from `depth` on.
  Level control(size_t depth) const {
    Level result = Level::Same;
    for (size_t k = depth; k < regions.size(); ++k)
      result = joined(result, regions[k]);
    return result;
  }

  void declare(const ir::Variable *variable, const ir::Expr *value) {
    declared[variable] = regions.size();
    if (value)
      raise(found.variables, variable, found.of(value));
  }

  void store(const ir::Place *place, Level value) {
    const ir::Variable *variable = place->variable();
    if (!variable)
      return;
    Level level = joined(value, control(declared.lookup(variable)));
    // Which element is stored to differs as its number does.
    ir::forEachOperand(place, [&](const ir::Expr *part) {
      level = joined(level, found.of(part));
    });
    raise(found.variables, variable, level);
  }

  void region(Level level, const ir::BlockStatement *block) {
    if (!block)
      return;
    regions.push_back(level);
    statements(block);
    regions.pop_back();
  }

  void statements(const ir::BlockStatement *block) {
    for (const ir::Statement *s : block->statements)
      visit(s);
  }

  void handOver(const ir::Function *callee,
                llvm::ArrayRef<const ir::Expr *> arguments) {
    for (size_t k = 0; k < callee->params.size() && k < arguments.size(); ++k)
      raise(found.variables,
            static_cast<const ir::Variable *>(callee->params[k]),
            found.of(arguments[k]));
  }

  void look(const ir::Statement *s) {
    ir::forEachOperand(s, [&](const ir::Expr *top) {
      ir::walk(top, [&](const ir::Expr *e) {
        if (const auto *call = dyn_cast<ir::CallExpr>(e))
          handOver(call->callee, call->arguments);
        // What has its address may change it. What a reference leads to is the
        // node's, which nothing changes, or has been raised where it was
        // referred to.
        const auto *address = dyn_cast<ir::AddressExpr>(e);
        if (address && address->place->variable() &&
            !address->place->isIndirect())
          raise(found.variables, address->place->variable(), Level::Own);
      });
    });
  }

  void leave(const ir::Statement *s,
             llvm::DenseMap<const ir::Statement *, Level> &levels,
             size_t depth) {
    raise(levels, s, control(depth));
  }

  void loop(const ir::Statement *s, const ir::BlockStatement *init,
            const ir::BlockStatement *head, Level condition,
            const ir::BlockStatement *step, const ir::BlockStatement *body) {
    raise(found.left, s, condition);
    regions.push_back(found.leaving(s));
    loops.push_back({s, regions.size()});
    if (init)
      statements(init);
    if (head)
      statements(head);
    region(found.skipping(s), body);
    if (step)
      statements(step);
    loops.pop_back();
    regions.pop_back();
  }

  void visit(const ir::Statement *s) {
    look(s);
    if (const auto *block = dyn_cast<ir::BlockStatement>(s)) {
      loops.push_back({s, regions.size() + 1});
      region(found.leaving(s), block);
      loops.pop_back();
    } else if (const auto *let = dyn_cast<ir::LetStatement>(s)) {
      declare(let->variable, let->value);
    } else if (const auto *var = dyn_cast<ir::VarStatement>(s)) {
      declare(var->variable, var->init);
    } else if (const auto *stored = dyn_cast<ir::StoreStatement>(s)) {
      store(stored->place, found.of(stored->value));
    } else if (const auto *choice = dyn_cast<ir::IfStatement>(s)) {
      const Level level = found.of(choice->condition);
      region(level, choice->then);
      region(level, choice->otherwise);
    } else if (const auto *each = dyn_cast<ir::SwitchStatement>(s)) {
      for (const ir::SwitchStatement::Case &one : each->cases)
        region(found.of(each->value), one.body);
    } else if (const auto *around = dyn_cast<ir::LoopStatement>(s)) {
      loop(s, around->init, around->head, found.of(around->condition),
           around->step, around->body);
    } else if (const auto *counted = dyn_cast<ir::CountedLoopStatement>(s)) {
      const Level level =
          joined(found.of(counted->first),
                 joined(found.of(counted->last), found.of(counted->step)));
      raise(found.variables, counted->variable, level);
      loop(s, nullptr, nullptr, level, nullptr, counted->body);
    } else if (const auto *range = dyn_cast<ir::RangeLoopStatement>(s)) {
      raise(found.variables, range->variable, found.of(range->range));
      loop(s, nullptr, nullptr, found.of(range->range), nullptr, range->body);
    } else if (const auto *returned = dyn_cast<ir::ReturnStatement>(s)) {
      if (returned->value)
        raise(found.results, inside,
              joined(found.of(returned->value), control(0)));
    } else if (const auto *call = dyn_cast<ir::CallStatement>(s)) {
      handOver(call->callee, call->arguments);
      if (call->result)
        declare(call->result, nullptr);
      if (call->result)
        raise(found.variables, call->result, found.resultOf(call->callee));
    } else if (const auto *library = dyn_cast<ir::LibraryCallStatement>(s)) {
      if (library->result)
        raise(found.variables, library->result, Level::Own);
    } else {
      jump(s);
    }
  }

  void jump(const ir::Statement *s) {
    const bool breaks = isa<ir::BreakStatement>(s);
    if (breaks || isa<ir::ContinueStatement>(s)) {
      for (const Left &each : llvm::reverse(loops))
        if (!isa<ir::BlockStatement>(each.statement))
          return leave(each.statement, breaks ? found.left : found.skipped,
                       each.depth);
    } else if (const auto *out = dyn_cast<ir::LeaveStatement>(s)) {
      for (const Left &each : loops)
        if (each.statement == out->block)
          leave(each.statement, found.left, each.depth);
      // Loops on the way are left, too.
      for (const Left &each : llvm::reverse(loops)) {
        if (each.statement == out->block)
          return;
        leave(each.statement, found.left, each.depth);
      }
    }
  }

  Divergence &found;
  const ir::Function *inside = nullptr;
  bool changed = false;
  std::vector<Level> regions; ///< what lets statements run, from outside in
  std::vector<Left> loops;
  llvm::DenseMap<const ir::Variable *, size_t>
      declared; ///< in how many regions
};

/// Whether all queries come to a node with the same arguments, and with nothing
/// else.
static bool mayShareArgs(const Kernel &kernel) {
  return kernel.enter && !kernel.args.empty() &&
         kernel.traits.uniformArgs.holds && kernel.captures.empty() &&
         kernel.guards.empty() && kernel.resumes.empty() && !kernel.program;
}

Divergence::Divergence(const Kernel &kernel, Nodes nodes)
    : kernel(kernel), nodes(nodes),
      sharing(nodes == Nodes::Together && mayShareArgs(kernel)) {
  find();
  if (!sharing || passesAlike())
    return;
  sharing = false;
  variables.clear();
  results.clear();
  left.clear();
  skipped.clear();
  find();
}

/// Whether all that call a child compute what they pass together.
bool Divergence::passesAlike() const {
  bool result = callsOneChild(kernel, *this);
  ir::walk(static_cast<const ir::Statement *>(kernel.enter->body),
           [&](const ir::Statement *s) {
             if (const auto *visit = dyn_cast<ir::VisitStatement>(s))
               for (const ir::Expr *passed : visit->arguments)
                 result &= of(passed) != Level::Own;
           });
  return result;
}

void Divergence::find() {
  // Else what ropes carry was computed by each query.
  const Level carried = sharing ? Level::Node : Level::Own;
  const auto give = [&](const ir::Function *function, size_t first,
                        Level level) {
    for (size_t k = 0; function && k < function->params.size(); ++k)
      variables[function->params[k]] =
          k < first && !isApart() ? Level::Node : level;
  };
  std::vector<const ir::Function *> functions;
  const auto add = [&](const ir::Function *function) {
    if (function && function->body && !llvm::is_contained(functions, function))
      functions.push_back(function);
  };
  for (const ir::Function *part :
       {static_cast<const ir::Function *>(kernel.enter),
        static_cast<const ir::Function *>(kernel.whole),
        static_cast<const ir::Function *>(kernel.truncates),
        static_cast<const ir::Function *>(kernel.proceed)}) {
    give(part, 1, carried);
    add(part);
  }
  for (const Guard &guard : kernel.guards) {
    give(guard.function, 0, Level::Own);
    add(guard.function);
  }
  for (const ResumePoint &resume : kernel.resumes) {
    give(resume.function, 0, Level::Own);
    add(resume.function);
  }
  for (const Helper &helper : kernel.helpers)
    add(helper.function);
  Walk walk(*this);
  bool changed = true;
  while (changed) {
    changed = false;
    for (const ir::Function *function : functions)
      changed |= walk.run(function);
  }
}
