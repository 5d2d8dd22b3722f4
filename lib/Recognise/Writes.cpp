// What statements may write.
#include "Writes.h"

#include "Recogniser.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/Analysis/KeptAddresses.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

Writes::Writes(const ir::Function &host) : host(host) {
  if (host.body)
    look(host.body);
}

/// Takes notice of the addresses that `s` takes.
void Writes::look(const ir::Statement *s) {
  looked.push_back(s);
  ir::walkExprs(s, [&](const ir::Expr *e) {
    const auto *address = dyn_cast<ir::AddressExpr>(e);
    const ir::Place *place = address ? address->place : nullptr;
    if (place && place->variable() && !place->isIndirect())
      lent.insert(place->variable());
    if (place && place->global() && !place->isIndirect())
      around.insert(place->global());
  });
  ir::walk(s, [&](const ir::Statement *each) {
    const auto *let = dyn_cast<ir::LetStatement>(each);
    const auto *address = let ? dyn_cast<ir::AddressExpr>(let->value) : nullptr;
    if (address)
      names[let->variable] = address->place;
    const auto *told = dyn_cast<ir::LibraryCallStatement>(each);
    for (const ir::Expr *argument : told && told->name == "around"
                                        ? told->arguments
                                        : std::vector<const ir::Expr *>())
      if (const ir::Place *place = ir::placeOf(argument))
        around.insert(place->variable());
  });
  otherNames.clear();
}

/// `place`, where a reference or a pointer with one value leads there, in words
/// of what that is: `(*%this).size` is `%tree.size`.
const ir::Place *Writes::named(const ir::Place *place) const {
  const ir::Place *to = names.lookup(place->variable());
  const auto *deref = to && !place->steps.empty()
                          ? std::get_if<ir::DerefStep>(&place->steps[0])
                          : nullptr;
  if (!deref || deref->offset)
    return place;
  std::vector<ir::Step> &all =
      steps.emplace_back(to->steps.begin(), to->steps.end());
  all.insert(all.end(), place->steps.begin() + 1, place->steps.end());
  return named(&places.emplace_back(
      ir::Place{to->root, all, place->type, place->isVolatile}));
}

//===--- Finding them -----------------------------------------------------===//

void Writes::open(ir::Location loc) {
  openAt = isOpen ? openAt : loc;
  isOpen = true;
}

void Writes::addPlace(const ir::Place *place, const ir::Function *of) {
  const bool isOwn = place->variable() && !place->isIndirect();
  if (of != &host && isOwn)
    return; // the function's own
  all.push_back({place, place->type, of != &host});
}

/// The functions of the library that write nothing that the program reads, or
/// only what their arguments lead to.
static bool isKnown(llvm::StringRef name) {
  name.consume_front("std::");
  name.consume_front("__builtin_");
  if (name == "function::operator()")
    return false;          // what the user's function does
  if (name.contains("::")) // a method: of its object
    return true;
  return llvm::StringSwitch<bool>(name)
      .Cases("printf", "puts", "putchar", "memcpy", "memmove", "memset", true)
      .Cases("fprintf", "fputs", "fputc", "putc", "fflush", "fwrite", true)
      .Cases("strcpy", "strncpy", "snprintf", "sprintf", "fill", "fill_n", true)
      .Cases("frexp", "frexpf", "modf", "modff", true)
      .Cases("copy", "copy_n", "swap", "reverse", "sort", "push_heap", true)
      .Cases("pop_heap", "make_heap", "sort_heap", "iota", true)
      .Cases("operator!=", "operator==", true)
      .Default(false);
}

