// Iterators of vectors, arrays, spans and strings: they are pointers to
// elements that lie side by side.
#include "LibraryCalls.h"
#include "LinkIterators.h"

using namespace regtt;
using namespace regtt::toir;
using ir::BinaryOp;
using llvm::dyn_cast;

/// Whether `e` is an object of a class that is a pointer in the language.
static bool isIterator(Body &body, const clang::Expr *e) {
  if (!e || !e->getType()->isRecordType())
    return false;
  const ir::Type *type =
      isLibraryType(e->getType()) ? body.type(e->getType()) : nullptr;
  return type && type->isPointer();
}

const clang::Expr *regtt::toir::iteratorIn(const clang::Expr *e) {
  const clang::Expr *inner = e->IgnoreParenImpCasts();
  if (isLinkIterator(inner->getType()))
    e = inner;
  e = e->IgnoreParens();
  while (const auto *cast = dyn_cast<clang::ImplicitCastExpr>(e)) {
    if (cast->getCastKind() != clang::CK_NoOp)
      break;
    e = cast->getSubExpr()->IgnoreParens();
  }
  const auto *made = dyn_cast<clang::MaterializeTemporaryExpr>(e);
  return made ? made->getSubExpr() : e;
}

/// The iterator's or the number's value.
static const ir::Expr *valueOf(Body &body, const clang::Expr *e) {
  return body.copied(iteratorIn(e), false);
}

//===--- Begins and ends --------------------------------------------------===//

/// What elements lie in: an object of the user's that answers begin() or that
/// std::begin is asked for.
static const clang::Expr *rangeOf(const LibraryUse &use) {
  if (use.object && use.arguments.empty())
    return use.object;
  if (!use.object && use.arguments.size() == 1 &&
      use.callee->isInStdNamespace())
    return use.arguments[0];
  return nullptr;
}

static const ir::Expr *border(Body &body, const LibraryUse &use,
                              bool &isKnown) {
  const bool isBegin = use.name == "begin" || use.name == "cbegin";
  const bool isEnd = use.name == "end" || use.name == "cend";
  const clang::Expr *range = rangeOf(use);
  if ((!isBegin && !isEnd) || !range)
    return nullptr;
  const clang::QualType given = range->getType()->isPointerType()
                                    ? range->getType()->getPointeeType()
                                    : range->getType();
  const ir::Type *type = body.type(given);
  const ir::Type *pointer = body.type(use.callee->getReturnType());
  if (!type || !pointer || !pointer->isPointer())
    return nullptr;
  const auto *library = dyn_cast<ir::LibraryType>(type);
  const auto *array = dyn_cast<ir::ArrayType>(type);
  const bool isContiguous = library && ir::elementOf(library) &&
                            !ir::keyOf(library) &&
                            library->name != "std::deque";
  if (!array && !isContiguous)
    return nullptr;
  isKnown = true;
  ir::Module &m = body.unit.module;
  const ir::Place *place = range->getType()->isPointerType()
                               ? body.make.pointee(body.value(range))
                               : body.place(range);
  const ir::Type *number = m.intType(ir::IntType::I64);
  if (array)
    return body.make.address(body.make.element(
        place, m.integer(number, isBegin ? 0 : int64_t(array->count))));
  const ir::Expr *first = body.make.read(ir::ReadOp::Data, place);
  const ir::Expr *found =
      isBegin ? first
              : body.make.binary(BinaryOp::PtrAdd, first,
                                 body.make.read(ir::ReadOp::Size, place));
  return body.make.cast(ir::CastOp::PtrToPtr, pointer, found);
}

//===--- Operators --------------------------------------------------------===//

static std::optional<BinaryOp> binaryOf(clang::OverloadedOperatorKind op) {
  switch (op) {
  case clang::OO_Plus:
    return BinaryOp::Add;
  case clang::OO_Minus:
    return BinaryOp::Sub;
  case clang::OO_EqualEqual:
    return BinaryOp::Eq;
  case clang::OO_ExclaimEqual:
    return BinaryOp::Ne;
  case clang::OO_Less:
    return BinaryOp::Lt;
  case clang::OO_LessEqual:
    return BinaryOp::Le;
  case clang::OO_Greater:
    return BinaryOp::Gt;
  case clang::OO_GreaterEqual:
    return BinaryOp::Ge;
  default:
    return std::nullopt;
  }
}

