// The library's optionals. One of a value is a struct, laid out as the library
// has it, whose value is what it is only where there is one:
//
//     std::optional<double>  ->  struct { value: f64 @0, _M_engaged: bool @8 }
//
//     if (!o || *o < x)      ->  if orelse(lnot(load %o._M_engaged), lt(..))
//     o = x;                 ->  store %o = aggregate<..>(load %x, true)
//     o = std::nullopt;      ->  store %o._M_engaged = false
//     o.value_or(x)          ->  select(load %o._M_engaged, load %o.value, ..)
//
// Nothing that is made here reads the value of one that has none, unless the
// user's text does. `value()` throws there, and stays a call by name.
#include "Optionals.h"
#include "FunctionObjects.h"

using namespace regtt;
using namespace regtt::toir;
using clang::QualType;
using ir::BinaryOp;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

static bool isNothing(const clang::Expr *e) {
  const auto *record = e->getType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         record->getName() == "nullopt_t";
}

//===--- Parts ------------------------------------------------------------===//

/// The struct that optionals of that type are; null: it is none, or left to the
/// library.
static const ir::StructType *structOf(Body &body, QualType type) {
  return !type.isNull() && isOptional(type)
             ? dyn_cast_or_null<ir::StructType>(
                   body.type(type.getNonReferenceType()))
             : nullptr;
}

static const ir::Place *valuePlace(Body &body, const ir::Place *optional) {
  const auto *type =
      optional ? dyn_cast<ir::StructType>(optional->type) : nullptr;
  return type ? body.make.field(optional, &type->fields()[0]) : nullptr;
}
static const ir::Place *flagPlace(Body &body, const ir::Place *optional) {
  const auto *type =
      optional ? dyn_cast<ir::StructType>(optional->type) : nullptr;
  return type ? body.make.field(optional, &type->fields()[1]) : nullptr;
}
static const ir::Expr *hasValue(Body &body, const ir::Place *optional) {
  return body.make.load(flagPlace(body, optional));
}

static const ir::Expr *nothing(Body &body, const ir::StructType *type) {
  return body.unit.zero(type);
}

/// One that has a value, which is made of a value of its own type or of a
/// number; null: that may call something.
static const ir::Expr *something(Body &body, const ir::StructType *type,
                                 const ir::Expr *value) {
  value = convertedTo(body, type->fields()[0].type, value);
  return value ? body.make.aggregate(type,
                                     {value, body.unit.module.boolean(true)})
               : nullptr;
}

/// Where nothing is given, what zeroes give it: a number.
static const ir::Expr *madeOf(Body &body, const ir::StructType *type,
                              llvm::ArrayRef<const clang::Expr *> given) {
  const ir::Type *of = type->fields()[0].type;
  if (given.empty())
    return of->isInt() || of->isFloat() || of->isBool()
               ? something(body, type, body.unit.zero(of))
               : nullptr;
  const ir::Expr *value =
      given.size() == 1 && (body.type(given[0]->getType()) == of ||
                            given[0]->getType()->isArithmeticType() ||
                            given[0]->getType()->isNullPtrType())
          ? body.copied(given[0], false)
          : nullptr;
  return value ? something(body, type, value) : nullptr;
}

static std::nullptr_t refuseValue(Body &body, const clang::Expr *e) {
  return body.refuse(
      e, "an optional of a value that is neither of its type nor a number");
}

/// An optional of another type, part by part.
static const ir::Expr *convertedOptional(Body &body, const ir::StructType *type,
                                         const clang::Expr *given) {
  const ir::Expr *other = body.copied(given, false);
  if (!other)
    return nullptr;
  ir::Module &module = body.unit.module;
  const ir::Location here = body.at(body.make.loc);
  const auto local = [&](const ir::Type *type, const ir::Expr *value) {
    const ir::Variable *made =
        module.variable(ir::Variable::Local, "t", type, here);
    body.emit(module.var(made, value, here));
    return body.make.place(made);
  };
  const ir::Place *from = local(other->type, other);
  const ir::Place *to = local(type, nothing(body, type));
  auto *choice = module.make<ir::IfStatement>(here);
  choice->condition = hasValue(body, from);
  const ir::Expr *made = nullptr;
  choice->then = body.capture([&] {
    made = something(body, type, body.make.load(valuePlace(body, from)));
    if (made)
      body.emit(module.store(to, made, here));
  });
  if (!made)
    return refuseValue(body, given);
  body.emit(choice);
  return body.make.load(to);
}

