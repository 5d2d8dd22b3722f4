// Goes through expressions and statements, from what is changed.
#include "Progress.h"

#include "ElementChanges.h"
#include "Multiples.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Operators.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/TypeSwitch.h>
#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::recognise;
using ir::BinaryOp;
using llvm::dyn_cast;
using llvm::isa;

Course recognise::together(Course a, Course b) {
  return a == Course::Fixed             ? b
         : b == Course::Fixed || a == b ? a
                                        : Course::Open;
}

Course recognise::opposite(Course course) {
  return course == Course::Rises   ? Course::Falls
         : course == Course::Falls ? Course::Rises
                                   : course;
}

const ir::Variable *recognise::choosesLocal(ir::Module &module,
                                            const ir::Statement *s,
                                            const ir::Expr *&value) {
  const auto isLocal = [](const ir::Place *place) {
    return place->wholeVariable() != nullptr;
  };
  const auto change = elementChangeOf(module, s, isLocal);
  if (!change || !change->combiner || change->where ||
      (*change->combiner != ir::Combiner::Min &&
       *change->combiner != ir::Combiner::Max))
    return nullptr;
  value = change->value;
  return change->place->wholeVariable();
}

//===--- Places -----------------------------------------------------------===//

const kernel::Datum *Progress::stateAt(const ir::Place *place) const {
  const auto *root = place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
  return root && root->kind == ir::DataRoot::Element && rows.count(root->number)
             ? &site.kernel.data[root->number]
             : nullptr;
}

const ir::Variable *Progress::localAt(const ir::Place *place) const {
  return place && !place->isIndirect() ? place->variable() : nullptr;
}

/// The state that `e` is the value of, as it stands or in a wider type.
const kernel::Datum *Progress::stateIn(const ir::Expr *e) const {
  if (const auto *cast = dyn_cast<ir::CastExpr>(e))
    return ofCast(*cast) != Course::Open ? stateIn(cast->operand) : nullptr;
  const auto *held = dyn_cast<ir::ValueExpr>(e);
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  if (load && stateAt(load->place))
    return stateAt(load->place);
  const ir::Variable *local = held   ? held->variable
                              : load ? load->place->wholeVariable()
                                     : nullptr;
  const auto known = locals.find(local);
  return local && known != locals.end() && known->second.numValues == 1 &&
                 known->second.value && !known->second.isAddressed
             ? stateIn(known->second.value)
             : nullptr;
}

bool Progress::isExact(const ir::Expr *e) const {
  return of(e) == Course::Fixed || stateIn(e);
}

Course Progress::ofPlace(const ir::Place *place) const {
  Course indices = Course::Fixed;
  ir::forEachOperand(
      place, [&](const ir::Expr *e) { indices = together(indices, of(e)); });
  if (indices != Course::Fixed)
    return Course::Open;
  if (const kernel::Datum *state = stateAt(place))
    return rows.at(unsigned(state - site.kernel.data.data()));
  const ir::Variable *local = localAt(place);
  const auto known = locals.find(local);
  return local && known != locals.end() ? known->second.course : Course::Fixed;
}

//===--- Expressions ------------------------------------------------------===//

Course Progress::operandsOf(const ir::Expr *e) const {
  Course result = Course::Fixed;
  ir::forEachOperand(
      e, [&](const ir::Expr *part) { result = together(result, of(part)); });
  return result == Course::Fixed ? result : Course::Open;
}

Course Progress::of(const ir::Expr *e) const {
  return llvm::TypeSwitch<const ir::Expr *, Course>(e)
      .Case([&](const ir::ValueExpr *held) {
        const auto known = locals.find(held->variable);
        return known == locals.end() ? Course::Fixed : known->second.course;
      })
      .Case([&](const ir::LoadExpr *load) { return ofPlace(load->place); })
      .Case([&](const ir::AddressExpr *address) {
        // Where something lies does not move; what lies there is looked at by
        // whoever is given it.
        return stateAt(address->place) ? Course::Open : operandsOf(address);
      })
      .Case([&](const ir::UnaryExpr *unary) {
        const Course course = of(unary->operand);
        // A negative zero, the least integer.
        return course == Course::Fixed || unary->op == ir::UnaryOp::LNot
                   ? opposite(course)
                   : Course::Open;
      })
      .Case([&](const ir::BinaryExpr *binary) { return ofBinary(*binary); })
      .Case([&](const ir::LogicalExpr *both) {
        return together(of(both->left), of(both->right));
      })
      .Case([&](const ir::CastExpr *cast) { return ofCast(*cast); })
      .Case([&](const ir::SelectExpr *one) { return ofSelect(*one); })
      .Case([&](const ir::LibraryCallExpr *call) { return ofLibrary(*call); })
      .Default([&](const ir::Expr *other) { return operandsOf(other); });
}

