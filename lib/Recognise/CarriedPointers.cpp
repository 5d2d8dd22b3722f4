// Pointers that calls hand on and return, as the best value found so far,
// become numbers, where nothing is read through them on the way: they are set,
// compared and asked for null. Locals that they are copied to do, too.
//
//     if ne(load %n->value, null) { store %best = load %n->value }
//  -> if ne(load %n->value, null) {
//       store %best = ptrtoint<u64>(load %n->value) }
//
// Whose address it is the host knows: what is returned is a pointer there. One
// that every call hands on as it is stands for the object that it leads to.
#include "CarriedPointers.h"
#include "Downcasts.h"
#include "FunctionCopies.h"
#include "KeptData.h"
#include "LocalUses.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// What `e` is a choice of, and the same addresses as other types.
void forEachValue(const ir::Expr *e,
                  llvm::function_ref<void(const ir::Expr *)> found) {
  e = sameAddress(e);
  const auto *choice = dyn_cast<ir::SelectExpr>(e);
  if (!choice)
    return found(e);
  forEachValue(choice->whenTrue, found);
  forEachValue(choice->whenFalse, found);
}

/// Of what is built for one parameter.
class Numbering {
public:
  Numbering(ir::Module &module, const ir::Function &from, unsigned param)
      : module(module), from(from), param(param), pointer(from.params[param]),
        number(module.intType(ir::IntType::U64)) {
    carried.insert(pointer);
  }

  /// Whether the parameter changes from call to call, and nothing reads through
  /// it.
  bool isCarried() {
    findLocals();
    return isEverChanged() && !isNamedOtherwise() && usesIn() == questionsIn();
  }

  ir::Function *run() {
    std::vector<const ir::Type *> types;
    for (const ir::Variable *each : from.params)
      types.push_back(each == pointer ? number : each->type);
    result = module.createFunction(
        module.freeName(from.name),
        module.functionType(from.type->result, types), from.loc);
    result->isTraversal = from.isTraversal;
    result->clauses = from.clauses;
    for (const ir::Variable *each : from.params) {
      const ir::Variable *made =
          module.parameter(result, each->name, each->loc);
      (each == pointer ? numbers : copy.variables)[each] = made;
    }
    copy.onExpr = [this](const ir::Expr *e) { return expr(e); };
    copy.onStatement = [this](const ir::Statement *s) { return statement(s); };
    result->body = copy.block(from.body);
    return result;
  }

  const ir::Variable *counterpart(const ir::Variable *variable) const {
    return copy.variables.lookup(variable);
  }

  /// `e`, a pointer, as the number that it is.
  const ir::Expr *numberOf(const ir::Expr *e) {
    e = sameAddress(e);
    if (isa<ir::NullExpr, ir::ZeroExpr>(e))
      return module.integer(number, 0, e->loc);
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
      return module.select(copy.expr(choice->condition),
                           numberOf(choice->whenTrue),
                           numberOf(choice->whenFalse), e->loc);
    if (isHeld(e))
      return module.load(module.place(numbers.lookup(heldIn(e))), e->loc);
    return module.cast(ir::CastOp::PtrToInt, number, copy.expr(e), false,
                       e->loc);
  }

private:
  bool isHeld(const ir::Expr *e) const {
    const ir::Variable *held = heldIn(e);
    return held && carried.contains(held);
  }

  /// How often `e` is the value of one of them.
  unsigned valuesIn(const ir::Expr *e) const {
    unsigned result = 0;
    forEachValue(e, [&](const ir::Expr *each) { result += isHeld(each); });
    return result;
  }

  /// What `s` itself gives a variable as a whole.
  static std::pair<const ir::Variable *, const ir::Expr *>
  given(const ir::Statement *s) {
    if (const auto *let = dyn_cast<ir::LetStatement>(s))
      return {let->variable, let->value};
    if (const auto *var = dyn_cast<ir::VarStatement>(s))
      return {var->variable, var->init};
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    const ir::Variable *set = store ? store->place->wholeVariable() : nullptr;
    return set ? std::pair(set, store->value) : std::pair(nullptr, nullptr);
  }

  const ir::Expr *handed(const ir::Statement *s) const {
    const auto *call = dyn_cast<ir::CallStatement>(s);
    return call && call->callee == &from ? call->arguments[param] : nullptr;
  }