/// What a library's function is handed by address it may write.
void Writes::addArgument(const ir::Expr *argument) {
  ir::walk(argument, [&](const ir::Expr *e) {
    if (!ir::pointeeOf(e->type))
      return;
    if (const auto *address = dyn_cast<ir::AddressExpr>(e)) {
      if (!std::get_if<const ir::StringExpr *>(&address->place->root))
        addPlace(address->place, &host);
    } else if (const auto *read = dyn_cast<ir::ContainerReadExpr>(e)) {
      addPlace(read->container, &host);
      all.push_back({nullptr, ir::pointeeOf(e->type), true});
    } else {
      all.push_back({nullptr, ir::pointeeOf(e->type), true});
    }
  });
}

void Writes::addCall(const ir::Function *callee, ir::Location loc) {
  if (!callee->isTraversal)
    addBody(callee, loc, /*withVisits=*/false);
}

void Writes::addVisits(const ir::Function *traversal) {
  addBody(traversal, traversal->loc, /*withVisits=*/true);
}

void Writes::addBody(const ir::Function *callee, ir::Location loc,
                     bool withVisits) {
  if (callee->isPure || !seen.insert(callee).second)
    return;
  if (!callee->body)
    return open(loc);
  ir::walk(callee->body, [&](const ir::Statement *s) {
    ir::forEachPlace(s, [&](const ir::Place *place) {
      if (!isa<ir::RangeLoopStatement>(s))
        addPlace(place, callee);
    });
    if (const auto *called = dyn_cast<ir::CallStatement>(s);
        called && (withVisits || !called->callee->isTraversal))
      addBody(called->callee, loc, withVisits);
    if (const auto *called = dyn_cast<ir::LibraryCallStatement>(s);
        called && !ir::onlyReads(*called)) {
      if (!isKnown(called->name))
        open(loc);
      for (const ir::Expr *argument : called->arguments)
        if (const ir::Type *to = ir::pointeeOf(argument->type))
          all.push_back({nullptr, to, true});
    }
  });
}

void Writes::add(const ir::Statement *s) {
  look(s);
  ir::walk(s, [&](const ir::Statement *each) {
    if (!isa<ir::RangeLoopStatement>(each))
      ir::forEachPlace(each,
                       [&](const ir::Place *place) { addPlace(place, &host); });
    if (const auto *called = dyn_cast<ir::CallStatement>(each))
      addCall(called->callee, each->loc);
    if (const auto *called = dyn_cast<ir::LibraryCallStatement>(each);
        called && !ir::onlyReads(*called)) {
      if (!isKnown(called->name))
        open(each->loc);
      for (const ir::Expr *argument : called->arguments)
        addArgument(argument);
    }
  });
}

//===--- Asking -----------------------------------------------------------===//

/// Whether an object of type `type` may have one of type `part` in it.
static bool contains(const ir::Type *type, const ir::Type *part) {
  if (type == part || type->kind == ir::Type::Opaque ||
      part->kind == ir::Type::Void || type->kind == ir::Type::Void)
    return true;
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return contains(array->element, part);
  if (const auto *record = dyn_cast<ir::StructType>(type))
    return !record->isComplete() ||
           llvm::any_of(record->fields(), [&](const ir::Field &field) {
             return contains(field.type, part);
           });
  const auto *library = dyn_cast<ir::LibraryType>(type);
  // What a vector holds lies elsewhere.
  return library &&
         (ir::liesInside(library) || library->name == "std::pair" ||
          library->name == "std::tuple") &&
         llvm::any_of(library->arguments,
                      [&](const ir::LibraryType::Argument &argument) {
                        const auto *of =
                            std::get_if<const ir::Type *>(&argument);
                        return of && contains(*of, part);
                      });
}

/// Whether they begin with one variable or global and part at a field, so that
/// they lie side by side.
static bool areApart(const ir::Place *a, const ir::Place *b) {
  if (!ir::equal(a->root, b->root))
    return false;
  for (size_t k = 0; k < std::min(a->steps.size(), b->steps.size()); ++k) {
    const auto *one = std::get_if<ir::FieldStep>(&a->steps[k]);
    const auto *other = std::get_if<ir::FieldStep>(&b->steps[k]);
    if (one && other && one->field != other->field)
      return !one->field->parent->isUnion();
    if (!ir::equal(a->steps[k], b->steps[k]))
      return false;
  }
  return false;
}

