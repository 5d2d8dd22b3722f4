// Functions that only say where something is or which child is meant, looked
// through: what they return is in their callers' words.
//
//     call @visit(%q, @Node::left(refof (*%n)))
//  -> call @visit(%q, load %n->left)
//
// So all that asks about places and children sees them as if the user had
// written them out. Only what evaluates to a place, and no effect, is moved: a
// function of one expression, or that chooses among some, whose parameters it
// does not change.
#include "Accessors.h"
#include "Layouts.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// One function's value with arguments in place of its parameters.
class Substitution {
public:
  Substitution(ir::Module &module, const ir::Function &callee,
               llvm::ArrayRef<const ir::Expr *> arguments)
      : module(module), copy(module), callee(callee), arguments(arguments) {
    copy.onExpr = [this](const ir::Expr *e) { return read(e); };
    copy.onWholePlace = [this](const ir::Place *p) { return place(p); };
  }

  /// Null: an argument cannot stand where the parameter does.
  const ir::Expr *run(const ir::Expr *value) {
    const ir::Expr *result = copy.expr(value);
    return isPossible ? result : nullptr;
  }

private:
  const ir::Expr *argumentOf(const ir::Variable *variable) const {
    for (size_t k = 0; variable && k < arguments.size(); ++k)
      if (callee.params[k] == variable)
        return arguments[k];
    return nullptr;
  }

  const ir::Expr *read(const ir::Expr *e) {
    if (const auto *value = dyn_cast<ir::ValueExpr>(e))
      return argumentOf(value->variable);
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
      if (const auto *known =
              dyn_cast<ir::BoolExpr>(copy.expr(choice->condition)))
        return copy.expr(known->value ? choice->whenTrue : choice->whenFalse);
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    return load ? argumentOf(load->place->wholeVariable()) : nullptr;
  }

  const ir::Place *place(const ir::Place *p) {
    const ir::Expr *argument = argumentOf(p->variable());
    if (!argument)
      return nullptr;
    const ir::Place *result = nullptr;
    size_t k = 0;
    if (const auto *deref = p->steps.empty()
                                ? nullptr
                                : std::get_if<ir::DerefStep>(&p->steps[0])) {
      result = module.pointee(argument, copy.expr(deref->offset));
      ++k;
    } else if (const auto *load = dyn_cast<ir::LoadExpr>(argument)) {
      result = load->place;
    }
    // The parameter's own address is another than the argument's.
    if (!result || p->steps.empty()) {
      isPossible = false;
      return p;
    }
    for (; k < p->steps.size(); ++k)
      result = module.place(result, step(p->steps[k]));
    return result;
  }

  ir::Step step(const ir::Step &of) {
    if (const auto *index = std::get_if<ir::IndexStep>(&of))
      return ir::IndexStep{copy.expr(index->index)};
    if (const auto *deref = std::get_if<ir::DerefStep>(&of))
      return ir::DerefStep{copy.expr(deref->offset)};
    if (const auto *element = std::get_if<ir::ElementStep>(&of))
      return ir::ElementStep{copy.expr(element->index)};
    return of;
  }

  ir::Module &module;
  ir::Mapper copy;
  const ir::Function &callee;
  llvm::ArrayRef<const ir::Expr *> arguments;
  bool isPossible = true;
};

/// What a function returns that only chooses:
///
///     if %first { return load %this->l }
///     return load %this->r                -> select(%first, load .., load ..)
///
/// Nothing is stored, so that locals with one value are what they hold.
class Choices {
public:
  explicit Choices(ir::Module &module) : module(module), copy(module) {
    copy.onExpr = [this](const ir::Expr *e) -> const ir::Expr * {
      const auto *value = dyn_cast<ir::ValueExpr>(e);
      return value ? values.lookup(value->variable) : nullptr;
    };
    copy.onPlace = [this](const ir::Place *place) -> const ir::Place * {
      const auto *deref = place->steps.size() == 1
                              ? std::get_if<ir::DerefStep>(&place->steps[0])
                              : nullptr;
      const ir::Expr *value = deref && place->variable()
                                  ? values.lookup(place->variable())
                                  : nullptr;
      return value ? this->module.pointee(value, copy.expr(deref->offset))
                   : nullptr;
    };
  }