/// `it += n`, `++it`: a store; the place of the iterator.
static const ir::Place *moved(Body &body, const LibraryUse &use,
                              const ir::Expr **old) {
  const bool isUp = use.operation == clang::OO_PlusPlus ||
                    use.operation == clang::OO_PlusEqual;
  const bool isStep = use.operation == clang::OO_PlusPlus ||
                      use.operation == clang::OO_MinusMinus;
  ir::Module &m = body.unit.module;
  const ir::Expr *by = isStep ? m.integer(m.intType(ir::IntType::I64), 1)
                              : body.value(use.arguments[0]);
  const ir::Place *place = nullptr;
  const ir::BlockStatement *effects =
      body.capture([&] { place = use.objectPlace(body); });
  if (!effects->statements.empty())
    by = body.pin(by);
  body.splice(effects);
  place = body.pin(place);
  const ir::Expr *before = body.make.load(place);
  if (!before || !by)
    return nullptr;
  if (old) {
    const ir::Variable *kept = body.temporary(before->type);
    body.emit(m.let(kept, before, body.at(body.make.loc)));
    *old = before = body.make.load(body.make.place(kept));
  }
  const ir::Expr *after =
      combine(body, isUp ? BinaryOp::Add : BinaryOp::Sub, before, by);
  if (after)
    body.emit(m.store(place, after, body.at(body.make.loc)));
  return place;
}

static bool isStep(clang::OverloadedOperatorKind op) {
  return op == clang::OO_PlusPlus || op == clang::OO_MinusMinus;
}

const ir::Place *regtt::toir::iteratorPlace(Body &body, const LibraryUse &use,
                                            bool &isKnown) {
  if (!use.object || !isIterator(body, use.object))
    return nullptr;
  switch (use.operation) {
  case clang::OO_Star:
    isKnown = true;
    return body.make.pointee(valueOf(body, use.object));
  case clang::OO_Subscript: {
    isKnown = true;
    const auto parts = body.sequence(
        {{use.object, [&] { return valueOf(body, use.object); }},
         {use.arguments[0], [&] { return body.value(use.arguments[0]); }}},
        Order::Given);
    return parts[1] ? body.make.pointee(parts[0], parts[1]) : nullptr;
  }
  case clang::OO_PlusPlus:
  case clang::OO_MinusMinus:
    if (!use.arguments.empty())
      return nullptr;
    [[fallthrough]];
  case clang::OO_PlusEqual:
  case clang::OO_MinusEqual:
    isKnown = true;
    return moved(body, use, nullptr);
  default:
    break;
  }
  if (use.name == "base" && use.callee->getReturnType()->isReferenceType()) {
    isKnown = true;
    return use.objectPlace(body);
  }
  return nullptr;
}

const ir::Expr *regtt::toir::iteratorCall(Body &body, const LibraryUse &use,
                                          bool isUsed, bool &isKnown) {
  if (const ir::Expr *found = border(body, use, isKnown); isKnown)
    return found;
  if (use.object && isIterator(body, use.object)) {
    if (use.operation == clang::OO_Arrow) {
      isKnown = true;
      return valueOf(body, use.object);
    }
    // With the 0 that tells it from the prefix operator.
    if (isStep(use.operation)) {
      isKnown = true;
      const ir::Expr *old = nullptr;
      moved(body, use, isUsed ? &old : nullptr);
      return old;
    }
  }
  const auto op = binaryOf(use.operation);
  std::vector<const clang::Expr *> sides = use.arguments;
  if (use.object)
    sides.insert(sides.begin(), use.object);
  if (!op || sides.size() != 2 ||
      (!isIterator(body, sides[0]) && !isIterator(body, sides[1])))
    return nullptr;
  isKnown = true;
  const auto values =
      body.sequence({{sides[0], [&] { return valueOf(body, sides[0]); }},
                     {sides[1], [&] { return valueOf(body, sides[1]); }}},
                    Order::Open);
  const ir::Expr *right = values[1];
  if (values[0] && right && values[0]->type->isPointer() &&
      right->type->isPointer())
    right = body.make.cast(ir::CastOp::PtrToPtr, values[0]->type, right);
  return combine(body, *op, values[0], right);
}
