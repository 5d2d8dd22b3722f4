// What calls in host code read and write: of functions whose bodies are known,
// what those do. The library's are in HostLibrary.cpp.
#include "Attributes.h"
#include "HostCode.h"

#include "HostPlaces.h"
#include "regtt/Frontend/Library.h"
#include "regtt/Frontend/Model/Walk.h"

#include <clang/Basic/SourceManager.h>

using namespace regtt;
using namespace clang;

/// Library functions read the numbers and pointers that they take by reference.
void HostCode::arguments(llvm::ArrayRef<const Expr *> arguments) {
  for (const Expr *argument : arguments) {
    if (argument->isLValue() &&
        (isScalar(argument->getType()) ||
         argument->getType()->isAnyPointerType()) &&
        !isa<MaterializeTemporaryExpr>(argument->IgnoreParens()))
      reads.push_back({argument->IgnoreParens(), conditions == 0 && !inCallee});
    expression(argument);
  }
}

/// Moving an object changes it, unless it is a temporary.
void HostCode::movedFrom(const Expr *e, const Expr *source) {
  const Expr *object = plain(source);
  while (returnsArgument(object)) // of std::move(x), x
    object = plain(cast<CallExpr>(object)->getArg(0));
  if (source->isXValue() && !isa<MaterializeTemporaryExpr>(object))
    write(e, object);
}

void HostCode::construct(const CXXConstructExpr *e) {
  const CXXConstructorDecl *constructor = e->getConstructor();
  const llvm::ArrayRef<const Expr *> given(e->getArgs(), e->getNumArgs());
  if (constructor->isTrivial() ||
      (constructor->isCopyOrMoveConstructor() && constructor->isDefaulted())) {
    for (const Expr *argument : given)
      if (argument->isLValue())
        reads.push_back(
            {argument->IgnoreParenImpCasts(), conditions == 0 && !inCallee});
      else if (!constructor->isTrivial())
        movedFrom(e, argument);
    return children(e);
  }
  if (constructor->isInStdNamespace() ||
      constructor->getParent()->isInStdNamespace()) {
    static const llvm::StringRef names[] = {"pair",
                                            "array",
                                            "tuple",
                                            "optional",
                                            "complex",
                                            "span",
                                            "string_view",
                                            "initializer_list",
                                            "__normal_iterator",
                                            "__wrap_iter"};
    const auto *name = constructor->getParent()->getIdentifier();
    if (effects == Refused && !constructor->isCopyOrMoveConstructor() &&
        !(name && llvm::is_contained(names, name->getName())))
      return stop(e);
    if (constructor->isMoveConstructor())
      movedFrom(e, given[0]);
    return arguments(given);
  }
  arguments(given);
  if (!isPure(constructor, nullptr))
    stop(e);
}

/// An assignment that the compiler writes, called by an operator.
static bool copies(const FunctionDecl *callee) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  return method && method->isDefaulted() && !method->isVirtual() &&
         (method->isCopyAssignmentOperator() ||
          method->isMoveAssignmentOperator());
}

/// std::swap and std::exchange, which write what they are handed.
static bool exchanges(const FunctionDecl *callee) {
  return callee->isInStdNamespace() && !isa<CXXMethodDecl>(callee) &&
         callee->getIdentifier() &&
         (callee->getName() == "swap" || callee->getName() == "exchange");
}

