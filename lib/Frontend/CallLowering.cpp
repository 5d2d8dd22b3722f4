// Calls: the recursive call, library functions, and the user's helpers, which
// are lowered once for each way their parameters are bound.
#include "FunctionLowering.h"
#include "regtt/Frontend/Library.h"
#include "regtt/Model/Links.h"

using namespace regtt;
using namespace clang;

bool FunctionLowering::isRecursive(const CallExpr *call) const {
  const FunctionDecl *callee = call->getDirectCallee();
  return callee &&
         callee->getCanonicalDecl() == builder.traversal->getCanonicalDecl();
}

bool FunctionLowering::recursiveCall(const Expr *e,
                                     std::vector<Statement> &out) {
  const auto *called = dyn_cast<CallExpr>(plain(e));
  if (!called || !isTraversal() || !isRecursive(called))
    return false;
  regtt::Call result;
  result.ast = called;
  const auto *member = dyn_cast<CXXMemberCallExpr>(called);
  if (member && !traversal.nodeParam)
    result.child = childOf(member->getImplicitObjectArgument());
  for (unsigned k = 0; k < called->getNumArgs(); ++k) {
    const ParmVarDecl *param = builder.traversal->getParamDecl(k);
    const Expr *value = called->getArg(k);
    if (param == traversal.nodeParam) {
      result.child = childOf(value);
      continue;
    }
    const Role &role = function.roles[param];
    if (role.kind != Role::Arg)
      continue; // handed on unchanged
    expr(value);
    result.args.push_back({role.index, value});
  }
  if (member && traversal.nodeParam)
    if (!isa<CXXThisExpr>(plain(member->getImplicitObjectArgument())))
      report(called->getBeginLoc(), Diag::RTT2008)
          << builder.traversal->getNameAsString()
          << "it is called on another object";
  Statement node;
  node.kind = Statement::CallNode;
  node.loc = called->getBeginLoc();
  node.call = traversal.calls.size();
  traversal.calls.push_back(result);
  out.push_back(std::move(node));
  return true;
}

/// The child that a recursive call goes to, by what holds the pointer to it.
const Expr *FunctionLowering::childOf(const Expr *e) {
  if (!link(e))
    report(e->getBeginLoc(), Diag::RTT2010) << builder.sourceText(e);
  return linkExpr(e);
}

void FunctionLowering::call(const CallExpr *e) {
  const FunctionDecl *callee = e->getDirectCallee();
  if (!callee)
    return notTaken(e->getBeginLoc(), "a call through a pointer");
  const std::string name = callee->getNameAsString();
  if (isRecursive(e)) {
    if (!isTraversal())
      report(e->getBeginLoc(), Diag::RTT2023)
          << function.decl->getNameAsString();
    else
      report(e->getBeginLoc(), Diag::RTT2017);
    return;
  }
  if (isCopyable(e->getType()) && e->isEvaluatable(builder.context))
    return; // a constant: numeric_limits, INFINITY
  if (libraryCall(e, callee))
    return;
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (method && method->isVirtual()) {
    report(e->getBeginLoc(), Diag::RTT2008) << name << "it is virtual";
    return;
  }
  if (callee->isVariadic()) {
    report(e->getBeginLoc(), Diag::RTT2008)
        << name << "it takes a variable number of arguments";
    return;
  }
  const FunctionDecl *definition = nullptr;
  if (!callee->hasBody(definition)) {
    report(e->getBeginLoc(), Diag::RTT2007) << name;
    builder.diagnostics.note(callee->getLocation(), "declared here");
    return;
  }
  if (llvm::is_contained(active, definition->getCanonicalDecl())) {
    report(e->getBeginLoc(), Diag::RTT2023) << name;
    return;
  }
  helperCall(e, definition);
}

bool FunctionLowering::libraryCall(const CallExpr *e,
                                   const FunctionDecl *callee) {
  const LibraryFunction *library = findLibraryFunction(*callee);
  if (!library)
    return false;
  for (const Expr *argument : e->arguments())
    expr(argument);
  function.libraryCalls[e] = library->spelling.str();
  if (library->error.empty())
    return true;
  if (builder.fp == FpMode::Libm)
    report(e->getBeginLoc(), Diag::RTT3002) << callee->getNameAsString();
  else if (builder.fp == FpMode::Strict)
    builder.report(e->getBeginLoc(), Diag::RTT3001)
        << callee->getNameAsString() << library->error;
  return true;
}

