// Follows addresses of variables until no other variable may hold one.
#include "regtt/Analysis/KeptAddresses.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringSwitch.h>

using namespace regtt;
using namespace regtt::ir;
using llvm::dyn_cast;
using llvm::isa;

//===--- Values that hold addresses ---------------------------------------===//

/// Where `place` lies by itself, no pointer followed, in a variable of those
/// that are asked about.
static const Variable *askedIn(const Place *place, const KeptAddresses &kept) {
  const Variable *variable = place->variable();
  return variable && !place->isIndirect() && !variable->type->isReference() &&
                 kept.isAsked(variable)
             ? variable
             : nullptr;
}

/// Whose address what leads to `place` is.
static const Variable *behind(const Place *place, const KeptAddresses &kept) {
  if (const auto *root = std::get_if<PointeeRoot>(&place->root))
    return kept.in(root->pointer);
  const Variable *variable = place->variable();
  return variable ? kept.holders.lookup(variable) : nullptr;
}

/// Whether such an object of the library's holds what its arguments say, and
/// nothing else. Of others it is not known what they are made of.
static bool isOfValues(const LibraryType &type) {
  llvm::StringRef name = type.name;
  name.consume_front("std::");
  return llvm::StringSwitch<bool>(name)
      .Cases("vector", "deque", "list", "forward_list", "basic_string", true)
      .Cases("map", "multimap", "set", "multiset", "valarray", true)
      .Cases("unordered_map", "unordered_multimap", true)
      .Cases("unordered_set", "unordered_multiset", true)
      .Cases("queue", "stack", "priority_queue", true)
      .Cases("array", "pair", "tuple", "optional", "variant", "complex", true)
      .Cases("less", "greater", "equal_to", "hash", "allocator", true)
      .Cases("less_equal", "greater_equal", "char_traits", "bitset", true)
      .Default(false);
}

/// Whether a value of the type may hold an address.
static bool mayHold(const Type *type) {
  if (const auto *library = dyn_cast<LibraryType>(type))
    return !isOfValues(*library) ||
           llvm::any_of(library->arguments,
                        [](const LibraryType::Argument &argument) {
                          const auto *of = std::get_if<const Type *>(&argument);
                          return of && mayHold(*of);
                        });
  if (const auto *array = dyn_cast<ArrayType>(type))
    return mayHold(array->element);
  if (const auto *record = dyn_cast<StructType>(type))
    return !record->isComplete() ||
           llvm::any_of(record->fields(),
                        [](const Field &field) { return mayHold(field.type); });
  return !type->isInt() && !type->isFloat() && !type->isBool() &&
         !type->isEnum() && !type->isVoid();
}

/// Of what lies there. What an address leads to may hold another one.
static const Variable *inLoad(const Place *place, const KeptAddresses &kept) {
  const Variable *whose = behind(place, kept);
  if (!whose || !mayHold(place->type))
    return nullptr;
  return !place->isIndirect() || kept.holders.contains(whose) ? whose : nullptr;
}

/// `*it`, `it->`: what an iterator leads to does not lie in it.
static bool isFollowed(llvm::StringRef name) {
  const auto [owner, method] = name.rsplit("::");
  return owner.ends_with("iterator") &&
         (method == "operator*" || method == "operator->");
}

/// The same of what a call of the library's that is handed `arguments` answers.
static const Variable *inAnswer(llvm::StringRef name, const Type *type,
                                llvm::ArrayRef<const Expr *> arguments,
                                const KeptAddresses &kept) {
  if (!mayHold(type))
    return nullptr;
  const Variable *result = nullptr;
  for (const Expr *argument : arguments)
    result = result ? result : kept.in(argument);
  const auto *object = result && isFollowed(name)
                           ? dyn_cast<AddressExpr>(arguments[0])
                           : nullptr;
  return object ? behind(object->place, kept) : result;
}

