// Goes over the body of an inner loop once and writes two functions:
//
//   let %w: i32 = load element(1: i32, %e)    term: let %w = ...
//   if eq(%w, load own(0)) {                        store %same = eq(%w, %i)
//     continue                                      if load %same { return }
//   }                                               store %value = load ...
//   store %s = add(load %s, load element(2))
//                                             fold: if load %same { return }
//                                                   store %s = add(load %s,
//                                                                  load %value)
//
// What the fold asks for is a field of the term, stored where the body would
// evaluate it, if the body surely does; else the fold evaluates it itself.
#include "TermFold.h"

#include "regtt/Analysis/Updates.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Identities.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

TermFold::TermFold(const Kernel &kernel, const InnerLoop &inner,
                   const LateValues &late, Frame &frame)
    : fold(kernel, frame, late), kernel(kernel), module(*kernel.module),
      inner(inner), late(late), term(kernel, inner, frame, late) {
  const auto counter = [&](PartDraft &draft) {
    ir::Variable *made =
        draft.add(inner.counter->name, inner.counter->type, inner.counter->loc);
    draft.mapper.variables[inner.counter] = made;
    return made;
  };
  termCounter = counter(term);
  foldCounter = counter(fold);
  fold.onInner = [this](const ir::Variable *variable) {
    return captured(variable);
  };
  fold.onValue = [this](const ir::Expr *e) { return mapped(e); };
  const auto ends = [this](const ir::Statement *s)
      -> std::optional<std::vector<ir::Statement *>> {
    // Of another loop it stays what it is.
    if (!isa<ir::ContinueStatement>(s) || !ownContinues.contains(s))
      return std::nullopt;
    return std::vector<ir::Statement *>{module.ret(nullptr, s->loc)};
  };
  term.mapper.onStatement = ends;
  fold.mapper.onStatement = ends;
  for (const ir::Statement *s : inner.loop->body->statements)
    noteContinues(s);
  List toTerm, toFold;
  termNow = &toTerm;
  foldNow = &toFold;
  split(inner.loop->body->statements, toTerm, toFold);
  termStatements = std::move(toTerm);
  foldStatements = std::move(toFold);
  prune();
}

void TermFold::refuse(const char *what, ir::Location loc) {
  if (fault.what.empty())
    fault = {what, loc};
}

void TermFold::noteContinues(const ir::Statement *s) {
  if (isa<ir::ContinueStatement>(s))
    ownContinues.insert(s);
  if (!isa<ir::LoopStatement, ir::CountedLoopStatement, ir::RangeLoopStatement>(
          s))
    ir::forEachChild(s,
                     [&](const ir::Statement *child) { noteContinues(child); });
}

//===--- Statements -------------------------------------------------------===//

/// True where all that follows the list depends on what is handed on.
bool TermFold::split(llvm::ArrayRef<ir::Statement *> list, List &toTerm,
                     List &toFold) {
  List *const termBefore = std::exchange(termNow, &toTerm);
  List *const foldBefore = std::exchange(foldNow, &toFold);
  const size_t heldBefore = held.size(), reboundBefore = rebound.size();
  bool after = false;
  for (const ir::Statement *s : list) {
    if (after || late.isWhole(s)) {
      whole(s, !after);
      after |= late.continues(s);
      continue;
    }
    if (const auto *choice = dyn_cast<ir::IfStatement>(s)) {
      after |= splitChoice(*choice);
    } else if (const auto *block = dyn_cast<ir::BlockStatement>(s);
               block && block->label.empty()) {
      List innerTerm, innerFold;
      after |= split(block->statements, innerTerm, innerFold);
      addBlock(toTerm, std::move(innerTerm), s->loc);
      addBlock(toFold, std::move(innerFold), s->loc);
    } else if (isa<ir::ContinueStatement>(s)) {
      toTerm.push_back(module.ret(nullptr, s->loc));
      toFold.push_back(module.ret(nullptr, s->loc));
    } else if (late.changesLate(s)) {
      whole(s, true);
    } else {
      llvm::append_range(
          toTerm, term.mapper.statements({const_cast<ir::Statement *>(s)}));
    }
  }
  held.resize(heldBefore);
  for (; rebound.size() > reboundBefore; rebound.pop_back())
    fold.mapper.variables.erase(rebound.back());
  termNow = termBefore;
  foldNow = foldBefore;
  return after;
}