  //===--- What holds them ------------------------------------------------===//

  template <class F> void forEachStatement(F found) const {
    ir::walk(static_cast<const ir::Statement *>(from.body), found);
  }

  /// Locals that are given what one of them is.
  void findLocals() {
    for (size_t before = 0; before != carried.size();) {
      before = carried.size();
      forEachStatement([&](const ir::Statement *s) {
        const auto [set, value] = given(s);
        if (set && value && set->type->isPointer() && valuesIn(value) > 0)
          carried.insert(set);
      });
    }
  }

  /// Whether one of them is another's by its address, is followed, or is set by
  /// what has no value.
  bool isNamedOtherwise() const {
    const LocalUses uses = usesOf(from.body);
    bool result = llvm::any_of(carried, [&](const ir::Variable *each) {
      return each->isVolatile || uses.lookup(each).isAddressed ||
             !uses.lookup(each).isWhole;
    });
    forEachStatement([&](const ir::Statement *s) {
      const ir::Variable *set = given(s).first;
      const ir::Variable *declared = ir::declaredBy(s);
      result |= declared && declared != set && carried.contains(declared);
      ir::forEachPlace(s, [&](const ir::Place *place) {
        const ir::Variable *variable = place->variable();
        result |= variable && carried.contains(variable) &&
                  (place->isIndirect() || variable != set);
      });
      const auto *call = dyn_cast<ir::CallStatement>(s);
      result |= call && call->result && carried.contains(call->result);
    });
    ir::walkExprs(from.body, [&](const ir::Expr *e) {
      const auto *call = dyn_cast<ir::CallExpr>(e);
      result |= call && call->callee == &from;
      const ir::Place *place = ir::placeOf(e);
      result |= place && place->variable() &&
                carried.contains(place->variable()) && !place->wholeVariable();
    });
    return result;
  }

  bool isEverChanged() const {
    bool result = false;
    forEachStatement([&](const ir::Statement *s) {
      const ir::Expr *next = handed(s);
      result |= given(s).first == pointer ||
                (next && heldIn(sameAddress(next)) != pointer);
    });
    return result;
  }

  unsigned usesIn() const {
    unsigned result = 0;
    ir::walkExprs(from.body, [&](const ir::Expr *e) { result += isHeld(e); });
    return result;
  }

  /// Where one is set, compared, handed on or returned.
  unsigned questionsIn() const {
    unsigned result = 0;
    forEachStatement([&](const ir::Statement *s) {
      const auto [set, value] = given(s);
      if (value && carried.contains(set))
        result += valuesIn(value);
      if (const ir::Expr *next = handed(s))
        result += valuesIn(next);
      const auto *leave = dyn_cast<ir::ReturnStatement>(s);
      if (leave && leave->value)
        result += valuesIn(leave->value);
    });
    ir::walkExprs(from.body, [&](const ir::Expr *e) {
      if (isAsked(e))
        result += valuesIn(llvm::cast<ir::CastExpr>(e)->operand);
      if (const auto *asked = dyn_cast<ir::IntrinsicExpr>(e);
          asked && asked->op == ir::IntrinsicOp::IsNull)
        result += valuesIn(asked->arguments[0]);
      if (const auto *both = dyn_cast<ir::BinaryExpr>(e);
          both && ir::isComparison(both->op))
        result += valuesIn(both->left) + valuesIn(both->right);
    });
    return result;
  }

  static bool isAsked(const ir::Expr *e) {
    const auto *cast = dyn_cast<ir::CastExpr>(e);
    return cast && cast->op == ir::CastOp::ToBool &&
           cast->operand->type->isPointer();
  }

  //===--- The copy -------------------------------------------------------===//

  const ir::Expr *expr(const ir::Expr *e) {
    const auto *asked = dyn_cast<ir::IntrinsicExpr>(e);
    const bool isNull = asked && asked->op == ir::IntrinsicOp::IsNull;
    const ir::Expr *of = isAsked(e) ? llvm::cast<ir::CastExpr>(e)->operand
                         : isNull   ? asked->arguments[0]
                                    : nullptr;
    if (of && valuesIn(of) > 0)
      return module.binary(isNull ? ir::BinaryOp::Eq : ir::BinaryOp::Ne,
                           numberOf(of), module.integer(number, 0, e->loc),
                           e->loc);
    const auto *both = dyn_cast<ir::BinaryExpr>(e);
    if (both && ir::isComparison(both->op) &&
        valuesIn(both->left) + valuesIn(both->right) > 0)
      return module.binary(both->op, numberOf(both->left),
                           numberOf(both->right), e->loc);
    return nullptr;
  }