std::optional<Role> FunctionLowering::bindObject(const Expr *e, bool arrow) {
  const auto where = arrow ? pointee(e) : object(e);
  if (!where || !where->parts.empty())
    return std::nullopt;
  Role role;
  role.kind = where->shared ? Role::Shared : Role::Object;
  role.base = where->base;
  role.number = where->number;
  role.steps = where->steps;
  role.hostPrefix = where->hostText;
  if (where->shared && where->lastField)
    role.hostPrefix += ".";
  return role;
}

std::optional<Role> FunctionLowering::bind(const Expr *argument,
                                           const ParmVarDecl *param) {
  const QualType type = param->getType();
  Role role; // a value
  if (pointedRecord(type))
    return bindObject(argument, type->isPointerType());
  const bool indirect = type->isPointerType() || type->isReferenceType();
  const QualType datum = indirect ? type->getPointeeType() : type;
  if (!isCopyable(datum)) {
    report(argument->getBeginLoc(), Diag::RTT2011)
        << type.getAsString() << param->getName();
    return std::nullopt;
  }
  expr(argument, indirect && !datum.isConstQualified() ? ReadWrite : Read);
  return role;
}

void FunctionLowering::helperCall(const CallExpr *e,
                                  const FunctionDecl *callee) {
  const std::string name = callee->getNameAsString();
  auto helper = std::make_unique<Function>();
  helper->decl = callee;
  unsigned firstArgument = 0;
  if (isa<CXXOperatorCallExpr>(e) && isa<CXXMethodDecl>(callee)) {
    report(e->getBeginLoc(), Diag::RTT2008)
        << name << "it is a member operator";
    return;
  }
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(e)) {
    const auto *access = cast<MemberExpr>(member->getCallee()->IgnoreParens());
    helper->thisRole = bindObject(access->getBase(), access->isArrow());
    if (!helper->thisRole) {
      report(e->getBeginLoc(), Diag::RTT2008)
          << name << "its object is neither the node, the query nor shared";
      return;
    }
  }
  const unsigned before = builder.diagnostics.errors();
  for (unsigned k = 0; k < callee->getNumParams(); ++k) {
    const Expr *argument = e->getArg(firstArgument + k);
    const auto role = bind(argument, callee->getParamDecl(k));
    if (!role) {
      if (builder.diagnostics.errors() == before)
        report(argument->getBeginLoc(), Diag::RTT2008)
            << name
            << "'" + builder.sourceText(argument) +
                   "' is neither the node, the query nor an object of theirs";
      return;
    }
    helper->paramRoles.push_back(*role);
    helper->roles[callee->getParamDecl(k)] = *role;
  }
  QualType result = callee->getReturnType();
  if (!result->isVoidType() && (!isCopyable(result) || result->isArrayType())) {
    report(e->getBeginLoc(), Diag::RTT2008)
        << name << "it returns '" + result.getAsString() + "'";
    return;
  }
  for (unsigned i = 0; i < traversal.helpers.size(); ++i) {
    const Function &other = *traversal.helpers[i];
    if (other.decl == callee && other.paramRoles == helper->paramRoles &&
        other.thisRole == helper->thisRole) {
      function.helperCalls[e] = i;
      return;
    }
  }
  active.push_back(callee->getCanonicalDecl());
  FunctionLowering lowering(builder, *helper, active);
  ok &= lowering.run();
  active.pop_back();
  const std::string base =
      callee->getIdentifier() ? callee->getName().str() : "helper";
  std::string unique = base;
  for (int suffix = 2;
       llvm::any_of(traversal.helpers,
                    [&](const auto &other) { return other->name == unique; });
       ++suffix)
    unique = base + "_" + std::to_string(suffix);
  helper->name = unique;
  function.helperCalls[e] = traversal.helpers.size();
  traversal.helpers.push_back(std::move(helper));
}