void TermFold::addBlock(List &to, List statements, ir::Location loc) {
  if (!statements.empty())
    to.push_back(module.block(statements, loc));
}

/// A choice that does not depend on what is handed on: in both.
bool TermFold::splitChoice(const ir::IfStatement &s) {
  List thenTerm, thenFold, elseTerm, elseFold;
  bool after = split(s.then->statements, thenTerm, thenFold);
  if (s.otherwise)
    after |= split(s.otherwise->statements, elseTerm, elseFold);
  const auto choice = [&](const ir::Expr *condition, List &then,
                          List &otherwise) {
    return module.ifThen(
        condition, module.block(then, s.then->loc),
        otherwise.empty() ? nullptr : module.block(otherwise, s.loc), s.loc);
  };
  const bool isFolded = !thenFold.empty() || !elseFold.empty();
  const ir::Expr *asked = nullptr;
  if (isFolded) {
    if (isTrivial(s.condition)) {
      foldNow->push_back(choice(inFold(s.condition, true), thenFold, elseFold));
    } else {
      const unsigned k = field(s.condition, "holds");
      foldNow->push_back(choice(module.load(module.place(fields[k].inFold)),
                                thenFold, elseFold));
      asked = module.load(module.place(fields[k].inTerm));
    }
  }
  if (!thenTerm.empty() || !elseTerm.empty())
    termNow->push_back(choice(asked ? asked : term.mapper.expr(s.condition),
                              thenTerm, elseTerm));
  return after;
}

/// A statement that is the fold's as it stands. `isReached`: the body comes to
/// it whatever is handed on.
void TermFold::whole(const ir::Statement *s, bool isReached) {
  const bool before = always;
  always = isReached;
  if (const auto *choice = dyn_cast<ir::IfStatement>(s)) {
    const ir::Expr *condition = fold.mapper.expr(choice->condition);
    always = false;
    ir::BlockStatement *then = fold.mapper.block(choice->then);
    foldNow->push_back(module.ifThen(
        condition, then, fold.mapper.block(choice->otherwise), s->loc));
  } else {
    if (!isa<ir::LetStatement, ir::VarStatement, ir::StoreStatement,
             ir::ReduceStatement>(s))
      always = false;
    const List made = fold.mapper.statements({const_cast<ir::Statement *>(s)});
    llvm::append_range(*foldNow, made);
  }
  always = before;
}

//===--- Expressions of the fold ------------------------------------------===//

const ir::Expr *TermFold::inFold(const ir::Expr *e, bool isReached) {
  const bool before = std::exchange(always, isReached);
  const ir::Expr *made = fold.mapper.expr(e);
  always = before;
  return made;
}

/// Whether the fold may as well evaluate it: constants, the counter, what lives
/// outside of the loop.
bool TermFold::isTrivial(const ir::Expr *e) const {
  bool result = true;
  ir::walk(e, [&](const ir::Expr *part) {
    const ir::Place *place = ir::placeOf(part);
    const auto *data =
        place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
    const auto *value = dyn_cast<ir::ValueExpr>(part);
    if (value && late.isInner(value->variable)) {
      result &= isTrivial(value->variable);
      return;
    }
    result &=
        !(data && data->kind != ir::DataRoot::Own &&
          data->kind != ir::DataRoot::Shared) &&
        !(place && place->variable() && late.isInner(place->variable())) &&
        !isa<ir::CallExpr, ir::LibraryCallExpr, ir::ContainerReadExpr>(part);
  });
  return result;
}

/// A `let` of such a value is one itself.
bool TermFold::isTrivial(const ir::Variable *variable) const {
  const ir::LetStatement *let = declarationIn(kernel, variable);
  return let && isTrivial(let->value);
}

