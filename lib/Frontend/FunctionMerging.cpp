// Functions that recurse through each other become one, before anything else
// looks at the traversal.
//
//     void visit(q, n) { ...; if (n->leaf) ...; else children(q, n); }
//     void children(q, n) { visit(q, n->left); visit(q, n->right); }
//  -> void visit(q, n) { ...; if (n->leaf) ...; else { visit(q, n->left); ... }
//
//     void byX(q, n) { ...; byY(q, n->left); }
//     void byY(q, n) { ...; byX(q, n->left); }
//  -> void byX(q, n, function) {
//       if (function == 0) { ...; byX(q, n->left, 1); }
//       else { ...; byX(q, n->left, 0); }
//     }
//
// A call for the caller's own node, or of what only hands nodes on, becomes the
// body of what it calls (inlined). Of all others the merged function is told
// which body it has to run. Bodies are copied: the user's own stay as they are.
#include "FunctionMerging.h"

#include <clang/AST/RecursiveASTVisitor.h>

using namespace regtt;
using namespace clang;

namespace {

/// Collects the names of a body.
class NameCollector : public RecursiveASTVisitor<NameCollector> {
public:
  explicit NameCollector(MentionedNames &names) : names(names) {}
  bool VisitVarDecl(VarDecl *var) {
    names.own.insert(var->getNameAsString());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *name) {
    const ValueDecl *decl = name->getDecl();
    if (!isa<VarDecl>(decl) || !cast<VarDecl>(decl)->hasLocalStorage())
      names.other.insert(decl->getNameAsString());
    return true;
  }

private:
  MentionedNames &names;
};

} // namespace

Merger::Merger(Builder &builder, const CallGroup &group)
    : builder(builder), context(builder.context), group(group),
      entered(group.functions.front()) {
  for (const FunctionDecl *function : group.functions) {
    MentionedNames &names = mentioned[function];
    NameCollector(names).TraverseStmt(function->getBody());
    for (const ParmVarDecl *param : function->parameters())
      names.own.insert(param->getNameAsString());
  }
  made = declare();
}

bool Merger::discover() {
  discovering = true;
  targets.assign(group.functions.begin(),
                 group.functions.begin() + std::ptrdiff_t(group.numEntered));
  for (size_t k = 0; k < targets.size(); ++k)
    body(targets[k]);
  return ok && mergeable();
}

FunctionDecl *Merger::merge(llvm::ArrayRef<const FunctionDecl *> of) {
  targets.assign(of.begin(), of.end());
  parameters();
  if (!ok)
    return nullptr;
  std::vector<clang::Stmt *> bodies;
  for (const FunctionDecl *target : targets)
    bodies.push_back(body(target));
  clang::Stmt *whole = bodies.back();
  for (size_t k = bodies.size() - 1; k-- > 0;)
    whole = IfStmt::Create(context, targets[k]->getLocation(),
                           IfStatementKind::Ordinary, nullptr, nullptr,
                           isFunction(k), targets[k]->getLocation(),
                           targets[k]->getLocation(), bodies[k],
                           targets[k + 1]->getLocation(), whole);
  if (!isa<CompoundStmt>(whole))
    whole = CompoundStmt::Create(context, {whole}, FPOptionsOverride(),
                                 entered->getBeginLoc(), entered->getEndLoc());
  made->setBody(whole);
  return ok ? made : nullptr;
}

/// A function like the one that is entered; its parameters and its body come
/// later.
FunctionDecl *Merger::declare() {
  const DeclarationNameInfo name(entered->getDeclName(),
                                 entered->getLocation());
  auto *scope = const_cast<DeclContext *>(entered->getDeclContext());
  if (const auto *method = dyn_cast<CXXMethodDecl>(entered))
    return CXXMethodDecl::Create(
        context, const_cast<CXXRecordDecl *>(method->getParent()),
        entered->getBeginLoc(), name, entered->getType(), nullptr,
        method->isStatic() ? SC_Static : SC_None, false, false,
        ConstexprSpecKind::Unspecified, entered->getEndLoc());
  return FunctionDecl::Create(
      context, scope, entered->getBeginLoc(), name, entered->getType(), nullptr,
      SC_Static, false, false, true, ConstexprSpecKind::Unspecified, nullptr);
}

