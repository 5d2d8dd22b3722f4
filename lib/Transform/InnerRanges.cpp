// Takes the program of a loop without a traversal apart around the loop in it,
// so that engines can share an iteration's neighbours out among threads:
//
//   var %s: f64 = 0                       fn begin(%s, %first, %last) -> bool
//   for { var %e = load element(0, i) }   fn term(%e, %value)
//   while lt(load %e, ...) { ... }        fn fold(%s, %e, %value)
//   store own(6) = load %s                fn end(%s)
//
// What outlives the loop are fields of a frame (InnerFrame.h), what an
// iteration of it computes by itself is its term (TermFold.h), and what needs
// the iterations before it (LateValues.h) is the fold. Where a program cannot
// be taken apart, the kernel says why, and has the program alone.
//
// Before: records are laid out. After: the kernel has the parts, or a reason.
#include "TermFold.h"

#include "regtt/Analysis/Updates.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Identities.h"
#include "regtt/IR/Walk.h"
#include "regtt/Transform/Passes.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Parts {
public:
  /// `regroupsFloats`: sums that are rounded may come to something else.
  Parts(Kernel &kernel, const InnerLoop &inner, bool regroupsFloats)
      : kernel(kernel), module(*kernel.module), inner(inner),
        regroupsFloats(regroupsFloats), late(kernel, inner), frame(kernel),
        name(kernel.program->name) {}

  /// What keeps it from being made.
  InnerObstacle make(InnerRange &range) {
    if (!late.obstacle().what.empty())
      return late.obstacle();
    TermFold body(kernel, inner, late, frame);
    if (!body.obstacle().what.empty())
      return body.obstacle();
    FrameDraft end(kernel, frame, late), begin(kernel, frame, late);
    const std::vector<ir::Statement *> after = afterLoop(end);
    const std::vector<ir::Statement *> before = beforeLoop(begin);
    for (const InnerObstacle &why : {fault, end.obstacle(), begin.obstacle()})
      if (!why.what.empty())
        return why;
    for (const Frame::Field &field : frame.fields())
      if (isa<ir::ArrayType>(field.type))
        return {"an array outlives the inner loop", field.loc};
    std::vector<ir::Variable *> params = begin.params();
    params.insert(params.end(), {first, last});
    range.begin = begin.finish(name + "::begin", module.boolType(), params,
                               before, kernel.program->loc);
    std::vector<ir::Statement *> statements = end.rebound;
    llvm::append_range(statements, after);
    range.end = end.finish(name + "::end", module.voidType(), end.params(),
                           statements, inner.loop->loc);
    body.finish(range, name);
    range.until = inner.until;
    range.loc = inner.loop->loc;
    regroup(range);
    return {};
  }