void HostCode::call(const CallExpr *e) {
  const FunctionDecl *callee = e->getDirectCallee();
  if (!callee || (isOfLibrary(callee) && looksAround(callee)))
    return stop(e);
  const llvm::ArrayRef<const Expr *> given(e->getArgs(), e->getNumArgs());
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(e)) {
    // Behind a pointer the object is whatever the member function reads.
    expression(member->getImplicitObjectArgument());
  }
  const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
  // The iterators of loops over ranges.
  const bool takesPointers =
      llvm::any_of(callee->parameters(), [](const ParmVarDecl *param) {
        return param->getType()->isPointerType();
      });
  if (op && isOfLibrary(callee) &&
      (op->getOperator() == OO_PlusPlus || op->getOperator() == OO_MinusMinus ||
       op->getOperator() == OO_PlusEqual || op->getOperator() == OO_MinusEqual))
    write(e, op->getArg(0));
  else if (const auto *assign = dyn_cast<CXXOperatorCallExpr>(e);
           assign && copies(callee)) {
    write(e, assign->getArg(0));
    if (assign->getArg(1)->isLValue())
      reads.push_back({assign->getArg(1)->IgnoreParenImpCasts(),
                       conditions == 0 && !inCallee});
    else if (!callee->isTrivial())
      movedFrom(e, assign->getArg(1));
  } else if (callee->getBuiltinID() != 0 && callee->hasAttr<ConstAttr>())
    ; // INFINITY
  else if (exchanges(callee))
    for (unsigned k = 0; k < callee->getNumParams(); ++k)
      handedOver(e->getArg(k), callee->getParamDecl(k)->getType());
  else if (onlyLooks(callee) ||
           (findLibraryFunction(*callee) && !takesPointers))
    ;
  else if (effects == Collected)
    enter(e, callee);
  else if (findLibraryFunction(*callee) || !isPure(callee, e))
    stop(e);
  if (isOfLibrary(callee)) {
    readObjects(e);
    for (const Expr *argument : given)
      callBack(e, argument);
  }
  arguments(given);
}

/// A part of the member function's object.
struct PartOfThis {
  bool element; ///< in an array or container of it
};

static std::optional<PartOfThis> partOfThis(const Expr *target) {
  PartOfThis result = {false};
  for (const Expr *e = plain(target);; e = plain(e)) {
    if (const auto *member = dyn_cast<MemberExpr>(e)) {
      if (member->isArrow() && !isa<CXXThisExpr>(plain(member->getBase())))
        return std::nullopt;
      e = member->getBase();
    } else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e)) {
      e = subscript->getBase()->IgnoreParenImpCasts();
      if (!e->getType()->isArrayType())
        return std::nullopt;
      result.element = true;
    } else if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
               op && op->getOperator() == OO_Subscript &&
               HostPlaces::owns(op->getArg(0)->getType())) {
      e = op->getArg(0);
      result.element = true;
    } else if (isa<CXXThisExpr>(e)) {
      return result;
    } else {
      return std::nullopt;
    }
  }
}

/// What the callee of `e` names `lvalue`, a field of its object or of what a
/// parameter leads to, in the caller's words; null where that cannot be said.
const Expr *HostCode::atCaller(const CallExpr *e, const Expr *lvalue) const {
  if (!e)
    return nullptr;
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(e->getDirectCallee());
  const unsigned first = isa<CXXOperatorCallExpr>(e) && method ? 1 : 0;
  // A parameter that the callee moves on is not what it was handed.
  const auto argument = [&](const Expr *name) -> const Expr * {
    const auto *param = dyn_cast_or_null<ParmVarDecl>(namedVariable(name));
    const unsigned k = param ? param->getFunctionScopeIndex() + first : 0;
    const auto *callee =
        param ? dyn_cast<FunctionDecl>(param->getDeclContext()) : nullptr;
    return callee && k < e->getNumArgs() &&
                   !isReassigned(callee->getBody(), param)
               ? e->getArg(k)->IgnoreParenImpCasts()
               : nullptr;
  };
  const Expr *at = wholeArray(lvalue);
  if (const auto *star = dyn_cast<UnaryOperator>(at);
      star && star->getOpcode() == UO_Deref) {
    const Expr *pointer = argument(star->getSubExpr());
    if (!pointer || !pointer->getType()->isPointerType())
      return nullptr;
    return UnaryOperator::Create(context, const_cast<Expr *>(pointer), UO_Deref,
                                 pointer->getType()->getPointeeType(),
                                 VK_LValue, OK_Ordinary, pointer->getBeginLoc(),
                                 false, FPOptionsOverride());
  }
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(at)) {
    const Expr *array = argument(subscript->getBase());
    return array && array->getType()->isArrayType() ? array : nullptr;
  }
  const auto *member = dyn_cast<MemberExpr>(at);
  if (!member || !isa<FieldDecl>(member->getMemberDecl()))
    return nullptr;
  const Expr *base = plain(member->getBase());
  const Expr *object = nullptr;
  bool arrow = false;
  if (isa<CXXThisExpr>(base)) {
    object = calledObject(e, &arrow);
  } else if ((object = argument(base))) {
    arrow = member->isArrow();
    if (arrow && object->getType()->isArrayType())
      return nullptr;
    if (!arrow && !namedVariable(base)->getType()->isReferenceType())
      return nullptr; // the callee's own copy
  } else if (!member->isArrow()) {
    object = atCaller(e, base);
  }
  if (!object ||
      !(arrow ? object->getType()->isPointerType() : object->isLValue()))
    return nullptr;
  return MemberExpr::CreateImplicit(context, const_cast<Expr *>(object), arrow,
                                    member->getMemberDecl(), member->getType(),
                                    VK_LValue, member->getObjectKind());
}