/// Whether it has one value in all of an iteration.
bool TermFold::isStable(const ir::Expr *e) const {
  bool result = true;
  ir::walk(e, [&](const ir::Expr *part) {
    const ir::Place *place = ir::placeOf(part);
    const ir::Variable *variable = place ? place->variable() : nullptr;
    result &= !variable || !late.isInner(variable) || late.isSetOnce(variable);
  });
  return result;
}

/// Whether a number has become one of more bytes.
static bool isWidened(const ir::CastExpr &cast) {
  const auto to = ir::sizeOf(cast.type), from = ir::sizeOf(cast.operand->type);
  return (cast.op == ir::CastOp::IntToInt ||
          cast.op == ir::CastOp::FloatToFloat ||
          cast.op == ir::CastOp::IntToFloat) &&
         to && from && *to > *from;
}

/// What stands for an expression in the fold; null: what its parts become.
const ir::Expr *TermFold::mapped(const ir::Expr *e) {
  if (late.isLate(e)) {
    if (const auto *both = dyn_cast<ir::LogicalExpr>(e)) {
      const ir::Expr *left = fold.mapper.expr(both->left);
      const ir::Expr *right = inFold(both->right, false);
      return both->isAnd ? module.andAlso(left, right, e->loc)
                         : module.orElse(left, right, e->loc);
    }
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
      const ir::Expr *condition = fold.mapper.expr(choice->condition);
      const ir::Expr *whenTrue = inFold(choice->whenTrue, false);
      return module.select(condition, whenTrue,
                           inFold(choice->whenFalse, false), e->loc);
    }
    return nullptr;
  }
  // A field holds what is narrower; the fold converts it.
  if (const auto *cast = dyn_cast<ir::CastExpr>(e);
      cast && always && isWidened(*cast))
    return nullptr;
  const bool isValue = e->type->isInt() || e->type->isBool() ||
                       e->type->isFloat() || isa<ir::StructType>(e->type) ||
                       isa<ir::EnumType>(e->type);
  if (isTrivial(e) || !isValue)
    return nullptr;
  for (const auto &[other, k] : held)
    if (ir::equal(other, e))
      return module.load(module.place(fields[k].inFold), e->loc);
  if (!always)
    return nullptr;
  return module.load(module.place(fields[field(e, nameOf(e))].inFold), e->loc);
}

std::string TermFold::nameOf(const ir::Expr *e) const {
  const auto *value = dyn_cast<ir::ValueExpr>(e);
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  const ir::Variable *variable = value  ? value->variable
                                 : load ? load->place->wholeVariable()
                                        : nullptr;
  return variable ? variable->name : e->type->isBool() ? "holds" : "value";
}

/// A field of the term that is stored now.
unsigned TermFold::field(const ir::Expr *e, llvm::StringRef name) {
  for (const auto &[other, k] : held)
    if (ir::equal(other, e))
      return k;
  std::string unique = name.str();
  const auto isTaken = [&] {
    return unique == inner.counter->name ||
           llvm::any_of(fields, [&](const TermField &other) {
             return other.inTerm->name == unique;
           });
  };
  for (unsigned number = 2; isTaken(); ++number)
    unique = name.str() + std::to_string(number);
  fields.push_back(
      {term.add(unique, e->type, e->loc), fold.add(unique, e->type, e->loc)});
  const unsigned k = unsigned(fields.size() - 1);
  termNow->push_back(module.store(module.place(fields[k].inTerm),
                                  term.mapper.expr(e), e->loc));
  if (isStable(e))
    held.push_back({e, k});
  return k;
}

