// Pointers that calls move on through the array that they lead into, as those
// into a text do, become numbers. Locals that are made of them do, too:
//
//     var %s: ptr i8 = load %text       var %s: i64 = load %text_at
//     store %s = addressof %s[1]    ->  store %s = add(load %s, 1)
//     if load (*%s) { ... }             if load %text[load %s] { ... }
//
// It is done where every value that the parameter is given, in the body and by
// recursive calls, is made of the parameter itself.
#include "MovedPointers.h"
#include "FunctionCopies.h"
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

/// Of what is built for one parameter.
class Numbering {
public:
  Numbering(ir::Module &module, const ir::Function &from, unsigned param)
      : module(module), from(from), param(param), pointer(from.params[param]),
        index(module.intType(ir::IntType::I64)) {
    made.insert(pointer);
  }

  /// Whether the parameter is moved on, and nothing else happens to it.
  bool isMoved() {
    findLocals();
    return isOnlyMoved() && isEverMoved();
  }

  ir::Function *run() {
    std::vector<const ir::Type *> types;
    for (const ir::Variable *each : from.params)
      types.push_back(each->type);
    types.push_back(index);
    result = module.createFunction(
        module.freeName(from.name),
        module.functionType(from.type->result, types), from.loc);
    result->isTraversal = from.isTraversal;
    result->clauses = from.clauses;
    for (const ir::Variable *each : from.params)
      copy.variables[each] = module.parameter(result, each->name, each->loc);
    base = copy.variables[pointer];
    numbers[pointer] =
        module.parameter(result, freeName(pointer->name + "_at"), from.loc);
    copy.onExpr = [this](const ir::Expr *e) { return expr(e); };
    copy.onPlace = [this](const ir::Place *p) { return place(p); };
    copy.onStatement = [this](const ir::Statement *s) { return statement(s); };
    result->body = copy.block(from.body);
    return result;
  }

  const ir::Variable *counterpart(const ir::Variable *variable) const {
    return copy.variables.lookup(variable);
  }

private:
  //===--- What is made of it ---------------------------------------------===//

  bool isMade(const ir::Variable *variable) const {
    return variable && made.contains(variable);
  }

  /// A variable that `place` is an element behind, and which one it is.
  static const ir::Variable *behind(const ir::Place *place,
                                    const ir::Expr *&offset) {
    const auto *deref = place->steps.size() == 1
                            ? std::get_if<ir::DerefStep>(&place->steps[0])
                            : nullptr;
    offset = deref ? deref->offset : nullptr;
    return deref ? place->variable() : nullptr;
  }

  /// Whether `e` leads into the array that the parameter does.
  bool derives(const ir::Expr *e) const {
    if (e->type != pointer->type)
      return false;
    if (isMade(heldIn(e)))
      return true;
    const ir::Expr *offset = nullptr;
    if (const auto *address = dyn_cast<ir::AddressExpr>(e))
      return isMade(behind(address->place, offset));
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
      return derives(choice->whenTrue) && derives(choice->whenFalse);
    const auto *moved = dyn_cast<ir::BinaryExpr>(e);
    return moved && moved->op == ir::BinaryOp::PtrAdd && derives(moved->left);
  }

  /// Locals of its type, but for those that are given another value.
  void findLocals() {
    ir::walk(from.body, [&](const ir::Statement *s) {
      const auto *var = dyn_cast<ir::VarStatement>(s);
      const auto *let = dyn_cast<ir::LetStatement>(s);
      const ir::Variable *declared = var   ? var->variable
                                     : let ? let->variable
                                           : nullptr;
      if (declared && declared->type == pointer->type && !declared->isVolatile)
        made.insert(declared);
      if (declared && let)
        lets[declared] = let->value;
    });
    const LocalUses uses = usesOf(from.body);
    for (const ir::Variable *local : llvm::drop_begin(made.getArrayRef()))
      if (uses.lookup(local).isAddressed)
        others.insert(local);
    for (bool shrinks = true; shrinks;) {
      for (const ir::Variable *other : others)
        made.remove(other);
      others.clear();
      ir::walk(from.body, [&](const ir::Statement *s) {
        if (const ir::Variable *other = setElsewise(s);
            other && other != pointer)
          others.insert(other);
      });
      shrinks = !others.empty();
    }
  }

  /// The variable among them that `s` itself gives a value of something else.
  const ir::Variable *setElsewise(const ir::Statement *s) const {
    if (const auto *var = dyn_cast<ir::VarStatement>(s))
      return isMade(var->variable) && var->init && !derives(var->init)
                 ? var->variable
                 : nullptr;
    if (const auto *let = dyn_cast<ir::LetStatement>(s))
      return isMade(let->variable) && !derives(let->value) ? let->variable
                                                           : nullptr;
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    const ir::Variable *result = nullptr;
    ir::forEachPlace(s, [&](const ir::Place *place) {
      const ir::Variable *whole = place->wholeVariable();
      if (isMade(whole) && !(store && derives(store->value)))
        result = whole;
    });
    return result;
  }

