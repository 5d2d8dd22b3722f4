// Calls: of helpers and of the library, and those that engines make.
#include "Segment.h"

#include "regtt/Frontend/Model/Layout.h"
#include "regtt/Frontend/Model/Walk.h"

#include <clang/AST/DeclTemplate.h>

using namespace regtt;
using namespace regtt::tokernel;
using clang::VarDecl;
using llvm::dyn_cast;
using llvm::isa;
using toir::Operand;
using toir::Order;

//===--- Helpers and the library ------------------------------------------===//

const ir::Expr *Segment::helperCall(const clang::Expr *e,
                                    const Function &helper, bool isUsed) {
  const auto found = llvm::find_if(traversal.helpers, [&](const auto &each) {
    return each.get() == &helper;
  });
  const ir::Function *target =
      kernels.parts.helpers[found - traversal.helpers.begin()];
  if (!target)
    return code.refuse(e, "a call of '" + helper.name + "'");
  const auto isElement = [](const Role &role) {
    return role.kind == Role::Object && role.base == Base::Element;
  };
  std::vector<Operand> operands;
  if (helper.thisRole && isElement(*helper.thisRole)) {
    const clang::Expr *object = calledObject(e);
    operands.push_back({object, [=] { return asIndex(code.value(object)); }});
  }
  if (Kernels::takesSelf(helper)) {
    bool isArrow = false;
    const clang::Expr *object = calledObject(e, &isArrow);
    operands.push_back({object, [=] {
                          return isArrow ? make.reference(
                                               make.pointee(code.value(object)))
                                         : code.reference(object);
                        }});
  }
  for (unsigned k = 0; k < helper.paramRoles.size(); ++k) {
    const clang::Expr *given = argumentOf(e, k);
    const clang::QualType type = helper.decl->getParamDecl(k)->getType();
    if (isElement(helper.paramRoles[k]))
      operands.push_back({given, [=] { return asIndex(code.value(given)); }});
    else if (helper.paramRoles[k].kind == Role::Value)
      operands.push_back({given, [=] { return code.argument(given, type); }});
  }
  for (const VarDecl *var : helper.captured)
    operands.push_back({nullptr, [=]() -> const ir::Expr * {
                          const ir::Place *place = variable(var);
                          return helper.written.count(var)
                                     ? make.reference(place)
                                     : make.load(place);
                        }});
  const auto values = code.sequence(operands, Order::Open);
  return code.emitCall(target, values, isUsed);
}

/// Its arguments have the types that the overload wants: Clang has converted
/// them.
const ir::Expr *Segment::libraryCall(const clang::CallExpr *e,
                                     llvm::StringRef name) {
  std::vector<Operand> operands;
  for (const clang::Expr *given : e->arguments())
    operands.push_back({given, [=] { return code.value(given); }});
  return make.library(name, code.type(e->getType()),
                      code.sequence(operands, Order::Open));
}

/// What makes an element where it is put, and what orders a queue.
bool Segment::containerCall(const clang::CallExpr *e,
                            const ContainerCall &called) {
  if (called.orderHelper >= 0) {
    const Function &order = *traversal.helpers[called.orderHelper];
    kernels.unit.lowered.functions[order.decl->getCanonicalDecl()] =
        kernels.parts.helpers[called.orderHelper];
  }
  const clang::FunctionDecl *callee = e->getDirectCallee();
  const bool isEmplaced = callee && callee->getIdentifier() &&
                          callee->getName().starts_with("emplace");
  if (!called.makesElement && !(isEmplaced && e->getNumArgs() == 1))
    return false;
  const Path &path =
      traversal.paths[function.accesses.find(called.object)->second.path];
  const clang::QualType element = elementType(path);
  const auto *pair =
      called.makesElement
          ? llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
                element->getAsCXXRecordDecl())
          : nullptr;
  std::vector<Operand> operands;
  for (unsigned k = 0; k < e->getNumArgs(); ++k) {
    const clang::Expr *given = e->getArg(k);
    const clang::QualType type =
        pair ? pair->getTemplateArgs()[k].getAsType() : element;
    operands.push_back({given, [=] {
                          const ir::Expr *value = code.value(given);
                          return called.makesElement
                                     ? as(code.type(type), value)
                                     : value;
                        }});
  }
  auto parts = code.sequence(operands, Order::Open);
  if (pair)
    parts = {make.library("std::pair", code.type(element), parts)};
  auto *made = module.make<ir::ContainerChangeStatement>(at(make.loc));
  made->op = ir::ChangeOp::Push;
  made->container = *place(called.object);
  made->arguments = parts;
  if (called.orderHelper >= 0)
    made->order = kernels.parts.helpers[called.orderHelper];
  if (made->container && !llvm::is_contained(parts, nullptr))
    emit(made);
  return true;
}