/// The field that it is, or an element of the array that the field is.
static const ir::Field *lastField(const ir::Place *place) {
  llvm::ArrayRef<ir::Step> steps = place->steps;
  while (!steps.empty() && std::holds_alternative<ir::IndexStep>(steps.back()))
    steps = steps.drop_back();
  const auto *last =
      steps.empty() ? nullptr : std::get_if<ir::FieldStep>(&steps.back());
  return last ? last->field : nullptr;
}

/// Whether it is an element that a container owns, whole.
static bool isElement(const ir::Place *place) {
  return !place->steps.empty() &&
         std::holds_alternative<ir::ElementStep>(place->steps.back());
}

static bool isScalar(const ir::Type *type) {
  return type->isInt() || type->isFloat() || type->isBool() || type->isEnum() ||
         type->isPointer();
}

/// The outermost union that it lies in, of the object that the last pointer
/// leads to; null: in none.
static const ir::Type *unionAround(const ir::Place *place) {
  const ir::Type *found = nullptr, *type = ir::typeOf(place->root);
  for (const ir::Step &step : place->steps) {
    const auto *into = std::get_if<ir::FieldStep>(&step);
    if (into && !found && into->field->parent->isUnion())
      found = type;
    if (std::holds_alternative<ir::DerefStep>(step) ||
        (std::holds_alternative<ir::ElementStep>(step) && !isStdArray(type)))
      found = nullptr;
    type = ir::typeAfter(step, type);
  }
  return found;
}

/// By what lies there alone.
static bool mayOverlapByType(const ir::Place *a, const ir::Place *b) {
  // What lies in a union may be any of its members.
  const ir::Type *aroundOne = unionAround(a), *aroundOther = unionAround(b);
  if (aroundOne || aroundOther) {
    const ir::Type *left = aroundOne ? aroundOne : a->type;
    const ir::Type *right = aroundOther ? aroundOther : b->type;
    return contains(left, right) || contains(right, left);
  }
  const ir::Field *one = lastField(a), *other = lastField(b);
  if (isScalar(a->type) && isScalar(b->type)) {
    if (one && other)
      return one == other;
    if ((one && isElement(b)) || (other && isElement(a)))
      return false;
  }
  // A number in one struct and another struct, whole, where none lies in it.
  if (one && isScalar(a->type) && isa<ir::StructType>(b->type))
    return contains(b->type, one->parent);
  if (other && isScalar(b->type) && isa<ir::StructType>(a->type))
    return contains(a->type, other->parent);
  return contains(a->type, b->type) || contains(b->type, a->type);
}

/// Whether something else than its name, and than references and pointers that
/// are it, may lead to the variable: its address is kept, or a function may
/// write through it.
bool Writes::hasOtherNames(const ir::Variable *variable) const {
  if (around.count(variable))
    return true;
  const auto [known, isNew] = otherNames.try_emplace(variable, true);
  if (!isNew)
    return known->second;
  const auto isIt = [&](const ir::Variable *other) {
    return other == variable;
  };
  const auto isTold = [](const ir::Statement *s) {
    const auto *call = dyn_cast<ir::LibraryCallStatement>(s);
    return call && (call->name == "around" || call->name == "handed");
  };
  const ir::KeptAddresses kept = ir::keptAddresses(looked, isIt, isTold);
  bool result = kept.where != nullptr;
  for (const auto &[holder, whose] : kept.holders)
    result |= !names.count(holder);
  for (const ir::Statement *s : looked)
    ir::walk(s, [&](const ir::Statement *each) {
      const auto *call = dyn_cast<ir::CallStatement>(each);
      for (size_t k = 0; call && k < call->arguments.size(); ++k)
        result = result ||
                 (!call->callee->isTraversal && kept.in(call->arguments[k]) &&
                  ir::writesThrough(call->callee, k));
    });
  return otherNames[variable] = result;
}

