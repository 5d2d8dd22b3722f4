// What expressions stand for: data of the node, the query and elements, values
// that all share, variables.
#include "Segment.h"

#include "regtt/Frontend/Model/Constants.h"
#include "regtt/Frontend/Model/Layout.h"
#include "regtt/Frontend/Model/Walk.h"

using namespace regtt;
using namespace regtt::tokernel;
using clang::VarDecl;
using llvm::dyn_cast;
using llvm::isa;

const ir::Place *Segment::data(ir::DataRoot::Kind kind, unsigned number,
                               const ir::Type *type, const ir::Expr *index) {
  return type ? module.place(ir::DataRoot{kind, number, type, index}) : nullptr;
}

const ir::Place *Segment::datum(unsigned path) {
  return data(traversal.paths[path].base == Base::Query ? ir::DataRoot::Own
                                                        : ir::DataRoot::Node,
              path, code.type(traversal.paths[path].type));
}

/// The base in `type` that has `field`, with the steps there; false if none
/// has.
static bool findBase(const ir::StructType *type, const ir::Field *field,
                     llvm::SmallVectorImpl<const ir::Field *> &steps) {
  if (type == field->parent)
    return true;
  for (const ir::Field &base : type->fields()) {
    const auto *inner = dyn_cast<ir::StructType>(base.type);
    if (!base.isBase || !inner)
      continue;
    steps.push_back(&base);
    if (findBase(inner, field, steps))
      return true;
    steps.pop_back();
  }
  return false;
}

const ir::Place *Segment::member(const ir::Place *place,
                                 const clang::FieldDecl *field) {
  if (!place)
    return nullptr;
  // A std::array holds a plain one.
  if (isa<ir::LibraryType>(place->type))
    return field->getType()->isArrayType()
               ? place
               : make.member(place, field->getName());
  const ir::Field *found = kernels.unit.types.field(field);
  const auto *type = dyn_cast<ir::StructType>(place->type);
  llvm::SmallVector<const ir::Field *, 2> steps;
  if (found && type && findBase(type, found, steps))
    for (const ir::Field *base : steps)
      place = make.field(place, base);
  return make.field(place, found);
}

/// Whether the datum is an address, as a number.
static bool isAddress(const Path &path, clang::QualType as) {
  return !as->isIntegralOrEnumerationType() &&
         (path.address ||
          path.type->isSpecificBuiltinType(clang::BuiltinType::ULong));
}

/// One place for each datum: a pointer that is compared is the number of its
/// path, of the type that it has there.
const ir::Place *Segment::access(const Access &access, const clang::Expr *e) {
  const Path &path = traversal.paths[access.path];
  const ir::Type *type = code.type(path.type);
  if (access.parts.empty() && isAddress(path, e->getType()))
    type = code.type(e->getType());
  const ir::Place *place = nullptr;
  if (path.base == Base::Element)
    place =
        data(ir::DataRoot::Element, access.path, type, number(access.element));
  else
    place =
        data(path.base == Base::Query ? ir::DataRoot::Own : ir::DataRoot::Node,
             access.path, type);
  for (const Selector &part : access.parts)
    place = part.index ? make.element(place, code.value(part.index))
                       : member(place, part.field);
  return place;
}

const ir::Place *Segment::uniform(unsigned number, const clang::Expr *e) {
  return data(ir::DataRoot::Shared, number, code.type(e->getType()));
}

//===--- Elements ---------------------------------------------------------===//

/// A number of another type, as C converts it.
const ir::Expr *Segment::as(const ir::Type *type, const ir::Expr *e) {
  if (!e || !type || e->type == type)
    return e;
  if (type->isBool())
    return make.cast(ir::CastOp::ToBool, type, e);
  if (type->isFloat())
    return make.cast(e->type->isFloat() ? ir::CastOp::FloatToFloat
                                        : ir::CastOp::IntToFloat,
                     type, e);
  if (type->isPointer())
    return make.cast(ir::CastOp::PtrToPtr, type, e);
  if (e->type->isPointer())
    return make.cast(ir::CastOp::PtrToInt, type, e);
  return make.cast(e->type->isFloat() ? ir::CastOp::FloatToInt
                                      : ir::CastOp::IntToInt,
                   type, e);
}

const ir::Expr *Segment::asIndex(const ir::Expr *e) {
  return as(kernels.index(), e);
}

