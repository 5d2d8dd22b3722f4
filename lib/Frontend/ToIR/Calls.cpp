// Calls of functions, methods, operators and function objects that the user
// wrote: the object first, as a reference. The library's are in Library.cpp.
#include "Around.h"
#include "Body.h"

#include "OddAttributes.h"

#include "regtt/Frontend/VirtualMethods.h"

using namespace regtt;
using namespace regtt::toir;
using llvm::dyn_cast;
using llvm::isa;

const ir::Expr *Body::emitCall(const ir::Function *callee, ExprList arguments,
                               bool isUsed, const clang::Expr *source) {
  if (!callee || llvm::is_contained(arguments, nullptr))
    return nullptr;
  if (const std::string fault = ir::faultOfCall(callee, arguments);
      !fault.empty())
    return unit.refuse(make.loc, fault);
  const ir::Type *result = callee->type->result;
  if (callee->isPure && isUsed)
    return make.call(callee, arguments);
  const ir::Variable *kept =
      isUsed && !result->isVoid() ? temporary(result) : nullptr;
  ir::CallStatement *made =
      unit.module.callStatement(callee, arguments, kept, at(make.loc));
  emit(made);
  const auto *called = llvm::dyn_cast_or_null<clang::CallExpr>(source);
  const clang::FunctionDecl *function =
      called ? called->getDirectCallee() : nullptr;
  if (source &&
      (callee->isTraversal ||
       (loopAlone() && function && leadsToTraversal(unit.pairing, function))))
    unit.lowered.ranges[made] = unit.rangeOf(source);
  return kept ? make.load(make.place(kept)) : nullptr;
}

const ir::Expr *Body::emitLibraryCall(const std::string &name,
                                      const ir::Type *result,
                                      ExprList arguments, bool isUsed) {
  if (!result || llvm::is_contained(arguments, nullptr))
    return nullptr;
  auto *s = unit.module.make<ir::LibraryCallStatement>(at(make.loc));
  s->name = name;
  s->arguments = arguments.vec();
  if (isUsed && !result->isVoid())
    s->result = temporary(result);
  emit(s);
  return s->result ? make.load(make.place(s->result)) : nullptr;
}

/// In which order C++ evaluates what an operator's function is given.
static Order orderOf(const clang::CallExpr *e) {
  const auto *operation = dyn_cast<clang::CXXOperatorCallExpr>(e);
  if (!operation)
    return Order::Open;
  switch (operation->getOperator()) {
  case clang::OO_LessLess:
  case clang::OO_GreaterGreater:
  case clang::OO_Subscript:
  case clang::OO_Comma:
  case clang::OO_AmpAmp:
  case clang::OO_PipePipe:
    return Order::Given;
  default:
    return Order::Open;
  }
}

/// `a = b` of whole objects, member by member: a store.
static const ir::Expr *assignWhole(Body &body, const clang::CallExpr *e,
                                   const clang::CXXMethodDecl *method,
                                   bool isUsed) {
  const auto *member = dyn_cast<clang::CXXMemberCallExpr>(e);
  const clang::Expr *to =
      member ? member->getImplicitObjectArgument() : e->getArg(0);
  const clang::Expr *from = e->getArg(member ? 0 : 1);
  if (assignsItself(from->getType()))
    return body.refuse(e, ownAssignment);
  const ir::Expr *right = body.copied(from, method->isMoveAssignmentOperator());
  const ir::Place *left = nullptr;
  const ir::BlockStatement *effects = body.capture([&] {
    left = to->getType()->isPointerType() ? body.make.pointee(body.value(to))
                                          : body.place(to);
  });
  if (!effects->statements.empty())
    right = body.pin(right);
  body.splice(effects);
  if (isUsed)
    left = body.pin(left);
  if (!left || !right)
    return nullptr;
  if (left->type != right->type)
    return body.refuse(e, "an assignment of another type");
  body.emit(body.unit.module.store(left, right, body.at(e->getBeginLoc())));
  return isUsed ? body.make.reference(left) : nullptr;
}

/// Whether it is not known which body runs. The host calls what it will.
static bool isReplaced(const Body &body, const clang::FunctionDecl *callee) {
  return body.unit.isLoopAlone && callee->hasBody() &&
         !replaceable(callee).empty() &&
         (!body.loopAlone() || body.unit.pairing.traversalOf(callee));
}