//===--- Visits -----------------------------------------------------------===//

/// Arguments that a call does not name are zero: nothing reads them.
std::vector<const ir::Expr *> Segment::arguments(const Call &call,
                                                 const ir::Expr *link) {
  std::vector<const ir::Expr *> values = {link};
  for (unsigned k = 0; k < traversal.args.size(); ++k) {
    const auto passed = llvm::find_if(
        call.args, [&](const CallArg &arg) { return arg.arg == k; });
    const ir::Type *type = code.type(traversal.args[k].type);
    values.push_back(passed == call.args.end()
                         ? kernels.unit.zero(type)
                         : as(type, code.value(passed->value)));
  }
  return values;
}

/// Its place among the calls of the segment; in a loop over children it counts
/// with the child.
const ir::Expr *Segment::position(const Call &call) {
  const ir::IntType *number = module.intType(ir::IntType::I32);
  if (!call.loopVar)
    return make.integer(number, call.position);
  const ir::Expr *iteration = as(number, numberOf(call.loopVar));
  if (traversal.list())
    return iteration;
  const ir::Expr *first = make.integer(number, call.loopFirst);
  if (call.loopDown)
    iteration = make.binary(ir::BinaryOp::Sub, first, iteration);
  else if (call.loopFirst != 0)
    iteration = make.binary(ir::BinaryOp::Sub, iteration, first);
  if (call.stride != 1)
    iteration = make.binary(ir::BinaryOp::Mul,
                            make.integer(number, call.stride), iteration);
  return call.position == 0
             ? iteration
             : make.binary(ir::BinaryOp::Add,
                           make.integer(number, call.position), iteration);
}

/// The guard's conditions, asked here.
const ir::Expr *Segment::now(const Guard &guard) {
  const ir::Expr *all = nullptr;
  for (const Term &term : guard.terms) {
    const ir::Expr *holds = code.condition(term.cond);
    if (term.negated)
      holds = make.unary(ir::UnaryOp::LNot, holds);
    all = all ? make.logical(true, all, holds) : holds;
  }
  return all;
}

void Segment::visit(const Call &call) {
  auto *made = module.make<ir::VisitStatement>(at(make.loc));
  made->callee = kernels.parts.enter;
  made->arguments = arguments(call, link(call.child));
  made->position = position(call);
  kernels.parts.calls[made] = &call;
  const bool isSound = !llvm::is_contained(made->arguments, nullptr);
  if (call.guard < 0)
    return isSound ? emit(made) : void();
  const Guard &guard = traversal.guards[call.guard];
  made->guard = kernels.parts.guards[call.guard];
  for (unsigned number : guard.captures) {
    const Capture &capture = traversal.captures[number];
    made->kept.push_back(as(kernels.typeOf(capture),
                            capture.var ? make.load(variable(capture.var))
                                        : code.value(capture.value)));
  }
  if (!isSound || !made->guard || llvm::is_contained(made->kept, nullptr))
    return;
  // A first call is not deferred: what it asks, it asks now. In a loop those of
  // later iterations are.
  if (call.position != 0 || !call.loopVar)
    return emit(made);
  const ir::Expr *number = numberOf(call.loopVar);
  const ir::Expr *isLater =
      number ? make.binary(ir::BinaryOp::Ne, number,
                           make.integer(number->type, call.loopFirst))
             : nullptr;
  if (const ir::Expr *asked = make.logical(false, isLater, now(guard)))
    emit(module.ifThen(asked, module.block({made}), nullptr, made->loc));
}

void Segment::visitTree(const Call &call) {
  auto *made = module.make<ir::VisitStatement>(at(make.loc));
  made->callee = kernels.parts.enter;
  made->arguments = arguments(call, link(call.child));
  kernels.parts.calls[made] = &call;
  if (!llvm::is_contained(made->arguments, nullptr))
    emit(made);
}

void Segment::resumeAt(unsigned point) {
  auto *made = module.make<ir::ResumeStatement>(at(make.loc));
  made->segment = kernels.parts.resumes[point];
  for (const VarDecl *var : traversal.resumes[point].live)
    made->kept.push_back(function.eachChild.count(var)
                             ? numberOf(var)
                             : make.load(variable(var)));
  if (made->segment && !llvm::is_contained(made->kept, nullptr))
    emit(made);
}