/// What is to be an optional, as one.
static const ir::Expr *asOptional(Body &body, const ir::StructType *type,
                                  const clang::Expr *given) {
  if (isNothing(given))
    return nothing(body, type);
  if (const ir::StructType *other = structOf(body, given->getType());
      other && other != type->fields()[0].type)
    return other == type ? body.copied(given, false)
                         : convertedOptional(body, type, given);
  const ir::Expr *made = madeOf(body, type, given);
  return made ? made : refuseValue(body, given);
}

const ir::Expr *regtt::toir::makeOptional(Body &body,
                                          const ir::StructType *type,
                                          const clang::CXXConstructExpr *e) {
  std::vector<const clang::Expr *> given;
  for (const clang::Expr *each : e->arguments())
    if (!isa<clang::CXXDefaultArgExpr>(each))
      given.push_back(each);
  if (given.empty())
    return nothing(body, type);
  const auto *tag = given[0]->getType()->getAsCXXRecordDecl();
  if (tag && tag->isInStdNamespace() && tag->getIdentifier() &&
      tag->getName() == "in_place_t") {
    const ir::Expr *made =
        madeOf(body, type, llvm::ArrayRef(given).drop_front());
    return made ? made : refuseValue(body, e);
  }
  return given.size() == 1 ? asOptional(body, type, given[0])
                           : refuseValue(body, e);
}

//===--- Calls ------------------------------------------------------------===//

/// `o = x`: what is on the right is evaluated first.
static const ir::Place *assigned(Body &body, const LibraryUse &use,
                                 const ir::StructType *type) {
  const clang::Expr *given = use.arguments[0];
  const ir::Expr *right = isNothing(given) ? body.unit.module.boolean(false)
                                           : asOptional(body, type, given);
  const ir::Place *left = nullptr;
  const ir::BlockStatement *effects =
      body.capture([&] { left = use.objectPlace(body); });
  if (!effects->statements.empty())
    right = body.pin(right);
  body.splice(effects);
  if (!left || !right)
    return nullptr;
  left = body.pin(left);
  body.emit(
      body.unit.module.store(isNothing(given) ? flagPlace(body, left) : left,
                             right, body.at(body.make.loc)));
  return left;
}

/// `o.emplace(x)`: the value that there is from then on.
static const ir::Place *emplaced(Body &body, const LibraryUse &use,
                                 const ir::StructType *type) {
  const ir::Place *left = body.pin(use.objectPlace(body));
  const ir::Expr *made = madeOf(body, type, use.arguments);
  if (!made)
    return refuseValue(body, use.e);
  if (!left)
    return nullptr;
  body.emit(body.unit.module.store(left, made, body.at(body.make.loc)));
  return valuePlace(body, left);
}

const ir::Place *regtt::toir::optionalPlace(Body &body, const LibraryUse &use,
                                            bool &isKnown) {
  const ir::StructType *type = structOf(body, use.objectType());
  if (!type || !use.method)
    return nullptr;
  const bool isRead = use.operation == clang::OO_Star ||
                      (use.name == "value" && isAskedByHost(body));
  const bool isAssigned = use.operation == clang::OO_Equal &&
                          use.arguments.size() == 1 &&
                          !use.method->isCopyAssignmentOperator() &&
                          !use.method->isMoveAssignmentOperator();
  isKnown = isRead || isAssigned || use.name == "emplace";
  if (isAssigned)
    return assigned(body, use, type);
  if (use.name == "emplace")
    return emplaced(body, use, type);
  return isRead ? valuePlace(body, use.objectPlace(body)) : nullptr;
}

/// The value, or what is given instead.
static const ir::Expr *valueOr(Body &body, const LibraryUse &use,
                               const ir::StructType *type) {
  const clang::Expr *given = use.arguments[0];
  const auto parts = body.sequence(
      {{use.object, [&] { return body.make.reference(use.objectPlace(body)); }},
       {given, [&] { return body.copied(given, false); }}},
      Order::ObjectFirst);
  const ir::Place *whole = body.make.pointee(parts[0]);
  const ir::Expr *other = convertedTo(body, type->fields()[0].type, parts[1]);
  if (parts[1] && !other)
    return refuseValue(body, given);
  return body.make.select(hasValue(body, whole),
                          body.make.load(valuePlace(body, whole)), other);
}