static std::nullptr_t refuseReplaced(Body &body, const clang::CallExpr *e,
                                     const clang::FunctionDecl *callee) {
  body.refuse(e, Diag::RTT2059,
              {callee->getNameAsString(), replaceable(callee).str()});
  if (NotLowered &fault = body.unit.lowered.notLowered.back();
      fault.id == Diag::RTT2059 && fault.loc == e->getBeginLoc())
    fault.declared = callee->getLocation();
  return nullptr;
}

/// `p->Base::f()`, which runs that one.
static bool isQualified(const clang::CallExpr *e) {
  const auto *access =
      dyn_cast<clang::MemberExpr>(e->getCallee()->IgnoreParens());
  return access && access->hasQualifier();
}

/// The object of class `base` in the one at `place`, which it begins with.
const ir::Place *Body::basePart(const ir::Place *place,
                                const clang::CXXRecordDecl *base) {
  const ir::Type *to = type(unit.context.getRecordType(base));
  while (place && to && place->type != to) {
    const auto *from = dyn_cast<ir::StructType>(place->type);
    place = from ? make.field(place, ir::baseTowards(from, to)) : nullptr;
  }
  return to ? place : nullptr;
}

const ir::Expr *Body::call(const clang::CallExpr *e, bool isUsed) {
  make.loc = e->getExprLoc();
  const clang::FunctionDecl *callee = e->getDirectCallee();
  if (!callee)
    return refuse(e, "a call through a pointer");
  if (isLibrary(callee))
    return libraryCall(e, callee, isUsed);
  const auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
  if (method && isa<clang::CXXDestructorDecl>(method))
    return refuse(e, "a destructor");
  const ir::Function *target = nullptr;
  if (method) {
    callee = Effects::certainMethod(method, e);
    if (!callee || (!isQualified(e) && unit.isEnteredVirtually(method))) {
      target = unit.virtualFunction(method, e->getBeginLoc());
      if (!target)
        return nullptr;
      callee = firstOverridden(method);
    }
  }
  method = dyn_cast<clang::CXXMethodDecl>(callee);
  if (method && method->isDefaulted() &&
      (method->isCopyAssignmentOperator() ||
       method->isMoveAssignmentOperator()))
    return assignWhole(*this, e, method, isUsed);
  if (!target && isReplaced(*this, callee))
    return refuseReplaced(*this, e, callee);
  if (!target)
    target = unit.function(callee);
  if (!target)
    return callee->isVariadic()
               ? refuse(e, Diag::RTT2008,
                        {callee->getNameAsString(),
                         "it takes a variable number of arguments"})
               : refuse(e, "a call of '" + callee->getNameAsString() + "'");
  std::vector<Operand> operands;
  unsigned first = 0;
  const bool hasObject = method && method->isInstance() &&
                         !method->isExplicitObjectMemberFunction();
  if (const auto *member = dyn_cast<clang::CXXMemberCallExpr>(e);
      member && hasObject) {
    const clang::Expr *object = member->getImplicitObjectArgument();
    operands.push_back(
        {object, [=] {
           const ir::Place *at = object->getType()->isPointerType()
                                     ? make.pointee(value(object))
                                     : place(object);
           return make.reference(
               target->isVirtual ? basePart(at, method->getParent()) : at);
         }});
  } else if (hasObject) {
    const clang::Expr *object = e->getArg(first++);
    operands.push_back({object, [=] { return reference(object); }});
  } else if (method && isa<clang::CXXOperatorCallExpr>(e)) {
    discard(e->getArg(first++)); // a static operator's object
  }
  for (unsigned k = 0; first + k < e->getNumArgs(); ++k) {
    const clang::Expr *given = e->getArg(first + k);
    if (k >= callee->getNumParams())
      return refuse(e, "more arguments than parameters");
    const clang::QualType type = callee->getParamDecl(k)->getType();
    operands.push_back({given, [=] { return argument(given, type); }});
  }
  // The object is evaluated before what a method is given.
  const auto *operation = dyn_cast<clang::CXXOperatorCallExpr>(e);
  if (operation && operation->isAssignmentOp() && operands.size() == 2) {
    std::swap(operands[0], operands[1]);
    auto values = sequence(operands, Order::Given);
    std::swap(values[0], values[1]);
    return emitCall(target, values, isUsed, e);
  }
  const Order order =
      isa<clang::CXXMemberCallExpr>(e) ? Order::ObjectFirst : orderOf(e);
  return emitCall(target, sequence(operands, order), isUsed, e);
}