  bool isOnlyMoved() const {
    if (usesOf(from.body).lookup(pointer).isAddressed)
      return false;
    bool result = true;
    ir::walk(static_cast<const ir::Statement *>(from.body),
             [&](const ir::Statement *s) {
               result &= setElsewise(s) != pointer;
               const auto *call = dyn_cast<ir::CallStatement>(s);
               if (call && call->callee == &from)
                 result &= derives(call->arguments[param]);
             });
    ir::walkExprs(from.body, [&](const ir::Expr *e) {
      const auto *call = dyn_cast<ir::CallExpr>(e);
      result &= !call || call->callee != &from;
    });
    return result;
  }

  /// Whether `e` is what the parameter is, also where lets hand it on.
  bool isItself(const ir::Expr *e) const {
    const ir::Expr *offset = nullptr;
    const auto *address = dyn_cast<ir::AddressExpr>(e);
    const ir::Variable *held =
        address ? behind(address->place, offset) : heldIn(e);
    if (held == pointer)
      return !offset;
    const auto let = lets.find(held);
    return let != lets.end() && !offset && isItself(let->second);
  }

  bool isEverMoved() const {
    bool result = false;
    ir::walk(static_cast<const ir::Statement *>(from.body),
             [&](const ir::Statement *s) {
               const auto *store = dyn_cast<ir::StoreStatement>(s);
               result |= store && store->place->wholeVariable() == pointer;
               const auto *call = dyn_cast<ir::CallStatement>(s);
               result |= call && call->callee == &from &&
                         !isItself(call->arguments[param]);
             });
    return result;
  }

  //===--- The copy -------------------------------------------------------===//

  std::string freeName(const std::string &name) const {
    std::string result = name;
    const auto isTaken = [&] {
      bool taken = llvm::any_of(from.params, [&](const ir::Variable *each) {
        return each->name == result;
      });
      ir::walk(static_cast<const ir::Statement *>(from.body),
               [&](const ir::Statement *s) {
                 const ir::Variable *declared = ir::declaredBy(s);
                 taken |= declared && declared->name == result;
               });
      return taken;
    };
    for (int suffix = 2; isTaken(); ++suffix)
      result = name + "_" + std::to_string(suffix);
    return result;
  }

  const ir::Expr *numberIn(const ir::Variable *variable, ir::Location loc) {
    return module.load(module.place(numbers.lookup(variable)), loc);
  }

  const ir::Expr *further(const ir::Expr *number, const ir::Expr *offset) {
    if (!offset)
      return number;
    offset = copy.expr(offset);
    if (offset->type != index)
      offset =
          module.cast(ir::CastOp::IntToInt, index, offset, false, offset->loc);
    return module.binary(ir::BinaryOp::Add, number, offset, offset->loc);
  }

  /// Which element `e`, which is made of the parameter, leads to.
  const ir::Expr *number(const ir::Expr *e) {
    if (const ir::Variable *held = heldIn(e))
      return numberIn(held, e->loc);
    if (const auto *address = dyn_cast<ir::AddressExpr>(e)) {
      const ir::Expr *offset = nullptr;
      const ir::Variable *variable = behind(address->place, offset);
      return further(numberIn(variable, e->loc), offset);
    }
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
      return module.select(copy.expr(choice->condition),
                           number(choice->whenTrue), number(choice->whenFalse),
                           e->loc);
    const auto *moved = llvm::cast<ir::BinaryExpr>(e);
    return further(number(moved->left), moved->right);
  }

  /// The number of the element that any pointer into the array leads to. It may
  /// stand outside of the array, where nothing lies that has an address.
  const ir::Expr *fromBase(const ir::Expr *e) {
    return derives(e)
               ? number(e)
               : module.binary(ir::BinaryOp::PtrDiff, copy.expr(e),
                               module.load(module.place(base), e->loc), e->loc);
  }

  const ir::Place *element(const ir::Expr *number) {
    return module.deref(module.place(base), number);
  }

  /// Null leads nowhere, however far it is moved.
  const ir::Expr *askedForNull(const ir::Expr *e) {
    const ir::Expr *held = module.load(module.place(base), e->loc);
    if (const auto *asked = dyn_cast<ir::IntrinsicExpr>(e);
        asked && asked->op == ir::IntrinsicOp::IsNull &&
        derives(asked->arguments[0]))
      return module.intrinsic(ir::IntrinsicOp::IsNull, {held}, e->loc);
    if (const auto *cast = dyn_cast<ir::CastExpr>(e);
        cast && cast->op == ir::CastOp::ToBool && derives(cast->operand))
      return module.cast(ir::CastOp::ToBool, cast->type, held, cast->isWritten,
                         e->loc);
    const auto *compared = dyn_cast<ir::BinaryExpr>(e);
    if (!compared || !ir::isComparison(compared->op))
      return nullptr;
    if (isa<ir::NullExpr>(compared->right) && derives(compared->left))
      return module.binary(compared->op, held, compared->right, e->loc);
    if (isa<ir::NullExpr>(compared->left) && derives(compared->right))
      return module.binary(compared->op, compared->left, held, e->loc);
    return nullptr;
  }