Course Progress::ofBinary(const ir::BinaryExpr &e) const {
  switch (e.op) {
  case BinaryOp::Lt:
  case BinaryOp::Le:
    return together(opposite(of(e.left)), of(e.right));
  case BinaryOp::Gt:
  case BinaryOp::Ge:
    return together(of(e.left), opposite(of(e.right)));
  case BinaryOp::Eq:
  case BinaryOp::Ne:
    return ofEquality(e);
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return ofSum(e);
  default:
    return operandsOf(&e);
  }
}

Course Progress::ofSum(const ir::BinaryExpr &e) const {
  const bool isDifference = e.op == BinaryOp::Sub;
  const Course left = of(e.left);
  const Course right = isDifference ? opposite(of(e.right)) : of(e.right);
  const Course course = together(left, right);
  if (course == Course::Fixed || course == Course::Open)
    return course;
  // -0 - 0 is a negative zero.
  if (e.type->isFloat())
    return isDifference && left == Course::Fixed ? Course::Open : course;
  const auto format = ir::integerFormat(e.type);
  return format && format->isSigned && format->bits >= 32 && isExact(e.left) &&
                 isExact(e.right)
             ? course
             : Course::Open;
}

/// Whether no value of the type is beyond the number, of those that move so.
static bool isEnd(const ir::Expr *number, const ir::Type *type, Course course) {
  const auto format = ir::integerFormat(type);
  const auto value = fixedInteger(number);
  if (format && value) {
    const auto end =
        course == Course::Falls
            ? llvm::APSInt::getMaxValue(format->bits, !format->isSigned)
            : llvm::APSInt::getMinValue(format->bits, !format->isSigned);
    return llvm::APSInt::compareValues(*value, end) == 0;
  }
  const auto *real = dyn_cast<ir::FloatExpr>(number);
  return real && real->value().isInfinity() &&
         real->value().isNegative() == (course == Course::Rises);
}

/// Whether an element is still what all of them may have begun with.
Course Progress::ofEquality(const ir::BinaryExpr &e) const {
  const Course whole = together(of(e.left), of(e.right));
  if (whole == Course::Fixed)
    return whole;
  for (const auto &[asked, bound] :
       {std::pair(e.left, e.right), std::pair(e.right, e.left)}) {
    const kernel::Datum *state = stateIn(asked);
    const auto *real = dyn_cast<ir::FloatExpr>(bound);
    const bool isNumber =
        fixedNumber(bound) || (real && !real->value().isNaN());
    if (!state || !isNumber)
      continue;
    const unsigned row = unsigned(state - site.kernel.data.data());
    const bool isKnown = llvm::any_of(needed, [&](const StartBound &start) {
      return start.row == row && ir::equal(start.bound, bound);
    });
    if (!isKnown && !isEnd(bound, state->type, rows.at(row))) {
      if (real && real->value().isInfinity())
        continue;
      needed.push_back({row, bound});
    }
    // What falls has been equal to its highest value before it is less.
    return e.op == BinaryOp::Ne ? Course::Rises : Course::Falls;
  }
  return Course::Open;
}

Course Progress::ofCast(const ir::CastExpr &e) const {
  const Course course = of(e.operand);
  const ir::Type *from = e.operand->type;
  if (course == Course::Fixed)
    return course;
  switch (e.op) {
  case ir::CastOp::IntToInt: {
    const auto narrow = ir::integerFormat(from),
               wide = ir::integerFormat(e.type);
    const bool keeps =
        wide && (from->isBool() || (narrow && narrow->bits <= wide->bits &&
                                    narrow->isSigned <= wide->isSigned &&
                                    (narrow->bits < wide->bits ||
                                     narrow->isSigned == wide->isSigned)));
    return keeps || from == e.type ? course : Course::Open;
  }
  case ir::CastOp::IntToFloat:
    return course;
  case ir::CastOp::FloatToFloat: // of a smaller one, a negative zero
    return *ir::sizeOf(from) <= *ir::sizeOf(e.type) ? course : Course::Open;
  case ir::CastOp::ToBool:
    return from->isBool() ? course : Course::Open;
  default:
    return Course::Open;
  }
}