/// Whether one function can stand for all targets.
bool Merger::mergeable() {
  const auto *method = dyn_cast<CXXMethodDecl>(entered);
  for (const FunctionDecl *target : llvm::drop_begin(targets)) {
    const auto *other = dyn_cast<CXXMethodDecl>(target);
    const bool sameClass =
        method && other
            ? declaresSameEntity(method->getParent(), other->getParent()) &&
                  method->isStatic() == other->isStatic()
            : (!method || method->isStatic()) && (!other || other->isStatic());
    if (!sameClass)
      refuse(target, "they are not member functions of one class");
    if (!returnsAs(target))
      refuse(target, "they return different types");
    const Directive *directive = builder.pairing.traversalOf(target);
    if (directive && directive != builder.directive())
      for (const Clause &clause : directive->clauses)
        if (clause.name != "order") {
          const bool isEntered = llvm::is_contained(
              llvm::ArrayRef(group.functions).take_front(group.numEntered),
              target);
          builder.report(clause.loc, isEntered ? Diag::RTT1127 : Diag::RTT2052)
              << entered->getNameAsString() << target->getNameAsString()
              << "the clause '" + clause.name + "' stands before '" +
                     entered->getNameAsString() + "', which the loop calls";
          ok = false;
        }
  }
  return ok;
}

/// Declares the merged function's parameters: those of the function that is
/// entered, then what only others have, then which function is meant.
void Merger::parameters() {
  llvm::SmallVector<QualType, 8> types;
  llvm::SmallVector<ParmVarDecl *, 8> all;
  params.assign(group.numMeanings, nullptr);
  active.assign(targets.begin(), targets.end()); // they stand around all bodies
  const auto add = [&](ParmVarDecl *param) {
    all.push_back(param);
    types.push_back(param->getType());
  };
  const auto declared = [&](const std::string &name, QualType type,
                            SourceLocation loc, const FunctionDecl *of) {
    auto *param =
        ParmVarDecl::Create(context, made, loc, loc,
                            &context.Idents.get(freeName(name, numCopies, of)),
                            type, nullptr, SC_None, nullptr);
    param->setScopeInfo(0, all.size());
    return param;
  };
  for (ParmVarDecl *param : const_cast<FunctionDecl *>(entered)->parameters()) {
    params[group.meaning(param)] = param;
    names.push_back({param->getNameAsString(), 0});
    add(param);
  }
  for (const FunctionDecl *target : llvm::drop_begin(targets))
    for (const ParmVarDecl *param : target->parameters()) {
      ParmVarDecl *&one = params[group.meaning(param)];
      if (one)
        continue;
      if (!param->getType()->isArithmeticType())
        refuse(target, "the parameter '" + param->getNameAsString() +
                           "' has no counterpart in '" +
                           entered->getNameAsString() + "'");
      one = declared(param->getNameAsString(),
                     param->getType().getUnqualifiedType(),
                     param->getLocation(), target);
      add(one);
    }
  if (targets.size() > 1) {
    which = declared("function", context.UnsignedCharTy, entered->getLocation(),
                     nullptr);
    add(which);
  }
  active.clear();
  // The loop hands over nothing for what the first function does not have; each
  // call of a query program says which function it enters.
  const size_t given =
      builder.body.isProgram() ? all.size() : entered->getNumParams();
  for (size_t k = given; k < all.size(); ++k) {
    Expr *zero = number(0, context.IntTy, SourceLocation());
    builder.texts[zero] = "0";
    builder.firstArgs.push_back(zero);
  }
  FunctionProtoType::ExtProtoInfo info;
  if (const auto *proto = entered->getType()->getAs<FunctionProtoType>())
    info = proto->getExtProtoInfo();
  info.ExtParameterInfos = nullptr;
  made->setType(context.getFunctionType(entered->getReturnType(), types, info));
  made->setParams(all);
}