/// What stands in the fold for a variable of the body that the term has set;
/// null: the fold has its own.
const ir::Place *TermFold::captured(const ir::Variable *variable) {
  if (fold.mapper.variables.lookup(variable))
    return nullptr;
  if (variable->type->isReference() || isTrivial(variable)) {
    const ir::LetStatement *let = declarationIn(kernel, variable);
    if (!let) {
      refuse("a reference is set by a call", variable->loc);
      return nullptr;
    }
    // Else it may be bound to something else by now.
    if (!isStable(let->value))
      refuse("the fold needs a reference to what changes", variable->loc);
    const bool before = std::exchange(always, false);
    const ir::Expr *value = fold.mapper.expr(let->value);
    always = before;
    ir::Variable *made = module.variable(ir::Variable::Let, variable->name,
                                         variable->type, variable->loc);
    foldNow->push_back(module.let(made, value, let->loc));
    fold.mapper.variables[variable] = made;
    rebound.push_back(variable);
    return module.place(made);
  }
  if (variable->type->isPointer() || isa<ir::ArrayType>(variable->type)) {
    refuse("the fold needs an array or a pointer of the term's", variable->loc);
    return nullptr;
  }
  const ir::Expr *value = module.load(module.place(variable), variable->loc);
  return module.place(fields[field(value, variable->name)].inFold);
}

//===--- What is left -----------------------------------------------------===//

static bool hasEffect(const ir::Statement *s) {
  bool result = false;
  ir::walk(s, [&](const ir::Statement *part) {
    result |=
        isa<ir::StoreStatement, ir::ReduceStatement, ir::DeferStatement,
            ir::TrapStatement>(part);
  });
  return result;
}

static bool names(llvm::ArrayRef<ir::Statement *> list,
                  const ir::Variable *variable) {
  bool result = false;
  const auto look = [&](const ir::Place *place) {
    result |= place && place->variable() == variable;
  };
  for (const ir::Statement *s : list)
    ir::walkExprs(s, [&](const ir::Expr *e) { look(ir::placeOf(e)); });
  return result;
}

/// Leaves out of the fold what has no effect, and fields that nothing asks for
/// then.
void TermFold::prune() {
  while (!foldStatements.empty() && !hasEffect(foldStatements.back()))
    foldStatements.pop_back();
  ir::Mapper copy(module);
  copy.onDeclare = [](const ir::Variable *declared) { return declared; };
  std::vector<TermField> kept;
  llvm::DenseMap<const ir::Variable *, ir::Variable *> locals;
  for (const TermField &each : fields) {
    if (names(foldStatements, each.inFold)) {
      kept.push_back(each);
      continue;
    }
    ir::Variable *local =
        names(termStatements, each.inTerm)
            ? module.variable(ir::Variable::Let, each.inTerm->name,
                              each.inTerm->type, each.inTerm->loc)
            : nullptr;
    locals[each.inTerm] = local;
    if (local)
      copy.variables[each.inTerm] = local;
  }
  if (locals.empty())
    return;
  fields = std::move(kept);
  copy.onStatement = [&](const ir::Statement *s)
      -> std::optional<std::vector<ir::Statement *>> {
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    const ir::Variable *variable =
        store ? store->place->wholeVariable() : nullptr;
    const auto found = locals.find(variable);
    if (!variable || found == locals.end())
      return std::nullopt;
    if (!found->second)
      return std::vector<ir::Statement *>{};
    return std::vector<ir::Statement *>{
        module.let(found->second, copy.expr(store->value), s->loc)};
  };
  termStatements = copy.statements(termStatements);
}

static std::vector<ir::Statement *>
joined(llvm::ArrayRef<ir::Statement *> first,
       llvm::ArrayRef<ir::Statement *> rest) {
  std::vector<ir::Statement *> result(first.begin(), first.end());
  result.insert(result.end(), rest.begin(), rest.end());
  return result;
}

void TermFold::finish(InnerRange &range, const std::string &name) {
  std::vector<ir::Variable *> ofTerm = term.params();
  ofTerm.push_back(termCounter);
  std::vector<ir::Variable *> ofFold = fold.params();
  ofFold.push_back(foldCounter);
  for (const TermField &each : fields) {
    ofTerm.push_back(each.inTerm);
    ofFold.push_back(each.inFold);
  }
  range.outer = term.makeOuter(name);
  range.term =
      term.finish(name + "::term", module.voidType(), ofTerm,
                  joined(term.rebound, termStatements), inner.loop->loc);
  range.fold = fold.finish(
      name + "::fold", module.voidType(), ofFold,
      joined(foldStatements.empty() ? List() : fold.rebound, foldStatements),
      inner.loop->loc);
}