const ir::Expr *Segment::number(const ElementRef &ref) {
  const DataArray &array = traversal.arrays[ref.array];
  const ir::Expr *sum = nullptr;
  if (ref.fromThis)
    sum = make.load(make.place(element));
  else if (ref.from)
    sum = make.load(variable(ref.from));
  else if (!array.isShared() || array.row >= 0)
    sum = asIndex(make.load(datum(array.row >= 0 ? array.row : array.start)));
  for (const clang::Expr *offset : ref.offsets) {
    const ir::Expr *next = asIndex(code.value(offset));
    sum = sum ? make.binary(ir::BinaryOp::Add, sum, next) : next;
  }
  return sum ? sum : make.integer(kernels.index(), 0);
}

/// Whether it is a variable that holds an element's number.
bool Segment::isElementNumber(const clang::Expr *e) const {
  const auto *name = dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts());
  const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  const Role role = var ? function.roles.lookup(var) : Role();
  return role.kind == Role::Object && role.base == Base::Element;
}

//===--- Variables --------------------------------------------------------===//

/// What a guard or a rope has kept of it; null if nothing.
const ir::Expr *Segment::carried(const clang::Expr *e) {
  if (given.empty())
    return nullptr;
  if (const ir::Variable *kept = given.lookup(e))
    return make.load(make.place(kept));
  return nullptr;
}

const ir::Place *Segment::variable(const VarDecl *var) {
  const Role role = function.roles.lookup(var);
  if (role.kind == Role::Uniform)
    return data(ir::DataRoot::Shared, role.index,
                code.type(var->getType().getNonReferenceType()));
  const ir::Variable *known = kernels.unit.lowered.variables.lookup(var);
  if (!known) {
    kernels.unit.refuse(make.loc,
                        "the variable '" + var->getNameAsString() + "' here");
    return nullptr;
  }
  const ir::Place *place = make.place(known);
  return known->type->isReference() ? make.deref(place) : place;
}

/// Of an expression that is a pointer to the datum, or to the first element of
/// the array that it is; null for others.
const ir::Expr *Segment::pointerTo(const ir::Place *place,
                                   const clang::Expr *e) {
  const ir::Type *type = place && e->getType()->isPointerType()
                             ? code.type(e->getType())
                             : nullptr;
  if (!type || place->type == type)
    return nullptr;
  const ir::Type *to = ir::pointeeOf(type);
  const auto *array = dyn_cast<ir::ArrayType>(place->type);
  if (array && array->element == to)
    place = make.element(place, make.integer(kernels.index(), 0));
  return place && place->type == to ? make.address(place) : nullptr;
}

/// `w[i]` of a std::array that all share: the plain one that it holds is a
/// uniform, which the operator's own body names. Nothing: it is none.
std::optional<const ir::Place *> Segment::sharedElement(const clang::Expr *e) {
  const auto called = function.helperCalls.find(e);
  if (called == function.helperCalls.end() || isLowered(called->second))
    return std::nullopt;
  // operator[] may leave it to another function.
  const Function *helper = traversal.helpers[called->second].get();
  const clang::Expr *index = argumentOf(e, 0);
  if (!helper->thisRole || helper->thisRole->kind != Role::Shared ||
      helper->uniforms.size() != 1 || !index)
    return std::nullopt;
  const auto [member, number] = *helper->uniforms.begin();
  return make.element(uniform(number, member), code.value(index));
}

//===--- What is asked ----------------------------------------------------===//

std::optional<const ir::Place *> Segment::place(const clang::Expr *e) {
  e = e->IgnoreParens();
  if (const ir::Variable *kept = given.lookup(e))
    return make.place(kept);
  // A std::array holds a plain one.
  if (const auto *held = dyn_cast<clang::MemberExpr>(e);
      held && held->getType()->isArrayType() && !held->isArrow() &&
      toir::isLibraryType(held->getBase()->getType()))
    return code.place(held->getBase());
  if (const auto found = function.accesses.find(e);
      found != function.accesses.end())
    return access(found->second, e);
  if (const auto found = function.uniforms.find(e);
      found != function.uniforms.end())
    return uniform(found->second, e);
  if (const auto kept = function.results.find(e);
      kept != function.results.end())
    return variable(kept->second);
  if (const auto shared = sharedElement(e))
    return shared;
  if (const auto called = function.helperCalls.find(e);
      called != function.helperCalls.end() && isLowered(called->second)) {
    const ir::Expr *result =
        helperCall(e, *traversal.helpers[called->second], true);
    if (!result || result->type->isReference())
      return make.pointee(result);
    const ir::Variable *held = code.temporary(result->type);
    emit(module.let(held, result, at(make.loc)));
    return make.place(held);
  }
  if (const auto known = constant(e)) {
    if (!*known)
      return nullptr;
    // It may be bound to a reference.
    auto *held =
        module.variable(ir::Variable::Local, "t", (*known)->type, at(make.loc));
    held->isConst = true;
    emit(module.var(held, *known, at(make.loc)));
    return make.place(held);
  }
  const auto *name = dyn_cast<clang::DeclRefExpr>(e);
  const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  if (var && !var->getType()->isFunctionType() && function.roles.count(var) &&
      (kernels.unit.lowered.variables.count(var) ||
       function.roles.lookup(var).kind == Role::Uniform))
    return variable(var);
  return std::nullopt;
}