  const ir::Expr *expr(const ir::Expr *e) {
    if (const ir::Expr *asked = askedForNull(e))
      return asked;
    const auto *both = dyn_cast<ir::BinaryExpr>(e);
    const bool isDifference = both && both->op == ir::BinaryOp::PtrDiff;
    if (both && (isDifference || ir::isComparison(both->op)) &&
        derives(both->left) && derives(both->right))
      return module.binary(isDifference ? ir::BinaryOp::Sub : both->op,
                           number(both->left), number(both->right), e->loc);
    if (both && ir::isComparison(both->op) &&
        derives(both->left) != derives(both->right))
      return module.binary(both->op, fromBase(both->left),
                           fromBase(both->right), e->loc);
    if (derives(e))
      return module.addressOf(element(number(e)), e->loc);
    return nullptr;
  }

  const ir::Place *place(const ir::Place *p) {
    const ir::Expr *offset = nullptr;
    const ir::Variable *variable = behind(p, offset);
    return isMade(variable) ? element(further(numberIn(variable, {}), offset))
                            : nullptr;
  }

  /// The number that stands for a local.
  const ir::Variable *declare(const ir::Variable *local) {
    ir::Variable *result =
        module.variable(local->kind, local->name, index, local->loc);
    numbers[local] = result;
    return result;
  }

  std::optional<std::vector<ir::Statement *>>
  statement(const ir::Statement *s) {
    const auto one = [](ir::Statement *made) {
      return std::vector<ir::Statement *>{made};
    };
    if (const auto *var = dyn_cast<ir::VarStatement>(s);
        var && isMade(var->variable)) {
      const ir::Expr *init = var->init ? number(var->init) : nullptr;
      return one(module.var(declare(var->variable), init, s->loc));
    }
    if (const auto *let = dyn_cast<ir::LetStatement>(s);
        let && isMade(let->variable)) {
      const ir::Expr *value = number(let->value);
      return one(module.let(declare(let->variable), value, s->loc));
    }
    if (const auto *store = dyn_cast<ir::StoreStatement>(s);
        store && isMade(store->place->wholeVariable()))
      return one(module.store(
          module.place(numbers.lookup(store->place->wholeVariable())),
          number(store->value), s->loc));
    const auto *call = dyn_cast<ir::CallStatement>(s);
    if (!call || call->callee != &from)
      return std::nullopt;
    std::vector<const ir::Expr *> arguments;
    for (size_t k = 0; k < call->arguments.size(); ++k)
      arguments.push_back(k == param ? module.load(module.place(base), s->loc)
                                     : copy.expr(call->arguments[k]));
    arguments.push_back(number(call->arguments[param]));
    return one(callInCopy(module, copy, *call, result, arguments));
  }

  ir::Module &module;
  const ir::Function &from;
  const unsigned param;
  const ir::Variable *const pointer;
  const ir::IntType *const index;
  llvm::SetVector<const ir::Variable *> made; ///< the parameter is the first
  llvm::SetVector<const ir::Variable *> others;
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> lets;
  ir::Mapper copy{module};
  ir::Function *result = nullptr;
  const ir::Variable *base = nullptr;
  llvm::DenseMap<const ir::Variable *, const ir::Variable *> numbers;
};

} // namespace

bool NumberedPointers::number(unsigned param,
                              std::vector<const ir::CallStatement *> &calls) {
  Numbering numbering(module, *traversal, param);
  if (!numbering.isMoved())
    return false;
  ir::Function *made = numbering.run();
  for (const ir::CallStatement *&call : calls) {
    std::vector<const ir::Expr *> arguments(call->arguments);
    arguments.push_back(
        module.integer(module.intType(ir::IntType::I64), 0, call->loc));
    call = module.callStatement(made, arguments, call->result, call->loc);
  }
  which = which ? numbering.counterpart(which) : nullptr;
  traversal = made;
  return true;
}

void NumberedPointers::run(std::vector<const ir::CallStatement *> &calls) {
  // Without nodes, it is the array itself that the recursion goes over.
  const auto isOfStructs = [](const ir::Variable *param) {
    return llvm::isa_and_nonnull<ir::StructType>(ir::pointeeOf(param->type));
  };
  if (llvm::none_of(traversal->params, isOfStructs))
    return;
  // A pointer to a struct may be the node.
  for (unsigned k = 0; k < traversal->params.size(); ++k) {
    const ir::Type *type = traversal->params[k]->type;
    if (type->isPointer() && !isa<ir::StructType>(ir::pointeeOf(type)))
      number(k, calls);
  }
}
