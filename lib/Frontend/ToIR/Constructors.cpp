// Objects that are made: constructors and closures. What only copies is a load;
// what the user wrote is a call with the object's place. Lists are in Lists.
#include "Body.h"
#include "LibraryCalls.h"
#include "Optionals.h"
#include "Tuples.h"

#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::toir;
using llvm::dyn_cast;
using llvm::isa;

/// `e` without what only says where a temporary ends.
static const clang::Expr *plain(const clang::Expr *e) {
  while (true) {
    if (const auto *x = dyn_cast<clang::FullExpr>(e))
      e = x->getSubExpr();
    else if (const auto *x = dyn_cast<clang::CXXBindTemporaryExpr>(e))
      e = x->getSubExpr();
    else if (const auto *x = dyn_cast<clang::ParenExpr>(e))
      e = x->getSubExpr();
    else if (const auto *x = dyn_cast<clang::CXXFunctionalCastExpr>(e);
             x &&
             isa<clang::CXXConstructExpr>(x->getSubExpr()->IgnoreImplicit()))
      e = x->getSubExpr();
    else if (const auto *x = dyn_cast<clang::ImplicitCastExpr>(e);
             x && x->getCastKind() == clang::CK_ConstructorConversion)
      e = x->getSubExpr();
    else
      return e;
  }
}

const ir::Expr *Body::copied(const clang::Expr *from, bool isMove) {
  const auto *temporary = dyn_cast<clang::MaterializeTemporaryExpr>(
      from->IgnoreParens()->IgnoreImpCasts());
  if (temporary)
    return value(temporary->getSubExpr());
  if (from->isPRValue())
    return value(from);
  // The library's pairs, tuples and optionals of numbers copy them.
  const ir::Type *whole = isMove && isLibraryType(from->getType())
                              ? type(from->getType())
                              : nullptr;
  const bool leaves =
      isMove && !isCopiedPlainly(from->getType()) &&
      !(whole && (isa<ir::StructType>(whole) || isNumberOrPair(whole)));
  if (!leaves)
    return read(from);
  // What is moved from is left as the library leaves it.
  return emitLibraryCall("std::move", type(from->getType()), {reference(from)},
                         true);
}

/// Whether making such an object stores nothing.
static bool doesNothing(const clang::CXXConstructExpr *e) {
  const auto *constructor = e->getConstructor();
  return constructor->isDefaultConstructor() && constructor->isTrivial() &&
         !e->requiresZeroInitialization() && !isLibraryType(e->getType());
}

/// The library's containers and the like, whose making has no other effects.
static bool isPlainValue(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("std::thread", "std::jthread", "std::basic_ofstream", false)
      .Cases("std::basic_ifstream", "std::basic_fstream", false)
      .Cases("std::lock_guard", "std::unique_lock", "std::scoped_lock", false)
      .Cases("std::random_device", "std::async", false)
      .Default(true);
}