/// What a global that is a constant is; nothing of all else.
std::optional<const ir::Expr *> Segment::constant(const clang::Expr *e) {
  const auto *name = dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts());
  const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  if (!var || var->hasLocalStorage() || function.roles.count(var) ||
      kernels.unit.lowered.variables.count(var))
    return std::nullopt;
  auto value = constantOf(var, kernels.unit.context);
  if (!value &&
      (var->getType()->isArithmeticType() || var->getType()->isEnumeralType()))
    value = constantValue(name, kernels.unit.context);
  if (!value)
    return std::nullopt;
  return kernels.unit.constant(*value, var->getType());
}

/// `far ? n->weight : scale` of a constant, which has no place.
std::optional<const ir::Expr *> Segment::chosenConstant(const clang::Expr *e) {
  const auto *choice = dyn_cast<clang::ConditionalOperator>(e->IgnoreParens());
  if (!choice || !choice->getType()->isArithmeticType())
    return std::nullopt;
  const clang::Expr *sides[] = {choice->getTrueExpr()->IgnoreParens(),
                                choice->getFalseExpr()->IgnoreParens()};
  const bool arePlain = llvm::all_of(sides, [&](const clang::Expr *side) {
    return !side->HasSideEffects(kernels.unit.context);
  });
  if (!arePlain || (!constant(sides[0]) && !constant(sides[1])))
    return std::nullopt;
  const auto value = [&](const clang::Expr *side) {
    const auto known = constant(side);
    return known ? *known : make.load(code.place(side));
  };
  return make.select(code.condition(choice->getCond()), value(sides[0]),
                     value(sides[1]));
}

std::optional<const ir::Expr *> Segment::value(const clang::Expr *e) {
  if (const ir::Expr *kept = carried(e))
    return kept;
  if (isa<clang::ParenExpr>(e))
    return std::nullopt;
  if (const auto *cast = dyn_cast<clang::ImplicitCastExpr>(e);
      !cast || cast->getCastKind() == clang::CK_LValueToRValue) {
    if (const auto number = hostNumber(e))
      return as(code.type(e->getType()), *number);
    if (const auto first = firstValue(e))
      return as(code.type(e->getType()), *first);
  }
  // Pointers are read as what they are here.
  if (const auto *cast = dyn_cast<clang::ImplicitCastExpr>(e);
      cast && e->getType()->isPointerType() &&
      (cast->getCastKind() == clang::CK_LValueToRValue ||
       cast->getCastKind() == clang::CK_NoOp)) {
    const clang::Expr *from = cast->getSubExpr()->IgnoreParenImpCasts();
    if (from->getType()->isPointerType() &&
        (function.accesses.count(from) || function.elements.count(from) ||
         isElementNumber(from)))
      return value(from);
  }
  if (const auto *cast = dyn_cast<clang::ImplicitCastExpr>(e);
      cast && cast->getCastKind() == clang::CK_LValueToRValue) {
    if (const auto known = constant(e))
      return known;
    if (const auto chosen = chosenConstant(cast->getSubExpr()))
      return chosen;
  }
  if (isa<clang::CXXThisExpr>(e) && function.made)
    return make.address(variable(function.made));
  if (const ir::Expr *asked = test(e))
    return e->getType()->isIntegralOrEnumerationType()
               ? as(code.type(e->getType()), asked)
               : asked;
  if (const auto size = function.listSizes.find(e);
      size != function.listSizes.end())
    return as(code.type(e->getType()),
              children(traversal.slots[size->second.group]));
  if (const auto found = function.accesses.find(e);
      found != function.accesses.end()) {
    const ir::Place *where = access(found->second, e);
    if (const ir::Expr *pointer = pointerTo(where, e))
      return pointer;
    const ir::Expr *read = make.load(where);
    if (!found->second.isEmpty) // a smart pointer may be asked for
      return e->getType()->isBooleanType() ? as(module.boolType(), read) : read;
    return as(
        code.type(e->getType()),
        read ? make.binary(ir::BinaryOp::Eq, read, make.integer(read->type, 0))
             : nullptr);
  }
  const clang::Expr *plain = e->isGLValue() ? e->IgnoreParenImpCasts() : e;
  if (const auto found = function.elements.find(plain);
      found != function.elements.end())
    return number(found->second);
  if (isElementNumber(e) && e->isGLValue())
    return make.load(variable(regtt::variableOf(e)));
  if (function.uniforms.count(e) || function.results.count(e))
    return make.load(*place(e));
  if (const auto called = function.helperCalls.find(e);
      called != function.helperCalls.end() && isLowered(called->second)) {
    const ir::Expr *result =
        helperCall(e, *traversal.helpers[called->second], true);
    return result && result->type->isReference()
               ? make.load(make.pointee(result))
               : result;
  }
  if (const auto *call = dyn_cast<clang::CallExpr>(e)) {
    if (const auto found = function.containerCalls.find(e);
        found != function.containerCalls.end() &&
        containerCall(call, found->second))
      return nullptr;
    if (const auto found = function.libraryCalls.find(e);
        found != function.libraryCalls.end() && !e->getType()->isVoidType() &&
        found->second != "std::exchange")
      return libraryCall(call, found->second);
    // What the compiler evaluates.
    const bool isKnown = function.libraryCalls.count(e) ||
                         function.containerCalls.count(e) ||
                         function.helperCalls.count(e);
    if (!isKnown &&
        (e->getType()->isArithmeticType() || e->getType()->isEnumeralType()))
      if (const auto known = constantValue(e, kernels.unit.context))
        return kernels.unit.constant(*known, e->getType());
  }
  return std::nullopt;
}