  /// The number that stands for a local.
  const ir::Variable *declare(const ir::Variable *local) {
    ir::Variable *made =
        module.variable(local->kind, local->name, number, local->loc);
    numbers[local] = made;
    return made;
  }

  std::optional<std::vector<ir::Statement *>>
  statement(const ir::Statement *s) {
    const auto one = [](ir::Statement *made) {
      return std::vector<ir::Statement *>{made};
    };
    const auto [set, value] = given(s);
    if (set && carried.contains(set)) {
      const ir::Expr *held = value ? numberOf(value) : nullptr;
      if (isa<ir::LetStatement>(s))
        return one(module.let(declare(set), held, s->loc));
      if (isa<ir::VarStatement>(s))
        return one(module.var(declare(set), held, s->loc));
      return one(module.store(module.place(numbers.lookup(set)), held, s->loc));
    }
    const auto *leave = dyn_cast<ir::ReturnStatement>(s);
    if (leave && leave->value && valuesIn(leave->value) > 0)
      return one(
          module.ret(module.cast(ir::CastOp::IntToPtr, leave->value->type,
                                 numberOf(leave->value), false, s->loc),
                     s->loc));
    const auto *call = dyn_cast<ir::CallStatement>(s);
    if (!call || call->callee != &from)
      return std::nullopt;
    std::vector<const ir::Expr *> arguments;
    for (size_t k = 0; k < call->arguments.size(); ++k)
      arguments.push_back(k == param ? numberOf(call->arguments[k])
                                     : copy.expr(call->arguments[k]));
    return one(callInCopy(module, copy, *call, result, arguments));
  }

  ir::Module &module;
  const ir::Function &from;
  const unsigned param;
  const ir::Variable *const pointer;
  const ir::IntType *const number;
  llvm::SetVector<const ir::Variable *> carried; ///< the parameter is the first
  ir::Mapper copy{module};
  ir::Function *result = nullptr;
  llvm::DenseMap<const ir::Variable *, const ir::Variable *> numbers;
};

} // namespace

const ir::Expr *recognise::numberOfCarried(const ir::Expr *e) {
  const auto *cast = dyn_cast<ir::CastExpr>(e);
  return cast && cast->op == ir::CastOp::IntToPtr && !cast->isWritten
             ? cast->operand
             : nullptr;
}

bool CarriedPointers::number(unsigned param,
                             std::vector<const ir::CallStatement *> &calls) {
  Numbering numbering(module, *traversal, param);
  if (!numbering.isCarried())
    return false;
  ir::Function *made = numbering.run();
  for (const ir::CallStatement *&call : calls) {
    std::vector<const ir::Expr *> arguments(call->arguments);
    arguments[param] =
        Numbering(module, *traversal, param).numberOf(call->arguments[param]);
    call = module.callStatement(made, arguments, call->result, call->loc);
  }
  which = which ? numbering.counterpart(which) : nullptr;
  traversal = made;
  return true;
}

/// Whether parameter `param` may lead to a node, which a link stands for: there
/// is another one of that type.
static bool mayBeNode(const ir::Function &traversal, unsigned param) {
  const ir::Type *to = ir::pointeeOf(traversal.params[param]->type);
  for (unsigned k = 0; k < traversal.params.size(); ++k) {
    const ir::Type *other = ir::pointeeOf(traversal.params[k]->type);
    if (k != param && other && isa<ir::StructType>(to) &&
        (isOrBeginsWith(to, other) || isOrBeginsWith(other, to)))
      return true;
  }
  return false;
}

void CarriedPointers::run(std::vector<const ir::CallStatement *> &calls) {
  for (unsigned k = 0; k < traversal->params.size(); ++k)
    if (traversal->params[k]->type->isPointer() && !mayBeNode(*traversal, k))
      number(k, calls);
}