const ir::Expr *regtt::toir::optionalCall(Body &body, const LibraryUse &use,
                                          bool &isKnown) {
  if (use.name == "make_optional" && use.callee->isInStdNamespace()) {
    const ir::StructType *type = structOf(body, use.callee->getReturnType());
    if (!type)
      return nullptr;
    isKnown = true;
    const ir::Expr *made = madeOf(body, type, use.arguments);
    return made ? made : refuseValue(body, use.e);
  }
  const ir::StructType *type = structOf(body, use.objectType());
  if (!type || !use.method)
    return nullptr;
  isKnown = true;
  if (use.operation == clang::OO_Arrow)
    return body.make.address(valuePlace(body, use.objectPlace(body)));
  if (use.name == "has_value" || isa<clang::CXXConversionDecl>(use.method))
    return hasValue(body, use.objectPlace(body));
  if (use.name == "value_or" && use.arguments.size() == 1)
    return valueOr(body, use, type);
  if (use.name == "reset") {
    if (const ir::Place *flag = flagPlace(body, use.objectPlace(body)))
      body.emit(body.unit.module.store(flag, body.unit.module.boolean(false),
                                       body.at(body.make.loc)));
    return nullptr;
  }
  isKnown = false;
  return nullptr;
}

//===--- Comparisons ------------------------------------------------------===//

namespace {

/// One side: an optional, or a value.
struct Side {
  const ir::Expr *has = nullptr; ///< null: always
  Handed value;
};

/// `a && b`, where null is true.
const ir::Expr *both(Body &body, const ir::Expr *a, const ir::Expr *b) {
  return a && b ? body.make.logical(true, a, b) : a ? a : b;
}

/// `!a || b`, where null is true.
const ir::Expr *unless(Body &body, const ir::Expr *a, const ir::Expr *b) {
  return a ? body.make.logical(false, body.make.unary(ir::UnaryOp::LNot, a), b)
           : b;
}

} // namespace

static Side sideOf(Body &body, const ir::Expr *object) {
  const ir::Place *whole = body.make.pointee(object);
  const auto *type = whole ? dyn_cast<ir::StructType>(whole->type) : nullptr;
  if (type && llvm::StringRef(type->name).starts_with("std::optional<"))
    return {hasValue(body, whole), {valuePlace(body, whole)}};
  return {nullptr, {whole}};
}

/// As the library compares them: one that has no value is less than any other.
static const ir::Expr *comparisonOf(Body &body, BinaryOp op, const Side &a,
                                    const Side &b) {
  const ir::Expr *values =
      FunctionObject::plain(op).call(body, nullptr, {a.value, b.value});
  if (!values)
    return nullptr;
  switch (op) {
  case BinaryOp::Lt:
    return both(body, b.has, unless(body, a.has, values));
  case BinaryOp::Gt:
    return both(body, a.has, unless(body, b.has, values));
  case BinaryOp::Le:
    return unless(body, a.has, both(body, b.has, values));
  case BinaryOp::Ge:
    return unless(body, b.has, both(body, a.has, values));
  case BinaryOp::Eq:
    return a.has && b.has
               ? both(body, body.make.binary(BinaryOp::Eq, a.has, b.has),
                      unless(body, a.has, values))
               : both(body, both(body, a.has, b.has), values);
  case BinaryOp::Ne: {
    if (!a.has || !b.has)
      return unless(body, a.has ? a.has : b.has, values);
    const ir::Expr *differ = body.make.binary(BinaryOp::Ne, a.has, b.has);
    return body.make.logical(false, differ, both(body, a.has, values));
  }
  default:
    return nullptr;
  }
}

const ir::Expr *
regtt::toir::optionalComparison(Body &body, clang::OverloadedOperatorKind kind,
                                const clang::Expr *a, const clang::Expr *b) {
  const auto op = toir::comparisonOf(kind);
  const bool isEquality = op == BinaryOp::Eq || op == BinaryOp::Ne;
  if (!op || (!structOf(body, a->getType()) && !structOf(body, b->getType())))
    return nullptr;
  if (isNothing(a) || isNothing(b)) {
    if (!isEquality)
      return nullptr;
    const ir::Expr *has = hasValue(body, body.place(isNothing(a) ? b : a));
    return op == BinaryOp::Ne ? has : body.make.unary(ir::UnaryOp::LNot, has);
  }
  const ir::Expr *result = nullptr;
  const ir::BlockStatement *made = body.capture([&] {
    const auto sides = body.sequence({{a, [&] { return body.reference(a); }},
                                      {b, [&] { return body.reference(b); }}},
                                     Order::Open);
    if (sides[0] && sides[1])
      result = ::comparisonOf(body, *op, sideOf(body, body.pin(sides[0])),
                              sideOf(body, body.pin(sides[1])));
  });
  if (result)
    body.splice(made);
  return result;
}