std::optional<const ir::Expr *> Segment::condition(const clang::Expr *e) {
  if (const ir::Expr *kept = carried(asked(e)))
    return as(module.boolType(), kept);
  if (const ir::Expr *asked = test(e))
    return asked;
  // A side that is known drops out.
  const auto *both = dyn_cast<clang::BinaryOperator>(e);
  if (!both || !both->isLogicalOp())
    return std::nullopt;
  const bool neutral = both->getOpcode() == clang::BO_LAnd;
  const auto isNeutral = [&](const clang::Expr *side) {
    const auto known = function.folded.find(side->IgnoreParenImpCasts());
    return known != function.folded.end() && known->second == neutral;
  };
  if (isNeutral(both->getLHS()))
    return code.condition(both->getRHS());
  if (isNeutral(both->getRHS()))
    return code.condition(both->getLHS());
  return std::nullopt;
}

bool Segment::discard(const clang::Expr *e) {
  if (setsLink(e))
    return true;
  if (const auto called = function.helperCalls.find(e);
      called != function.helperCalls.end() && isLowered(called->second)) {
    helperCall(e, *traversal.helpers[called->second], false);
    return true;
  }
  if (const auto found = function.containerCalls.find(e);
      found != function.containerCalls.end())
    return containerCall(llvm::cast<clang::CallExpr>(e), found->second);
  // Of what a call returns, no conversion is written.
  if (const auto *assign = dyn_cast<clang::BinaryOperator>(e);
      assign && assign->getOpcode() == clang::BO_Assign &&
      !kernels.unit.context.hasSameUnqualifiedType(
          assign->getLHS()->getType(), assign->getRHS()->getType())) {
    const ir::Expr *value = code.value(assign->getRHS());
    const ir::Place *place = code.place(assign->getLHS());
    if (const ir::Expr *stored = place ? as(place->type, value) : nullptr)
      emit(module.store(place, stored, at(e->getBeginLoc())));
    return true;
  }
  // Pointers into arrays are numbers.
  const auto *sum = dyn_cast<clang::CompoundAssignOperator>(e);
  if (!sum || !isElementNumber(sum->getLHS()))
    return false;
  const ir::Expr *by = asIndex(code.value(sum->getRHS()));
  const ir::Place *place = *this->place(sum->getLHS());
  const auto op = sum->getOpcode() == clang::BO_SubAssign ? ir::BinaryOp::Sub
                                                          : ir::BinaryOp::Add;
  if (const ir::Expr *next = make.binary(op, make.load(place), by))
    emit(module.store(place, next, at(e->getBeginLoc())));
  return true;
}