private:
  //===--- Around the loop ------------------------------------------------===//

  std::vector<ir::Statement *> afterLoop(FrameDraft &draft) {
    std::vector<ir::Statement *> result;
    for (unsigned k = 0; k < frame.fields().size(); ++k)
      if (const Frame::Field field = frame.fields()[k]; field.datum >= 0)
        result.push_back(module.store(ownPlace(field),
                                      module.load(module.place(draft.param(k))),
                                      inner.loop->loc, ir::StoreKind::Plain));
    // What the loop has stored to is the iteration's own again from here on.
    draft.ownInFrame = false;
    const ir::Statement *reached = inner.loop;
    for (const ir::BlockStatement *block : llvm::reverse(inner.around)) {
      const auto at =
          llvm::find_if(block->statements, [&](const ir::Statement *s) {
            return s == reached || holds(s, reached);
          });
      const std::vector<ir::Statement *> rest(at + 1, block->statements.end());
      llvm::append_range(result, draft.mapper.statements(rest));
      reached = block;
    }
    return result;
  }

  static bool holds(const ir::Statement *s, const ir::Statement *part) {
    bool result = false;
    ir::forEachChild(
        s, [&](const ir::Statement *child) { result |= child == part; });
    return result;
  }

  const ir::Place *ownPlace(const Frame::Field &field) {
    return module.place(
        ir::DataRoot{ir::DataRoot::Own, unsigned(field.datum), field.type});
  }

  std::vector<ir::Statement *> beforeLoop(FrameDraft &draft) {
    draft.ownInFrame = false;
    first = draft.add("first", inner.counter->type, inner.first->loc);
    last = draft.add("last", inner.last->type, inner.last->loc);
    draft.mapper.onStatement = [&](const ir::Statement *s)
        -> std::optional<std::vector<ir::Statement *>> {
      if (s == inner.loop)
        return reach(draft);
      if (isa<ir::ReturnStatement>(s))
        return std::vector<ir::Statement *>{
            module.ret(module.boolean(false, s->loc), s->loc)};
      const ir::Variable *variable = ir::declaredBy(s);
      const int field = variable ? frame.find(variable) : -1;
      const auto *let = dyn_cast<ir::LetStatement>(s);
      const auto *var = dyn_cast<ir::VarStatement>(s);
      if (field < 0)
        return std::nullopt;
      if (!let && !var) { // by a call, or a loop
        fault = {"what a call returns outlives the inner loop", s->loc};
        return std::nullopt;
      }
      const ir::Expr *value = let ? let->value : var->init;
      if (!value)
        return std::vector<ir::Statement *>{};
      return std::vector<ir::Statement *>{
          module.store(module.place(draft.param(unsigned(field))),
                       draft.mapper.expr(value), s->loc)};
    };
    std::vector<ir::Statement *> result =
        draft.mapper.statements(kernel.program->body->statements);
    cut(result);
    if (result.empty() || !isa<ir::ReturnStatement>(result.back()))
      result.push_back(module.ret(module.boolean(false, kernel.program->loc),
                                  kernel.program->loc));
    return result;
  }

  /// In place of the loop.
  std::vector<ir::Statement *> reach(FrameDraft &draft) {
    const ir::Location loc = inner.loop->loc;
    std::vector<ir::Statement *> result;
    for (unsigned k = 0; k < frame.fields().size(); ++k)
      if (const Frame::Field field = frame.fields()[k]; field.datum >= 0)
        result.push_back(module.store(module.place(draft.param(k)),
                                      module.load(ownPlace(field)), loc));
    result.push_back(
        module.store(module.place(first), draft.mapper.expr(inner.first), loc));
    result.push_back(
        module.store(module.place(last), draft.mapper.expr(inner.last), loc));
    result.push_back(module.ret(module.boolean(true, loc), loc));
    return result;
  }

  /// Leaves out what stands behind a `return`.
  static void cut(std::vector<ir::Statement *> &list) {
    const auto at = llvm::find_if(
        list, [](ir::Statement *s) { return isa<ir::ReturnStatement>(s); });
    if (at != list.end())
      list.erase(at + 1, list.end());
    for (ir::Statement *s : list)
      ir::walk(s, [](ir::Statement *part) {
        if (auto *block = dyn_cast<ir::BlockStatement>(part)) {
          const auto end =
              llvm::find_if(block->statements, [](ir::Statement *each) {
                return isa<ir::ReturnStatement>(each);
              });
          if (end != block->statements.end())
            block->statements.erase(end + 1, block->statements.end());
        }
      });
  }

  //===--- Regrouping -----------------------------------------------------===//

  /// Whether terms may be folded in groups: each field that is changed is
  /// combined by one operator, and nothing else looks at it.
  void regroup(InnerRange &range) {
    if (!range.folds())
      return;
    changed.clear();
    updates.clear();
    for (const ir::Statement *s : range.fold->body->statements)
      if (!collect(s))
        return;
    for (const Update &update : updates) {
      for (const ir::Expr *operand : update.operands)
        if (readsChanged(operand))
          return;
    }
    for (const ir::Expr *condition : conditions)
      if (readsChanged(condition))
        return;
    std::vector<InnerRange::Part> parts;
    for (const auto &[variable, combiner] : changed) {
      const auto at = llvm::find(range.fold->params, variable);
      const auto values = ir::lawClassOf(variable->type);
      const ir::Laws *laws = values ? ir::lawsOf(combiner, *values) : nullptr;
      const bool isExact =
          laws && laws->isExact && laws->associative == ir::Holds::Always;
      if (!laws ||
          (!isExact && !(regroupsFloats && variable->type->isFloat())) ||
          !ir::identityOf(module, combiner, variable->type))
        return;
      parts.push_back({unsigned(at - range.fold->params.begin()), combiner});
    }
    range.parts = std::move(parts);
    makeIdentity(range);
    makeMerge(range);
  }

  /// False: it does something else than to combine.
  bool collect(const ir::Statement *s) {
    auto update = updateOf(s);
    if (!update && regroupsFloats)
      update = roundedUpdate(s);
    if (update) {
      const ir::Variable *variable = update->place->wholeVariable();
      if (!variable || variable->kind != ir::Variable::Parameter)
        return false;
      updates.push_back(*update);
      const auto known = llvm::find_if(
          changed, [&](const auto &each) { return each.first == variable; });
      if (known != changed.end())
        return known->second == update->combiner;
      changed.push_back({variable, update->combiner});
      return true;
    }
    if (const auto *choice = dyn_cast<ir::IfStatement>(s)) {
      conditions.push_back(choice->condition);
      return collect(choice->then) &&
             (!choice->otherwise || collect(choice->otherwise));
    }
    if (const auto *block = dyn_cast<ir::BlockStatement>(s))
      return llvm::all_of(block->statements, [&](const ir::Statement *each) {
        return collect(each);
      });
    return isa<ir::ReturnStatement>(s);
  }

  /// `%s = %s + x - y`, of floating-point numbers; minima of them.
  static std::optional<Update> roundedUpdate(const ir::Statement *s) {
    if (const auto found = combinationOf(s);
        found && found->place->type->isFloat())
      return found;
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    if (!store || !store->place->type->isFloat())
      return std::nullopt;
    Update result{ir::Combiner::Add, store->place, {}};
    const auto isHeld = [&](const ir::Expr *e) {
      const auto *load = dyn_cast<ir::LoadExpr>(e);
      return load && ir::equal(load->place, store->place);
    };
    const ir::Expr *e = store->value;
    while (const auto *sum = dyn_cast<ir::BinaryExpr>(e)) {
      if (sum->op != ir::BinaryOp::Add && sum->op != ir::BinaryOp::Sub)
        return std::nullopt;
      const bool isRight = sum->op == ir::BinaryOp::Add && isHeld(sum->right);
      result.operands.push_back(isRight ? sum->left : sum->right);
      e = isRight ? sum->right : sum->left;
    }
    return isHeld(e) && !result.operands.empty() ? std::optional(result)
                                                 : std::nullopt;
  }

  bool readsChanged(const ir::Expr *e) const {
    bool result = false;
    ir::walk(e, [&](const ir::Expr *part) {
      const ir::Place *place = ir::placeOf(part);
      const ir::Variable *variable = place ? place->variable() : nullptr;
      result |= llvm::any_of(
          changed, [&](const auto &each) { return each.first == variable; });
    });
    return result;
  }

  void makeIdentity(InnerRange &range) {
    FrameDraft draft(kernel, frame, late);
    std::vector<ir::Statement *> statements;
    for (const InnerRange::Part &part : range.parts) {
      ir::Variable *field = draft.param(part.frame);
      statements.push_back(module.store(
          module.place(field),
          ir::identityOf(module, part.combiner, field->type), range.loc));
    }
    range.identity = draft.finish(name + "::identity", module.voidType(),
                                  draft.params(), statements, range.loc);
  }

  void makeMerge(InnerRange &range) {
    FrameDraft draft(kernel, frame, late);
    std::vector<ir::Variable *> others;
    std::vector<ir::Statement *> statements;
    std::vector<ir::Variable *> params = draft.params();
    for (const Frame::Field &field : frame.fields())
      others.push_back(draft.add(field.name, field.type, field.loc));
    for (const InnerRange::Part &part : range.parts)
      statements.push_back(ir::combined(
          module, part.combiner, module.place(params[part.frame]),
          module.load(module.place(others[part.frame])), range.loc));
    llvm::append_range(params, others);
    range.merge = draft.finish(name + "::merge", module.voidType(), params,
                               statements, range.loc);
  }

  Kernel &kernel;
  ir::Module &module;
  const InnerLoop &inner;
  const bool regroupsFloats;
  const LateValues late;
  Frame frame;
  const std::string name;
  InnerObstacle fault;
  ir::Variable *first = nullptr, *last = nullptr;
  std::vector<std::pair<const ir::Variable *, ir::Combiner>> changed;
  std::vector<Update> updates;
  std::vector<const ir::Expr *> conditions;
};

} // namespace

