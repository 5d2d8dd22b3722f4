// Calls: the recursive call, library functions, and the user's helpers, which
// are lowered once for each way their parameters are bound.
#include "Attributes.h"
#include "FunctionLowering.h"
#include "regtt/Frontend/Library.h"
#include "regtt/Frontend/Model/Constants.h"
#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Walk.h"

#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace clang;

bool FunctionLowering::isRecursive(const CallExpr *call) const {
  if (isProgram())
    return llvm::any_of(builder.programCalls, [&](const ProgramCall &other) {
      return other.call == call;
    });
  const FunctionDecl *callee = call->getDirectCallee();
  return callee &&
         callee->getCanonicalDecl() == builder.traversal->getCanonicalDecl();
}

bool FunctionLowering::recursiveCall(const Expr *e,
                                     std::vector<Statement> &out) {
  const auto *called = dyn_cast<CallExpr>(plain(e));
  if (called && isProgram())
    return treeCall(called, out);
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

/// An assignment of a whole struct, bit by bit.
static bool assignsWhole(const CallExpr *e) {
  const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
  const auto *method =
      op ? dyn_cast_or_null<CXXMethodDecl>(op->getDirectCallee()) : nullptr;
  return method &&
         (method->isCopyAssignmentOperator() ||
          method->isMoveAssignmentOperator()) &&
         (method->isTrivial() || isPairOrArray(method->getParent()));
}

/// Whether the program ends in `callee`: a failed assert, abort.
static bool ends(const FunctionDecl &callee) {
  static const llvm::StringRef names[] = {"__assert_fail", "abort",
                                          "__builtin_trap"};
  return callee.isExternC() && callee.getIdentifier() &&
         llvm::is_contained(names, callee.getName());
}

/// Whether `callee` gives a container of the standard library another size.
static bool resizes(const FunctionDecl *callee) {
  static const llvm::StringRef names[] = {
      "assign", "clear",    "emplace", "emplace_back", "erase",
      "insert", "pop_back", "push",    "push_back",    "push_front",
      "pop",    "reserve",  "resize",  "shrink_to_fit"};
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  return method && !method->isConst() && method->getIdentifier() &&
         method->getParent()->isInStdNamespace() &&
         llvm::is_contained(names, method->getName());
}

void FunctionLowering::call(const CallExpr *e, Use use) {
  const FunctionDecl *callee = e->getDirectCallee();
  if (!callee)
    return notTaken(e->getBeginLoc(), "a call through a pointer");
  if (listSize(e))
    return;
  // `*it`, of an iterator over numbers of children.
  if (const Expr *held = linkExpr(e); traversal.nodesAreNumbers && held != e &&
                                      linkVariable(held) && use == Read)
    return expr(held);
  const std::string name = callee->getNameAsString();
  if (isRecursive(e)) {
    if (function.results.count(e))
      return;
    if (!isTraversal() && !isProgram())
      report(e->getBeginLoc(), Diag::RTT2023)
          << function.decl->getNameAsString();
    else
      report(e->getBeginLoc(), Diag::RTT2017);
    return;
  }
  if (e->getBuiltinCallee() && answeredByCompiler(e))
    return;
  if (isScalar(e->getType()) && constantValue(e, builder.context))
    return; // a constant: numeric_limits, INFINITY
  if (assignsWhole(e)) {
    if (!isCopyable(e->getArg(0)->getType(), builder.context))
      return notTaken(e->getBeginLoc(),
                      "an assignment of '" +
                          e->getArg(0)->getType().getAsString() + "'");
    expr(e->getArg(0), Write);
    return expr(e->getArg(1));
  }
  if (containerCall(e, use) || swapsLinks(e) || libraryCall(e, callee) ||
      containerSize(e))
    return;
  if (resizes(callee)) {
    report(e->getBeginLoc(), Diag::RTT2008)
        << name
        << "containers keep their sizes while traversals run; give it its size "
           "before the loop and count elements in the query";
    return;
  }
  if (ends(*callee)) {
    function.libraryCalls[e] = "rt::fail";
    return;
  }
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
  if (!hasBody(callee, definition)) {
    ok = false;
    return reportUnseen(builder, e->getBeginLoc(), callee);
  }
  if (llvm::is_contained(active, definition->getCanonicalDecl())) {
    report(e->getBeginLoc(), Diag::RTT2023) << name;
    return;
  }
  if (lambdaCall(e, definition, use))
    return;
  // What the library's own code does is no matter of the user's.
  const bool inLibrary = builder.context.getSourceManager().isInSystemHeader(
                             definition->getLocation()) &&
                         !builder.diagnostics.muted;
  if (!inLibrary)
    return helperCall(e, definition, use);
  const unsigned before = builder.diagnostics.errors();
  builder.diagnostics.muted = true;
  helperCall(e, definition, use);
  builder.diagnostics.muted = false;
  if (builder.diagnostics.errors() != before)
    report(e->getBeginLoc(), Diag::RTT2008)
        << name << "what the library does in it is not carried";
}

void FunctionLowering::construct(const CXXConstructExpr *e) {
  const CXXConstructorDecl *callee = e->getConstructor();
  const CXXRecordDecl *record = callee->getParent();
  if (!isCopyable(e->getType(), builder.context))
    return notTaken(e->getBeginLoc(),
                    "an object of '" + e->getType().getAsString() + "'");
  if (callee->isTrivial() || isPairOrArray(record)) {
    for (const Expr *argument : e->arguments())
      expr(argument);
    return;
  }
  if (e->getType()->isArrayType())
    return notTaken(e->getBeginLoc(), "an array of objects with a constructor");
  const FunctionDecl *definition = nullptr;
  if (!hasBody(callee, definition)) {
    ok = false;
    return reportUnseen(builder, e->getBeginLoc(), callee);
  }
  if (llvm::is_contained(active, definition->getCanonicalDecl())) {
    report(e->getBeginLoc(), Diag::RTT2023) << record->getNameAsString();
    return;
  }
  helperCall(e, definition, Read);
}

/// `{a, b, c}`, as std::max takes it.
static bool isListOfNumbers(const CXXRecordDecl *record) {
  const auto *special = dyn_cast<ClassTemplateSpecializationDecl>(record);
  return special && record->isInStdNamespace() && record->getIdentifier() &&
         record->getName() == "initializer_list" &&
         isScalar(special->getTemplateArgs()[0].getAsType());
}

bool FunctionLowering::libraryCall(const CallExpr *e,
                                   const FunctionDecl *callee) {
  const LibraryFunction *library = findLibraryFunction(*callee);
  if (!library)
    return false;
  for (unsigned k = 0; k < e->getNumArgs(); ++k) {
    const Expr *argument = e->getArg(k);
    const auto *record = argument->getType()->getAsCXXRecordDecl();
    if (isNodePointer(plain(argument)->getType())) {
      report(argument->getBeginLoc(), Diag::RTT2018)
          << builder.sourceText(argument);
      return true;
    }
    // It would call the user's functions by names that are not emitted.
    if (record && !library->passesOn() && !isPairOrArray(record) &&
        !isListOfNumbers(record)) {
      report(e->getBeginLoc(), Diag::RTT2008)
          << callee->getNameAsString()
          << "a library function on '" + argument->getType().getAsString() +
                 "'";
      return true;
    }
    const bool written = !library->passesOn() && writesArgument(*callee, k);
    expr(argument, written ? ReadWrite : Read);
  }
  function.libraryCalls[e] = library->spelling.str();
  if (library->error.empty())
    return true;
  builder.model.traversal.sameOnHost = false;
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
  if (where->base == Base::Element && !where->shared)
    bindElement(e, where->number, where->element);
  return role;
}

bool FunctionLowering::isValue(QualType type) const {
  return type->isRecordType() && isCopyable(type, builder.context);
}

/// Whether a reference to `place` is handed on as a reference to the datum
/// there. Larger structs and those behind a pointer are bound to their place
/// instead, so that only the fields that are read become data.
bool FunctionLowering::heldAsValue(const Place &place) const {
  static constexpr int64_t smallBytes = 64;
  if (!place.parts.empty())
    return true;
  if (!place.steps.empty() && place.steps.back().kind == PathStep::Deref)
    return false;
  return place.lastField && isValue(place.type) &&
         builder.context.getTypeSizeInChars(place.type).getQuantity() <=
             smallBytes;
}

/// A pointer to structs may lead into an array of them.
std::optional<Role> FunctionLowering::bindRecord(const Expr *e, bool arrow) {
  if (arrow)
    if (const auto array = bindPointer(e))
      return array;
  return bindObject(e, arrow);
}

/// What an object that a call is made with or on is bound to.
std::optional<Role> FunctionLowering::bindArgument(const Expr *e, bool arrow,
                                                   QualType object) {
  // A pointer in the query stays one, which may lead to nothing.
  if (arrow)
    if (const auto whole = wholeArray(e); whole && isBehindQuery(*whole))
      return whole;
  if (isValue(object)) {
    const auto where = arrow ? pointee(e) : this->object(e);
    if (!where || (arrow ? !where->parts.empty() : heldAsValue(*where)))
      return Role();
  }
  return bindObject(e, arrow);
}

std::optional<Role> FunctionLowering::bind(const Expr *argument,
                                           const ParmVarDecl *param) {
  const QualType type = param->getType();
  if (pointedRecord(type))
    return bindArgument(argument, type->isPointerType(),
                        type->getPointeeType());
  // A pointer to a number of the iteration's own is bound as it is here.
  if (const VarDecl *var =
          type->isPointerType() ? namedVariable(argument) : nullptr)
    if (const auto own = function.roles.find(var);
        own != function.roles.end() && own->second.kind == Role::Object &&
        own->second.base == Base::Query)
      return own->second;
  if (type->isPointerType())
    if (const auto array = bindPointer(argument))
      return array;
  const bool indirect = type->isPointerType() || type->isReferenceType();
  if (!isCopyable(indirect ? type->getPointeeType() : type, builder.context)) {
    report(argument->getBeginLoc(), Diag::RTT2011)
        << type.getAsString() << param->getName();
    return std::nullopt;
  }
  return Role(); // a value
}

static std::string helperName(const FunctionDecl *callee) {
  if (isa<CXXConstructorDecl>(callee))
    return "make" + cast<CXXRecordDecl>(callee->getParent())->getNameAsString();
  switch (callee->getOverloadedOperator()) {
#define OPERATOR_NAME(OPERATOR, NAME)                                          \
  case OO_##OPERATOR:                                                          \
    return NAME;
#include "regtt/Frontend/Operators.def"
#undef OPERATOR_NAME
  default:
    break;
  }
  if (const auto *conversion = dyn_cast<CXXConversionDecl>(callee)) {
    std::string name = conversion->getConversionType().getAsString();
    llvm::erase_if(name, [](char c) { return !llvm::isAlnum(c); });
    name[0] = llvm::toUpper(name[0]);
    return "as" + name;
  }
  return callee->getIdentifier() ? callee->getName().str() : "helper";
}

/// What a call yields may be written through: a reference or pointer.
static bool isWritable(QualType result) {
  return (result->isReferenceType() || result->isPointerType()) &&
         !result->getPointeeType().isConstQualified();
}

void FunctionLowering::helperCall(const Expr *e, const FunctionDecl *callee,
                                  Use use) {
  const std::string name = callee->getNameAsString();
  auto helper = std::make_unique<Function>();
  bool arrow;
  if (const Expr *object = calledObject(e, &arrow)) {
    const auto *method = cast<CXXMethodDecl>(callee);
    helper->thisRole = bindArgument(
        object, arrow, builder.context.getRecordType(method->getParent()));
    if (!helper->thisRole) {
      report(e->getBeginLoc(), Diag::RTT2008)
          << name << "its object is neither the node, the query nor shared";
      return;
    }
  } else if (isa<CXXConstructorDecl>(callee)) {
    helper->thisRole = Role();
  }
  finishCall(e, callee, std::move(helper), use);
}

/// Binds the parameters of `callee`, lowers it, and notes the call.
void FunctionLowering::finishCall(const Expr *e, const FunctionDecl *callee,
                                  std::unique_ptr<Function> helper, Use use) {
  const std::string name = callee->getNameAsString();
  const QualType result = callee->getReturnType();
  helper->decl = callee;
  helper->resultWritten = use != Read && isWritable(result);
  const unsigned before = builder.diagnostics.errors();
  for (unsigned k = 0; k < callee->getNumParams(); ++k) {
    const Expr *argument = argumentOf(e, k);
    const auto role = handsLambda(e, k, *helper)
                          ? std::optional(lambdaRole())
                          : bind(argument, callee->getParamDecl(k));
    if (builder.diagnostics.errors() != before)
      return;
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
  const QualType datum = result->isReferenceType() || result->isPointerType()
                             ? result->getPointeeType()
                             : result;
  if (!result->isVoidType() && !isCopyable(datum, builder.context)) {
    report(e->getBeginLoc(), Diag::RTT2008)
        << name << "it returns '" + result.getAsString() + "'";
    return;
  }
  const unsigned index = instance(std::move(helper));
  function.helperCalls[e] = index;
  bindValues(e, *traversal.helpers[index]);
}

/// The arguments that are handed over as values, now that it is known which of
/// them are written.
void FunctionLowering::bindValues(const Expr *e, const Function &helper) {
  if (const Expr *object = calledObject(e);
      object && helper.thisRole && helper.thisRole->kind == Role::Value)
    expr(object, helper.writesThis ? ReadWrite : Read);
  for (unsigned k = 0; k < helper.paramRoles.size(); ++k) {
    const ParmVarDecl *param = helper.decl->getParamDecl(k);
    const QualType type = param->getType();
    const bool through = type->isReferenceType() || type->isPointerType();
    if (helper.paramRoles[k].kind == Role::Value)
      expr(argumentOf(e, k),
           through && helper.written.count(param) ? ReadWrite : Read);
  }
}

/// The emitted function for `helper`: one that is there, or lowered now.
unsigned FunctionLowering::instance(std::unique_ptr<Function> helper) {
  for (unsigned i = 0; i < traversal.helpers.size(); ++i) {
    const Function &other = *traversal.helpers[i];
    if (other.decl == helper->decl && other.paramRoles == helper->paramRoles &&
        other.thisRole == helper->thisRole &&
        other.resultWritten == helper->resultWritten &&
        llvm::all_of(helper->roles, [&](const auto &entry) {
          return other.roles.lookup(entry.first) == entry.second;
        }))
      return i;
  }
  active.push_back(helper->decl->getCanonicalDecl());
  FunctionLowering lowering(builder, *helper, active);
  ok &= lowering.run();
  active.pop_back();
  const std::string base =
      helper->name.empty() ? helperName(helper->decl) : helper->name;
  std::string unique = base;
  for (int suffix = 2;
       llvm::any_of(traversal.helpers,
                    [&](const auto &other) { return other->name == unique; });
       ++suffix)
    unique = base + "_" + std::to_string(suffix);
  helper->name = unique;
  traversal.helpers.push_back(std::move(helper));
  return traversal.helpers.size() - 1;
}