/// An object of the library: a call by its type's name.
static const ir::Expr *constructLibrary(Body &body,
                                        const clang::CXXConstructExpr *e) {
  const auto *constructor = e->getConstructor();
  const ir::Type *type = body.type(e->getType());
  if (!type)
    return nullptr;
  if (constructor->isCopyOrMoveConstructor() && e->getNumArgs() >= 1)
    return body.copied(e->getArg(0), constructor->isMoveConstructor());
  // Iterators that are pointers here.
  if (type->isPointer()) {
    if (e->getNumArgs() == 0)
      return body.unit.module.null(type);
    const clang::Expr *given = e->getArg(0);
    if (const auto *made =
            dyn_cast<clang::MaterializeTemporaryExpr>(given->IgnoreParens()))
      given = made->getSubExpr();
    const ir::Expr *from = given->isGLValue()
                               ? body.make.load(body.place(given))
                               : body.value(given);
    return body.make.cast(ir::CastOp::PtrToPtr, type, from);
  }
  if (const auto *optional = dyn_cast<ir::StructType>(type);
      optional && isOptional(e->getType()))
    return makeOptional(body, optional, e);
  std::vector<Operand> operands;
  for (unsigned k = 0; k < e->getNumArgs(); ++k) {
    const clang::Expr *given = e->getArg(k);
    if (isa<clang::CXXDefaultArgExpr>(given))
      continue;
    const clang::QualType param = k < constructor->getNumParams()
                                      ? constructor->getParamDecl(k)->getType()
                                      : given->getType();
    operands.push_back(
        {given, [&body, given, param] {
           const bool isChanged = param->isLValueReferenceType() &&
                                  !param->getPointeeType().isConstQualified();
           return isChanged
                      ? body.reference(given)
                      : body.copied(given, param->isRValueReferenceType());
         }});
  }
  const auto arguments = body.sequence(
      operands, e->isListInitialization() ? Order::Given : Order::Open);
  if (const auto *tuple = dyn_cast<ir::StructType>(type);
      tuple && isTuple(e->getType())) {
    const ir::Expr *made = makeTuple(body, tuple, arguments);
    return made ? made : body.refuse(e, "a tuple of such values");
  }
  const std::string name = libraryName(e->getConstructor()->getParent());
  if (isPlainValue(name))
    return body.make.library(name, type, arguments);
  return body.emitLibraryCall(name, type, arguments, true);
}

void Body::constructAt(const ir::Place *place,
                       const clang::CXXConstructExpr *e) {
  const clang::CXXConstructorDecl *constructor = e->getConstructor();
  const llvm::SaveAndRestore here(make.loc, e->getExprLoc());
  if (!place || doesNothing(e))
    return;
  const bool isZeroed = e->requiresZeroInitialization();
  if (isZeroed)
    if (const ir::Expr *zero = unit.zero(place->type))
      emit(unit.module.store(place, zero, at(e->getBeginLoc())));
  if (constructor->isTrivial() && constructor->isDefaultConstructor())
    return;
  if (place->type->kind == ir::Type::Array) {
    // Each element by itself.
    const auto *array = llvm::cast<ir::ArrayType>(place->type);
    auto *loop = unit.module.make<ir::RangeLoopStatement>(at(e->getBeginLoc()));
    ir::Variable *each = unit.module.variable(
        ir::Variable::Let, "t", unit.module.referenceTo(array->element));
    loop->variable = each;
    loop->range = place;
    loop->body = capture([&] { constructAt(make.deref(make.place(each)), e); });
    emit(loop);
    return;
  }
  if (isLibraryType(e->getType())) {
    const ir::Expr *made = constructLibrary(*this, e);
    if (made && made->type == place->type)
      emit(unit.module.store(place, made, at(e->getBeginLoc())));
    else if (made)
      refuse(e, "an object of another type");
    return;
  }
  const ir::Function *target = unit.function(constructor);
  if (!target) {
    refuse(e, "this constructor");
    return;
  }
  std::vector<Operand> operands = {
      {nullptr, [&] { return make.reference(place); }}};
  for (unsigned k = 0; k < e->getNumArgs(); ++k) {
    if (k >= constructor->getNumParams()) {
      refuse(e, "more arguments than parameters");
      return;
    }
    const clang::Expr *given = e->getArg(k);
    const clang::QualType type = constructor->getParamDecl(k)->getType();
    operands.push_back({given, [=] { return argument(given, type); }});
  }
  emitCall(target,
           sequence(operands,
                    e->isListInitialization() ? Order::Given : Order::Open),
           false);
}