const Variable *KeptAddresses::in(const Expr *e) const {
  if (const auto *value = dyn_cast<ValueExpr>(e))
    return holders.lookup(value->variable);
  if (const auto *load = dyn_cast<LoadExpr>(e))
    return inLoad(load->place, *this);
  if (const auto *address = dyn_cast<AddressExpr>(e)) {
    const Variable *own = askedIn(address->place, *this);
    return own ? own : behind(address->place, *this);
  }
  if (const auto *binary = dyn_cast<BinaryExpr>(e);
      binary && (isComparison(binary->op) || binary->op == BinaryOp::PtrDiff))
    return nullptr;
  if (const auto *cast = dyn_cast<CastExpr>(e);
      cast && cast->op == CastOp::ToBool)
    return nullptr;
  if (isa<LogicalExpr, IntrinsicExpr>(e) || e->type->isBool())
    return nullptr;
  const Variable *result = nullptr;
  if (const auto *read = dyn_cast<ContainerReadExpr>(e)) {
    if (!mayHold(e->type))
      return nullptr;
    result = askedIn(read->container, *this);
    result = result ? result : behind(read->container, *this);
  }
  if (const auto *call = dyn_cast<LibraryCallExpr>(e))
    return inAnswer(call->name, e->type, call->arguments, *this);
  if (isa<CallExpr>(e) && !mayHold(e->type))
    return nullptr;
  forEachOperand(e, [&](const Expr *operand) {
    if (!result)
      result = in(operand);
  });
  return result;
}

//===--- Where they go ----------------------------------------------------===//

namespace {

/// Where a function leaves an address that it is handed.
struct Left {
  bool isReturned = false;
  bool isElsewhere = false;                        ///< than what follows
  llvm::SmallSetVector<const Variable *, 2> where; ///< what parameters lead to
};

/// Functions that are gone into, each with the argument that is followed.
using Entered = llvm::SmallDenseSet<std::pair<const Function *, size_t>, 8>;

class AddressFlow {
public:
  /// `function`: whose statements they are; null: nobody's parameters are led
  /// to.
  AddressFlow(KeptAddresses &kept,
              llvm::function_ref<bool(const Statement *)> skips,
              Entered &entered, const Function *function)
      : kept(kept), skips(skips), entered(entered), function(function) {}

  void run(llvm::ArrayRef<const Statement *> statements) {
    do {
      hasGrown = false;
      for (const Statement *s : statements)
        visit(s);
    } while (hasGrown);
    left.isElsewhere = kept.where;
  }

  Left left;

private:
  void hold(const Variable *variable, const Variable *whose) {
    if (whose)
      hasGrown |= kept.holders.insert({variable, whose}).second;
  }

  /// The address in `whose` goes to what `pointer` leads to, if that is a
  /// variable, or anywhere else.
  void keep(const Variable *whose, const Variable *pointer,
            const Statement *where) {
    if (function && pointer && llvm::is_contained(function->params, pointer)) {
      left.where.insert(pointer);
    } else if (!kept.where) {
      kept.variable = whose;
      kept.where = where;
    }
  }

  /// The one pointer that is followed to `place`; null: there are others.
  static const Variable *followed(const Place *place) {
    const auto isFollowed = [](const Step &step) {
      return std::holds_alternative<DerefStep>(step);
    };
    if (const auto *root = std::get_if<PointeeRoot>(&place->root))
      return llvm::any_of(place->steps, isFollowed) ? nullptr
                                                    : named(root->pointer);
    const bool isFirst = !place->steps.empty() && isFollowed(place->steps[0]);
    return isFirst && llvm::count_if(place->steps, isFollowed) == 1
               ? place->variable()
               : nullptr;
  }

  static const Variable *named(const Expr *pointer) {
    if (const auto *value = dyn_cast<ValueExpr>(pointer))
      return value->variable;
    const auto *load = dyn_cast<LoadExpr>(pointer);
    return load ? load->place->wholeVariable() : nullptr;
  }

  /// The address in `whose` goes to `place`.
  void store(const Place *place, const Variable *whose, const Statement *s) {
    if (!whose)
      return;
    const Variable *to = place->variable();
    to && !place->isIndirect() && !to->type->isReference()
        ? hold(to, whose)
        : keep(whose, followed(place), s);
  }

  void visit(const Statement *s) {
    if (skips(s))
      return;
    if (const auto *let = dyn_cast<LetStatement>(s))
      hold(let->variable, kept.in(let->value));
    else if (const auto *var = dyn_cast<VarStatement>(s))
      var->init ? hold(var->variable, kept.in(var->init)) : void();
    else if (const auto *stored = dyn_cast<StoreStatement>(s))
      store(stored->place, kept.in(stored->value), s);
    else if (const auto *ends = dyn_cast<ReturnStatement>(s))
      left.isReturned |= ends->value && kept.in(ends->value);
    else if (const auto *range = dyn_cast<RangeLoopStatement>(s))
      overElements(*range);
    else if (const auto *call = dyn_cast<CallStatement>(s))
      visitCall(*call);
    else if (const auto *change = dyn_cast<ContainerChangeStatement>(s))
      for (const Expr *argument : change->arguments)
        mayHold(change->container->type)
            ? store(change->container, kept.in(argument), s)
            : void();
    else if (const auto *called = dyn_cast<LibraryCallStatement>(s))
      visitLibrary(*called);
    forEachChild(s, [&](const Statement *inner) { visit(inner); });
  }