/// Whether something else than its name may lead there.
bool Writes::isReachable(const ir::Place *place) const {
  if (place->isIndirect())
    return true;
  if (const ir::Variable *variable = place->variable())
    return lent.count(variable) && !variable->isConst &&
           hasOtherNames(variable);
  const ir::Global *global = place->global();
  return !global || global->linkage != ir::Linkage::Internal ||
         around.count(global);
}

/// Whether it is an element of the container `place`, or lies beyond one.
static bool isBeyond(const ir::Place *element, const ir::Place *place) {
  return ir::isPrefix(place, element) &&
         llvm::any_of(element->steps.drop_front(place->steps.size()),
                      [](const ir::Step &step) {
                        return std::holds_alternative<ir::ElementStep>(step) ||
                               std::holds_alternative<ir::DerefStep>(step);
                      });
}

static bool isHeld(const ir::Place *place) {
  return !place->isIndirect() && (place->variable() || place->global());
}

bool Writes::mayBe(const Write &write, const ir::Place *place) const {
  place = named(place);
  const ir::Place *written =
      write.place && !write.isElsewhere ? named(write.place) : write.place;
  if (!written)
    return isReachable(place) && (contains(write.type, place->type) ||
                                  contains(place->type, write.type));
  if (!write.isElsewhere && isBeyond(written, place))
    return false;
  if (!write.isElsewhere && isHeld(written) && isHeld(place))
    return ir::equal(written->root, place->root) && !areApart(written, place);
  if (written->global() && isHeld(written) && isHeld(place))
    return ir::equal(written->root, place->root);
  if (!write.isElsewhere && areApart(written, place))
    return false;
  if (isHeld(written) && fresh.count(written->variable()) &&
      !(place->variable() && fresh.count(place->variable())))
    return false;
  return isReachable(written) && isReachable(place) &&
         mayOverlapByType(written, place);
}

bool Writes::mayChange(const ir::Place *place) const {
  return isWritten(place) || mayMove(place);
}

bool Writes::isWritten(const ir::Place *place) const {
  return llvm::any_of(all,
                      [&](const Write &write) { return mayBe(write, place); });
}

bool recognise::asksWhere(const ir::Expr *e) {
  const auto *read = dyn_cast<ir::ContainerReadExpr>(e);
  return isa<ir::AddressExpr>(e) ||
         (read && isStdArray(read->container->type) &&
          (read->op == ir::ReadOp::Data || read->op == ir::ReadOp::Size ||
           read->op == ir::ReadOp::Empty));
}

bool Writes::mayMove(const ir::Place *place) const {
  return (llvm::isa<ir::LibraryType>(place->type) && !isStdArray(place->type) &&
          isWritten(place)) ||
         mayLeadElsewhere(place);
}

bool Writes::mayLeadElsewhere(const ir::Place *place) const {
  // Pointers and containers on the way there.
  for (size_t k = 0; k < place->steps.size(); ++k)
    if (std::holds_alternative<ir::DerefStep>(place->steps[k]) ||
        std::holds_alternative<ir::ElementStep>(place->steps[k])) {
      const ir::Type *type = ir::typeOf(place->root);
      for (const ir::Step &step : place->steps.take_front(k))
        type = ir::typeAfter(step, type);
      if (isStdArray(type))
        continue; // its elements lie in it
      const bool isVolatile = false;
      const ir::Place way{place->root, place->steps.take_front(k), type,
                          isVolatile};
      if (isWritten(&way))
        return true;
    }
  return false;
}

bool Writes::mayChange(const ir::Expr *e) const {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *each) {
    const ir::Place *place = ir::placeOf(each);
    result = result ||
             (place && (isa<ir::AddressExpr>(each) ? mayLeadElsewhere(place)
                        : asksWhere(each)          ? mayMove(place)
                                                   : mayChange(place)));
  });
  return result;
}