/// The lesser or greater one of two. Where one does not move, it has to be no
/// negative zero.
Course Progress::ofChosen(const ir::Expr *a, const ir::Expr *b) const {
  const Course course = together(of(a), of(b));
  const auto isPlain = [&](const ir::Expr *e) {
    const auto *real = dyn_cast<ir::FloatExpr>(e);
    return !e->type->isFloat() || of(e) != Course::Fixed ||
           (real && !(real->value().isZero() && real->value().isNegative()));
  };
  return course == Course::Fixed || (isPlain(a) && isPlain(b)) ? course
                                                               : Course::Open;
}

Course Progress::ofSelect(const ir::SelectExpr &e) const {
  if (of(e.condition) == Course::Fixed)
    return together(of(e.whenTrue), of(e.whenFalse));
  const auto *asked = dyn_cast<ir::BinaryExpr>(e.condition);
  const auto isPair = [&](const ir::Expr *a, const ir::Expr *b) {
    return ir::equal(e.whenTrue, a) && ir::equal(e.whenFalse, b);
  };
  return asked && ir::isComparison(asked->op) && asked->op != BinaryOp::Eq &&
                 asked->op != BinaryOp::Ne &&
                 (isPair(asked->left, asked->right) ||
                  isPair(asked->right, asked->left))
             ? ofChosen(e.whenTrue, e.whenFalse)
             : Course::Open;
}

Course Progress::ofLibrary(const ir::LibraryCallExpr &e) const {
  return (e.name == "std::min" || e.name == "std::max") &&
                 e.arguments.size() == 2
             ? ofChosen(e.arguments[0], e.arguments[1])
             : operandsOf(&e);
}

//===--- Statements -------------------------------------------------------===//

bool Progress::setLocal(const ir::Variable *variable, Course course,
                        const ir::Expr *value) {
  Local &local = locals[variable];
  const Course known = local.course;
  local.course = together(known, local.isAddressed ? Course::Open : course);
  if (value != local.value) {
    ++local.numValues;
    local.value = value;
  }
  return local.course != known;
}

/// True: something is known that was not.
bool Progress::learnOnce(const ir::Statement *s) {
  const ir::Expr *value = nullptr;
  // What is set in some of the rounds that it is declared in may be anything.
  const auto isEach = [&](const ir::Variable *local) {
    const auto known = locals.find(local);
    return known != locals.end() && known->second.scope == scope ? Course::Fixed
                                                                 : Course::Open;
  };
  if (const ir::Variable *declared = ir::declaredBy(s))
    locals[declared].scope = scope;
  if (const ir::Variable *chosen = choosesLocal(site.module, s, value)) {
    locals[chosen].numValues += 2;
    return setLocal(chosen, together(of(value), isEach(chosen)), value);
  }
  if (const auto *let = dyn_cast<ir::LetStatement>(s))
    return setLocal(let->variable, of(let->value), let->value);
  if (const auto *var = dyn_cast<ir::VarStatement>(s))
    return var->init && setLocal(var->variable, of(var->init), var->init);
  const auto *store = dyn_cast<ir::StoreStatement>(s);
  const ir::Variable *local = store ? localAt(store->place) : nullptr;
  if (!local)
    return false;
  const bool isWhole = store->place->steps.empty();
  return setLocal(
      local,
      together(isEach(local),
               together(of(store->value),
                        isWhole ? Course::Fixed : ofPlace(store->place))),
      store->value);
}

void Progress::learn(const ir::BlockStatement *body,
                     llvm::function_ref<bool(const ir::Statement *)> isChange) {
  ir::walkExprs(static_cast<const ir::Statement *>(body),
                [&](const ir::Expr *e) {
                  const auto *address = dyn_cast<ir::AddressExpr>(e);
                  if (const ir::Variable *local =
                          address ? localAt(address->place) : nullptr)
                    locals[local].isAddressed = true;
                });
  for (bool isNew = true; isNew;) {
    isNew = false;
    walk(body, isChange,
         [&](const ir::Statement *s, Course) { isNew |= learnOnce(s); });
  }
  needed.clear();
}