  void overElements(const RangeLoopStatement &range) {
    const bool isAddress = range.variable->type->isReference();
    if (!isAddress && !mayHold(range.variable->type))
      return;
    const Variable *own = isAddress ? askedIn(range.range, kept) : nullptr;
    hold(range.variable, own ? own : behind(range.range, kept));
  }

  /// What the library is handed it may leave in any other thing that it is
  /// handed, or return.
  void visitLibrary(const LibraryCallStatement &call) {
    if (copiesBytes(call)) {
      const auto *from = dyn_cast<AddressExpr>(withoutCasts(call.arguments[1]));
      const Variable *whose = from ? inLoad(from->place, kept) : nullptr;
      return whose ? leave(call.arguments[0], whose, &call) : void();
    }
    if (call.result)
      hold(call.result,
           inAnswer(call.name, call.result->type, call.arguments, kept));
    for (const Expr *argument : call.arguments) {
      const Variable *whose = kept.in(argument);
      if (!whose)
        continue;
      for (const Expr *other : call.arguments)
        if (other != argument)
          leave(other, whose, &call);
    }
  }

  /// What lies at the second address goes to the first.
  static bool copiesBytes(const LibraryCallStatement &call) {
    llvm::StringRef name = call.name;
    name.consume_front("std::");
    name.consume_front("__builtin_");
    return (name == "memcpy" || name == "memmove") &&
           call.arguments.size() == 3 && !call.result;
  }

  static const Expr *withoutCasts(const Expr *pointer) {
    while (const auto *cast = dyn_cast<CastExpr>(pointer))
      if (cast->op == CastOp::PtrToPtr)
        pointer = cast->operand;
      else
        break;
    return pointer;
  }

  /// Something may leave the address in what `pointer` leads to.
  void leave(const Expr *pointer, const Variable *whose, const Statement *s) {
    pointer = withoutCasts(pointer);
    const Type *to = pointeeOf(pointer->type);
    if (!to || (!mayHold(to) && !to->isVoid()))
      return;
    if (const auto *address = dyn_cast<AddressExpr>(pointer))
      return store(address->place, whose, s);
    keep(whose, named(pointer), s);
  }

  /// What a call of `callee` does with the address of `whose` that it is
  /// handed as argument `number`.
  Left leftBy(const Function *callee, size_t number, const Variable *whose) {
    Left result;
    if (!callee->body || number >= callee->params.size()) {
      result.isReturned = result.isElsewhere = true;
      return result;
    }
    if (!entered.insert({callee, number}).second)
      return result;
    const Variable *param = callee->params[number];
    const auto isNone = [](const Variable *) { return false; };
    const auto skipsNothing = [](const Statement *) { return false; };
    KeptAddresses inner;
    inner.isAsked = isNone;
    // What lies at the address may hold another.
    inner.holders.insert({param, kept.holders.contains(whose) ? param : whose});
    AddressFlow flow(inner, skipsNothing, entered, callee);
    flow.run({callee->body});
    entered.erase({callee, number});
    return flow.left;
  }

  void visitCall(const CallStatement &call) {
    for (size_t k = 0; k < call.arguments.size(); ++k) {
      const Variable *whose = kept.in(call.arguments[k]);
      if (!whose)
        continue;
      const Left left = leftBy(call.callee, k, whose);
      if (left.isReturned && call.result && mayHold(call.result->type))
        hold(call.result, whose);
      if (left.isElsewhere)
        keep(whose, nullptr, &call);
      for (size_t to = 0; to < call.arguments.size(); ++to)
        if (to < call.callee->params.size() &&
            left.where.contains(call.callee->params[to]))
          leave(call.arguments[to], whose, &call);
    }
  }

  KeptAddresses &kept;
  llvm::function_ref<bool(const Statement *)> skips;
  Entered &entered;
  const Function *function;
  bool hasGrown = false;
};

} // namespace

KeptAddresses
ir::keptAddresses(llvm::ArrayRef<const Statement *> statements,
                  llvm::function_ref<bool(const Variable *)> isAsked,
                  llvm::function_ref<bool(const Statement *)> skips) {
  KeptAddresses result;
  result.isAsked = isAsked;
  Entered entered;
  AddressFlow(result, skips, entered, nullptr).run(statements);
  return result;
}