const ir::Expr *Body::construct(const clang::CXXConstructExpr *e) {
  const clang::CXXConstructorDecl *constructor = e->getConstructor();
  const ir::Type *type = this->type(e->getType());
  if (!type)
    return nullptr;
  if (e->getType()->isArrayType() || !isLibraryType(e->getType())) {
    if (constructor->isCopyOrMoveConstructor() && e->getNumArgs() >= 1 &&
        isMemberwise(constructor))
      return copied(e->getArg(0), constructor->isMoveConstructor());
    if (e->isElidable() && e->getNumArgs() == 1)
      return copied(e->getArg(0), false);
    if (e->requiresZeroInitialization() && constructor->isTrivial())
      return unit.zero(type);
    if (copiesItself(e->getType()))
      return refuse(e, "an object with a copy constructor as a value");
    ir::Variable *made =
        unit.module.variable(ir::Variable::Local, "t", type, at(make.loc));
    emit(unit.module.var(made, nullptr, at(make.loc)));
    constructAt(make.place(made), e);
    return make.load(make.place(made));
  }
  return constructLibrary(*this, e);
}

void Body::initialize(const ir::Place *place, const clang::Expr *e) {
  if (!place || !e)
    return;
  const llvm::SaveAndRestore here(make.loc, e->getExprLoc());
  e = plain(e);
  if (meanings)
    if (const auto known = meanings->value(e)) {
      if (*known && (*known)->type != place->type)
        refuse(e, "a value of another type than its object");
      else if (*known)
        emit(unit.module.store(place, *known, at(e->getBeginLoc())));
      return;
    }
  if (const auto *given = dyn_cast<clang::CXXDefaultInitExpr>(e))
    return initialize(place, given->getExpr());
  if (const auto *list = dyn_cast<clang::InitListExpr>(e);
      list && isMadeInPlace(list))
    return listAt(place, list);
  if (const auto *made = dyn_cast<clang::CXXConstructExpr>(e)) {
    const auto *constructor = made->getConstructor();
    const bool isCopy =
        constructor->isCopyOrMoveConstructor() &&
        (isMemberwise(constructor) || isLibraryType(made->getType()));
    if (!isCopy && !made->isElidable())
      return constructAt(place, made);
  }
  const ir::Expr *held = place->type->isReference() ? reference(e) : value(e);
  if (!held)
    return;
  // The array that it leads to ends with the expression.
  const auto *library = dyn_cast<ir::LibraryType>(place->type);
  if (library && library->name == "std::initializer_list") {
    refuse(e, "an initializer list that is kept");
    return;
  }
  if (held->type != place->type) {
    refuse(e, "a value of another type than its object");
    return;
  }
  emit(unit.module.store(place, held, at(e->getBeginLoc())));
}

//===--- Closures ---------------------------------------------------------===//

const ir::Expr *Body::closure(const clang::LambdaExpr *e) {
  const auto *type =
      llvm::dyn_cast_or_null<ir::StructType>(this->type(e->getType()));
  if (!type || !type->isComplete())
    return refuse(e, "a closure");
  std::vector<Operand> operands;
  auto init = e->capture_init_begin();
  for (const ir::Field &field : type->fields()) {
    const clang::Expr *given = *init++;
    const bool isReference = field.type->isReference();
    operands.push_back(
        {given, [=] { return isReference ? reference(given) : value(given); }});
  }
  // The bodies that are called from a library, too, are the module's.
  if (!e->isGenericLambda())
    unit.function(e->getCallOperator());
  return make.aggregate(type, sequence(operands, Order::Given));
}

//===--- The first part of a constructor ----------------------------------===//

void Body::initializers(const clang::CXXConstructorDecl *constructor) {
  const ir::Place *self = make.deref(make.place(made->params[0]));
  for (const clang::CXXCtorInitializer *init : constructor->inits()) {
    make.loc = init->getSourceLocation();
    if (init->isDelegatingInitializer()) {
      initialize(self, init->getInit());
    } else if (init->isBaseInitializer()) {
      const clang::QualType base(init->getBaseClass(), 0);
      initialize(make.field(self, unit.types.base(self->type, base)),
                 init->getInit());
    } else {
      const ir::Place *member = self;
      if (const auto *path = init->getIndirectMember()) {
        for (const clang::NamedDecl *step : path->chain())
          member = make.field(
              member, unit.types.field(llvm::cast<clang::FieldDecl>(step)));
      } else {
        member = make.field(member, unit.types.field(init->getMember()));
      }
      initialize(member, init->getInit());
    }
  }
}