/// Where elements are changed in an order, each term has places for its
/// changes, and nothing else changes such elements.
static InnerObstacle obstacleOfOrder(const Kernel &kernel,
                                     const InnerRange &range) {
  InnerObstacle why;
  const auto look = [&](const ir::Statement *s, const char *where) {
    if (isa<ir::DeferStatement>(s))
      why = {std::string("something is left to the host ") + where, s->loc};
    ir::forEachPlace(s, [&](const ir::Place *place) {
      const auto *root = std::get_if<ir::DataRoot>(&place->root);
      if (!root || root->kind != ir::DataRoot::Element ||
          !kernel.data[root->number].inOrder)
        return;
      const DataArray &array = kernel.arrays[kernel.data[root->number].number];
      why = {"elements of '" + array.text +
                 "', whose changes have an order, are changed " + where,
             s->loc};
    });
  };
  const auto *term = static_cast<const ir::Statement *>(range.term->body);
  ir::walk(term, [&](const ir::Statement *s) {
    if (isa<ir::LoopStatement, ir::CountedLoopStatement,
            ir::RangeLoopStatement>(s))
      ir::walk(s, [&](const ir::Statement *part) {
        look(part, "in a loop of the inner one");
      });
  });
  for (const ir::Function *part : {range.begin, range.outer, range.end})
    ir::walk(
        static_cast<const ir::Statement *>(part->body),
        [&](const ir::Statement *s) { look(s, "outside of the inner loop"); });
  ir::walk(static_cast<const ir::Statement *>(range.fold->body),
           [&](const ir::Statement *s) {
             look(s, "by what one iteration of the inner loop hands to the "
                     "next");
           });
  const bool hasOrder =
      kernel.deferred || llvm::any_of(kernel.data, [](const Datum &datum) {
        return !!datum.inOrder;
      });
  if (why.what.empty() && hasOrder && !changesOwnAlone(*range.begin))
    why = {
        "elements are changed ahead of the inner loop, and in it those whose "
        "changes have an order",
        range.loc};
  return why;
}

bool kernel::runInnerRanges(PassContext &context) {
  Kernel &kernel = context.kernel;
  if (!kernel.isNested())
    return true;
  InnerObstacle why;
  if (const auto inner = findInnerLoop(*kernel.program, why)) {
    InnerRange range;
    why = Parts(kernel, *inner, context.regroupsFloats).make(range);
    if (why.what.empty())
      why = obstacleOfOrder(kernel, range);
    if (why.what.empty())
      kernel.inner = std::move(range);
  }
  kernel.innerObstacle = why.what;
  kernel.innerObstacleLoc = why.loc;
  return true;
}