  /// Null: it does something else, or may come to its end.
  const ir::Expr *in(llvm::ArrayRef<ir::Statement *> list,
                     const ir::Expr *behind = nullptr) {
    if (list.empty())
      return behind;
    const ir::Statement *s = list[0];
    if (const auto *leave = dyn_cast<ir::ReturnStatement>(s))
      return leave->value ? copy.expr(leave->value) : nullptr;
    if (const auto *let = dyn_cast<ir::LetStatement>(s)) {
      values[let->variable] = copy.expr(let->value);
      return in(list.drop_front(), behind);
    }
    const auto *choice = dyn_cast<ir::IfStatement>(s);
    if (!choice)
      return nullptr;
    const ir::Expr *rest = in(list.drop_front(), behind);
    const ir::Expr *whenTrue = in(choice->then->statements, rest);
    const ir::Expr *whenFalse =
        choice->otherwise ? in(choice->otherwise->statements, rest) : rest;
    return whenTrue && whenFalse ? module.select(copy.expr(choice->condition),
                                                 whenTrue, whenFalse, s->loc)
                                 : nullptr;
  }

private:
  ir::Module &module;
  ir::Mapper copy;
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> values;
};

/// Whether it is a pointer, or refers to one or to an object; or may be the
/// number of a node.
static bool isWay(const ir::Type *type) {
  if (type->isPointer() || type->isInt())
    return true;
  const ir::Type *to = type->isReference() ? ir::pointeeOf(type) : nullptr;
  return to && (llvm::isa<ir::StructType>(to) || ir::followedFrom(to));
}

/// What a function returns that does nothing else; null: it does more.
const ir::Expr *returnedBy(ir::Module &module, const ir::Function &function) {
  if (!function.body)
    return nullptr;
  const auto *leave =
      function.body->statements.size() == 1
          ? dyn_cast<ir::ReturnStatement>(function.body->statements[0])
          : nullptr;
  if (leave || !function.isPure || !isWay(function.type->result))
    return leave ? leave->value : nullptr;
  return Choices(module).in(function.body->statements);
}

/// Replaces calls in one function after the other, callees first.
class Accessors {
public:
  explicit Accessors(ir::Module &module) : module(module) {}

  void lookThrough(const ir::Function *function) {
    if (!function->body || !done.insert(function).second)
      return;
    ir::walk(function->body, [&](const ir::Statement *s) {
      if (const auto *called = dyn_cast<ir::CallStatement>(s))
        lookThrough(called->callee);
      ir::forEachOperand(s, [&](const ir::Expr *operand) { inside(operand); });
    });
    ir::Mapper copy(module);
    bool found = false;
    copy.onExpr = [&](const ir::Expr *e) -> const ir::Expr * {
      const auto *called = dyn_cast<ir::CallExpr>(e);
      const ir::Expr *value = called ? valueOf(*called, copy) : nullptr;
      found |= value != nullptr;
      return value;
    };
    ir::BlockStatement *made = copy.block(function->body);
    if (!found)
      return;
    auto *changed = const_cast<ir::Function *>(function);
    changed->body = made;
  }

private:
  void inside(const ir::Expr *e) {
    ir::walk(e, [&](const ir::Expr *each) {
      if (const auto *called = dyn_cast<ir::CallExpr>(each))
        lookThrough(called->callee);
    });
  }