void Progress::walk(
    const ir::BlockStatement *body,
    llvm::function_ref<bool(const ir::Statement *)> isChange,
    llvm::function_ref<void(const ir::Statement *, Course)> found) {
  this->isChange = isChange;
  this->found = found;
  scope = lastScope = 0;
  walk(body, Course::Fixed);
}

static bool goesOn(const ir::Statement *s) {
  return isa<ir::ContinueStatement, ir::LeaveStatement, ir::ReturnStatement,
             ir::BreakStatement>(s);
}

/// Returns the course of whether what follows the block is come to.
Course Progress::walk(const ir::BlockStatement *body, Course guard) {
  Course rest = Course::Fixed;
  const llvm::SaveAndRestore outer(scope);
  for (const ir::Statement *s : body->statements) {
    const Course here = together(guard, rest);
    found(s, here);
    const ir::Expr *value = nullptr;
    if (isChange(s) || choosesLocal(site.module, s, value))
      continue;
    const Course after =
        llvm::TypeSwitch<const ir::Statement *, Course>(s)
            .Case([&](const ir::BlockStatement *inner) {
              return walk(inner, here);
            })
            .Case(
                [&](const ir::IfStatement *one) { return choice(*one, here); })
            .Case([&](const ir::LoopStatement *each) {
              return loop(*each, each->body, here);
            })
            .Case([&](const ir::CountedLoopStatement *each) {
              return loop(*each, each->body, here);
            })
            .Case([&](const ir::RangeLoopStatement *each) {
              return loop(*each, each->body, here);
            })
            .Case([&](const ir::SwitchStatement *several) {
              const Course inner =
                  of(several->value) == Course::Fixed ? here : Course::Open;
              Course after = Course::Fixed;
              for (const auto &each : several->cases) {
                const llvm::SaveAndRestore own(scope, ++lastScope);
                after = together(after, walk(each.body, inner));
              }
              return after;
            })
            .Default(Course::Fixed);
    if (after != Course::Fixed)
      scope = ++lastScope;
    rest = together(rest, after);
  }
  return rest;
}

Course Progress::choice(const ir::IfStatement &s, Course guard) {
  const Course asked = of(s.condition);
  const auto branch = [&](const ir::BlockStatement *block, Course taken) {
    if (!block)
      return Course::Fixed;
    const llvm::SaveAndRestore own(scope, taken == Course::Fixed ? scope
                                                                 : ++lastScope);
    const Course after = walk(block, together(guard, taken));
    // What follows is come to where this branch is not.
    const bool ends =
        !block->statements.empty() && goesOn(block->statements.back());
    if (ends && after == Course::Fixed)
      return opposite(taken);
    return after == Course::Fixed || taken == Course::Fixed ? after
                                                            : Course::Open;
  };
  const Course then = branch(s.then, asked);
  return together(then, branch(s.otherwise, opposite(asked)));
}

Course Progress::loop(const ir::Statement &s, const ir::BlockStatement *body,
                      Course guard) {
  Course asked = Course::Fixed;
  ir::forEachOperand(
      &s, [&](const ir::Expr *e) { asked = together(asked, of(e)); });
  // Where an iteration may end the loop, the next ones depend on it.
  bool breaks = false;
  ir::walk(body, [&](const ir::Statement *each) {
    breaks |=
        isa<ir::BreakStatement, ir::ReturnStatement, ir::LeaveStatement>(each);
  });
  Course inner = asked == Course::Fixed ? guard : Course::Open;
  const auto ignore = [](const ir::Statement *, Course) {};
  if (breaks && inner != Course::Open) {
    const llvm::function_ref<void(const ir::Statement *, Course)> outer = found;
    found = ignore;
    if (walk(body, inner) != Course::Fixed)
      inner = Course::Open;
    found = outer;
  }
  ir::forEachChild(&s, [&](const ir::Statement *part) {
    if (part != body)
      walk(llvm::cast<ir::BlockStatement>(part), guard);
  });
  const llvm::SaveAndRestore own(scope, inner == guard ? scope : ++lastScope);
  const Course after = walk(body, inner);
  return breaks && after != Course::Fixed ? Course::Open : Course::Fixed;
}