/// A variable, or a part of one.
static bool isVariable(const Expr *object) {
  object = plain(object);
  while (const auto *member = dyn_cast<MemberExpr>(object)) {
    if (member->isArrow())
      return false;
    object = plain(member->getBase());
  }
  const VarDecl *var = namedVariable(object);
  return var && !var->getType()->isReferenceType() &&
         !var->getType()->isPointerType();
}

/// A call whose effects are collected.
void HostCode::enter(const CallExpr *e, const FunctionDecl *callee) {
  const FunctionDecl *definition = nullptr;
  if (isOfLibrary(callee))
    return outside(e, callee);
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (callee->isVariadic() || !hasBody(callee, definition) ||
      (method && method->isVirtual()))
    return stop(e);
  // Of a recursion it is not followed what it is handed.
  if (!active.insert(definition).second)
    return stop(e);
  HostCode inside(context, Collected);
  inside.active = active;
  inside.inCallee = true;
  for (const ParmVarDecl *param : definition->parameters())
    if (!param->getType()->isReferenceType())
      inside.own.insert(param);
  inside.add(definition->getBody());
  if (inside.effect)
    return stop(e);
  active.erase(definition);
  if (!ordered && inside.ordered)
    ordered = e;
  takeReads(e, inside);
  const unsigned first = isa<CXXOperatorCallExpr>(e) && method ? 1 : 0;
  for (const Expr *target : inside.writes) {
    if (const Expr *here = atCaller(e, target)) {
      write(e, here);
      continue;
    }
    if (const auto inThis = partOfThis(target)) {
      const Expr *object = calledObject(e);
      if (!object || (inThis->element && !isVariable(object)))
        return stop(e);
      write(e, object);
      continue;
    }
    const auto *param = dyn_cast_or_null<ParmVarDecl>(namedVariable(target));
    if (param && param->getFunctionScopeIndex() + first < e->getNumArgs())
      write(e, e->getArg(param->getFunctionScopeIndex() + first));
    else
      writes.push_back(target);
  }
}

void HostCode::takeReads(const CallExpr *e, const HostCode &inside) {
  recursive |= inside.recursive;
  for (const ReadOf &read : inside.reads) {
    // What a number by reference is bound to is read where it is handed over.
    if (const VarDecl *var = namedVariable(read.lvalue);
        var && isa<ParmVarDecl>(var))
      continue;
    const Expr *here = atCaller(e, read.lvalue);
    if (here)
      reads.push_back({here, false});
    if (!here || inside.recursive)
      reads.push_back(read);
  }
  for (const Expr *container : inside.containers) {
    if (const VarDecl *var = namedVariable(container);
        var && isa<ParmVarDecl>(var))
      continue; // named where it is handed over
    const Expr *here = atCaller(e, container);
    containers.push_back(here ? here : container);
  }
}

/// Whether a function of the user's changes nothing but its own variables, and,
/// a constructor, what it makes.
bool HostCode::isPure(const FunctionDecl *callee, const CallExpr *e) {
  const FunctionDecl *definition = nullptr;
  if (callee->isVariadic() || !hasBody(callee, definition) ||
      definition->isInStdNamespace())
    return false;
  if (const auto *method = dyn_cast<CXXMethodDecl>(callee);
      method && method->isVirtual())
    return false;
  if (!active.insert(definition).second)
    return recursive = true; // being looked at
  HostCode inside(context);
  inside.active = active;
  inside.inCallee = true;
  inside.inConstructor = isa<CXXConstructorDecl>(definition);
  for (const ParmVarDecl *param : definition->parameters())
    inside.own.insert(param);
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(definition))
    for (const CXXCtorInitializer *init : constructor->inits())
      inside.add(init->getInit());
  inside.add(definition->getBody());
  if (inside.effect)
    return false;
  active.erase(definition);
  takeReads(e, inside);
  return true;
}