  /// What the call comes to; null where it is no accessor's.
  const ir::Expr *valueOf(const ir::CallExpr &called, ir::Mapper &copy) {
    const bool isPlace = called.type->isPointer() || called.type->isReference();
    const ir::Expr *value =
        isPlace ? returnedBy(module, *called.callee) : nullptr;
    if (!value)
      return nullptr;
    std::vector<const ir::Expr *> arguments;
    for (const ir::Expr *argument : called.arguments)
      arguments.push_back(copy.expr(argument));
    return standingAt(
        called.loc, Substitution(module, *called.callee, arguments).run(value));
  }

  /// What is said of the value is said of the call.
  const ir::Expr *standingAt(ir::Location at, const ir::Expr *value) {
    if (const auto *load = llvm::dyn_cast_or_null<ir::LoadExpr>(value))
      return module.load(load->place, at);
    if (const auto *to = llvm::dyn_cast_or_null<ir::AddressExpr>(value))
      return to->type->isReference() ? module.referenceTo(to->place, at)
                                     : module.addressOf(to->place, at);
    if (const auto *choice = llvm::dyn_cast_or_null<ir::SelectExpr>(value))
      return module.select(choice->condition, choice->whenTrue,
                           choice->whenFalse, at);
    return value;
  }

  ir::Module &module;
  llvm::SmallPtrSet<const ir::Function *, 16> done;
};

} // namespace

void recognise::lookThroughAccessors(ir::Module &module,
                                     const ir::Function *from) {
  Accessors(module).lookThrough(from);
}

const ir::Expr *recognise::inWords(ir::Module &module, const ir::CallExpr *e) {
  const ir::Expr *value = returnedBy(module, *e->callee);
  return value ? Substitution(module, *e->callee, e->arguments).run(value)
               : nullptr;
}

const ir::Expr *recognise::withoutAccessors(ir::Module &module,
                                            const ir::Expr *e) {
  ir::Mapper copy(module);
  copy.onExpr = [&](const ir::Expr *each) -> const ir::Expr * {
    const auto *called = dyn_cast<ir::CallExpr>(each);
    const ir::Expr *value = called ? inWords(module, called) : nullptr;
    return value ? copy.expr(value) : nullptr; // helpers do not call themselves
  };
  return copy.expr(e);
}

const ir::Place *recognise::elementBehind(ir::Module &module,
                                          const ir::Expr *pointer) {
  if (const auto *called = dyn_cast<ir::CallExpr>(pointer)) {
    const ir::Expr *words = inWords(module, called);
    return words && !isa<ir::CallExpr>(words) ? elementBehind(module, words)
                                              : nullptr;
  }
  if (const auto *address = dyn_cast<ir::AddressExpr>(pointer)) {
    const ir::Place *place = address->place;
    return !place->steps.empty() &&
                   std::holds_alternative<ir::IndexStep>(place->steps.back())
               ? place
               : nullptr;
  }
  if (const auto *read = dyn_cast<ir::ContainerReadExpr>(pointer)) {
    const ir::Type *type = read->container->type;
    if (read->op != ir::ReadOp::Data || !isStdArray(type) ||
        bytesOf(type).value_or(0) == 0)
      return nullptr;
    const ir::Type *number = module.intType(ir::IntType::U64);
    return module.element(read->container, module.integer(number, 0));
  }
  const auto *sum = dyn_cast<ir::BinaryExpr>(pointer);
  const ir::Place *from = sum && sum->op == ir::BinaryOp::PtrAdd
                              ? elementBehind(module, sum->left)
                              : nullptr;
  if (!from)
    return nullptr;
  const auto *index = std::get_if<ir::IndexStep>(&from->steps.back());
  const auto *element = std::get_if<ir::ElementStep>(&from->steps.back());
  const auto *first =
      dyn_cast<ir::IntExpr>(index ? index->index : element->index);
  if (!first || !first->value().isZero())
    return nullptr;
  const ir::Place *array = module.place(from->root, from->steps.drop_back());
  return index ? module.index(array, sum->right)
               : module.element(array, sum->right);
}