/// A copy of the body of `target`, for the merged function.
clang::Stmt *Merger::body(const FunctionDecl *target) {
  FunctionCopy copy(*this, target, nullptr);
  copy.nodeIsThis = group.nodeIsThis;
  for (const ParmVarDecl *param : target->parameters()) {
    const unsigned meaning = group.meaning(param);
    if (static_cast<int>(meaning) == group.node)
      copy.isNode(param);
    if (!discovering && params[meaning] != param)
      copy.bind(param, params[meaning]);
  }
  const size_t namesAround = names.size();
  active.push_back(target);
  clang::Stmt *result = copy.branch(target->getBody(), true);
  active.pop_back();
  names.resize(namesAround);
  check(copy);
  return result;
}

void Merger::check(const FunctionCopy &copy) {
  if (!copy.failed || !ok)
    return;
  builder.report(copy.failed->getBeginLoc(), Diag::RTT2055)
      << constructName(copy.failed);
  ok = false;
}

/// `name` for a variable of `of`, or that with a number where the name means
/// something else around the copy or in what may be inlined there.
std::string Merger::freeName(const std::string &name, unsigned copy,
                             const FunctionDecl *of) {
  const auto isFree = [&](const std::string &candidate) {
    for (const auto &[used, by] : names)
      if (used == candidate && (by != copy || joinsScopes))
        return false;
    return llvm::all_of(mentioned, [&](const auto &entry) {
      const auto &[function, words] = entry;
      if (function == of && candidate == name)
        return true;
      const bool around = llvm::is_contained(active, function);
      return !(around && words.own.count(candidate)) &&
             !((around || !llvm::is_contained(targets, function)) &&
               words.other.count(candidate));
    });
  };
  std::string result = name;
  for (int suffix = 2; !isFree(result); ++suffix)
    result = name + std::to_string(suffix);
  names.push_back({result, copy});
  return result;
}

VarDecl *Merger::variable(const VarDecl *like, QualType type, unsigned copy,
                          const FunctionDecl *of) {
  auto *result = VarDecl::Create(
      context, made, like->getBeginLoc(), like->getLocation(),
      &context.Idents.get(freeName(like->getNameAsString(), copy, of)), type,
      like->getTypeSourceInfo(), SC_None);
  result->setImplicit(like->isImplicit());
  if (!isa<ParmVarDecl>(like)) {
    result->setCXXForRangeDecl(like->isCXXForRangeDecl());
    result->setConstexpr(like->isConstexpr());
  }
  return result;
}

/// A variable for what the body of `call` returns.
VarDecl *Merger::result(const CallExpr *call, Statements &out) {
  const FunctionDecl *callee = group.called(call);
  const std::string name =
      callee->getIdentifier() ? callee->getNameAsString() : "lambda";
  const SourceLocation loc = call->getBeginLoc();
  auto *var = VarDecl::Create(
      context, made, loc, loc,
      &context.Idents.get(freeName(name + "Result", numCopies, nullptr)),
      callee->getReturnType().getUnqualifiedType(), nullptr, SC_None);
  out.push_back(new (context) DeclStmt(DeclGroupRef(var), loc, loc));
  return var;
}

bool regtt::mergeFunctions(Builder &builder) {
  const CallGroup group(builder);
  Traversal &traversal = builder.model.traversal;
  traversal.functions.assign(group.functions.begin(), group.functions.end());
  if (group.isAlone()) {
    for (ProgramCall &call : builder.programCalls)
      call.args.assign(call.call->arg_begin(), call.call->arg_end());
    return true;
  }
  if (group.node < 0 && !group.nodeIsThis) {
    const FunctionDecl *entered = group.functions.front();
    if (!group.candidate)
      builder.report(entered->getLocation(), Diag::RTT2045)
          << entered->getNameAsString();
    else
      builder.report(entered->getLocation(), Diag::RTT2002)
          << entered->getNameAsString() << group.candidate->getName();
    return false;
  }
  Merger first(builder, group);
  if (!first.discover())
    return false;
  Merger merger(builder, group);
  builder.traversal = merger.merge(first.targets);
  traversal.functions.assign(first.targets.begin(), first.targets.end());
  for (const FunctionDecl *function : group.functions)
    if (!llvm::is_contained(first.targets, function))
      traversal.functions.push_back(function);
  traversal.numBodies = first.targets.size();
  traversal.which = merger.which;
  if (builder.traversal)
    for (ProgramCall &call : builder.programCalls)
      merger.enter(call);
  return builder.traversal != nullptr;
}
