// The query program: what an iteration of the annotated loop does from its
// first call of a traversal to its last one, when it makes several, or makes
// them in a loop of its own. It is lowered as a function whose variables are
// those of the loop's body; engines run it once for each iteration, on the
// device, and each call takes the query through the tree under one root
// (ProgramRoots.cpp).
//
//     count(q, root); q->r = f(q->count); search(q, root);
//  -> calls.visit(roots.at(0, 0), {0});
//     q.r = f(q.count);
//     calls.visit(roots.at(0, 0), {1});
#include "FunctionLowering.h"
#include "Identity.h"
#include "LoopBody.h"
#include "QueryOperands.h"
#include "SharedArrays.h"
#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Walk.h"

#include <llvm/ADT/SetVector.h>

using namespace regtt;
using namespace clang;

namespace {

/// Gives the variables that the program has from around it their roles.
class ProgramRoles {
public:
  ProgramRoles(Builder &builder, Function &program)
      : builder(builder), loop(builder.model.loop), program(program) {}

  bool run() {
    bindThis();
    for (const clang::Stmt *s : builder.body.program)
      collect(s);
    for (const VarDecl *var : variables)
      bind(var);
    for (const auto &[var, number] : builder.body.scratch)
      program.roles[var] = ofQuery(number);
    return ok;
  }

private:
  static Role ofQuery(unsigned number) {
    Role role;
    role.kind = Role::Object;
    role.base = Base::Query;
    role.number = number;
    return role;
  }

  void bindThis() {
    const auto *method = dyn_cast<CXXMethodDecl>(builder.loopFunction);
    if (!method || !method->isInstance())
      return;
    Role role;
    role.kind = Role::Shared;
    role.hostPrefix = "this->";
    program.thisRole = role;
  }

  void collect(const clang::Stmt *s) {
    if (!s)
      return;
    if (const auto *name = dyn_cast<DeclRefExpr>(s)) {
      if (const auto *part = dyn_cast<BindingDecl>(name->getDecl()))
        binding(name, part);
      else if (const auto *var = dyn_cast<VarDecl>(name->getDecl());
               var && var->hasLocalStorage() && isFromAround(var))
        variables.insert(var);
    }
    if (const auto *declared = dyn_cast<DeclStmt>(s))
      for (const Decl *decl : declared->decls())
        if (const auto *var = dyn_cast<VarDecl>(decl);
            var && builder.body.locals.count(var))
          variables.insert(var);
    for (const clang::Stmt *child : s->children())
      collect(child);
  }

  /// Declared outside of the program, or kept when it is done.
  bool isFromAround(const VarDecl *var) const {
    return !builder.body.ofProgram.count(var) || builder.body.locals.count(var);
  }

  void binding(const DeclRefExpr *name, const BindingDecl *part) {
    const auto *of = dyn_cast<VarDecl>(part->getDecomposedDecl());
    if (of && builder.body.ofProgram.count(of))
      return;
    ok = false;
    builder.report(name->getBeginLoc(), Diag::RTT2004)
        << "a structured binding of the loop's, among several calls";
  }

  void bind(const VarDecl *var) {
    if (var == loop.var)
      return bindLoopVariable();
    if (isRoot(var->getType()))
      return; // calls name it
    const auto local = builder.body.locals.find(var);
    if (local == builder.body.locals.end() || !local->second.varies)
      return shared(var);
    own(var, local->second);
  }

  /// A pointer to nodes, or a node: only calls have a use for it.
  bool isRoot(QualType type) const {
    const Traversal &traversal = builder.model.traversal;
    if (traversal.nodesAreNumbers)
      return false;
    QualType object = anyPointee(type, builder.context);
    if (object.isNull())
      object = type.getNonReferenceType();
    const RecordDecl *record = object->getAsRecordDecl();
    return record &&
           declaresSameEntity(record, traversal.nodeType->getAsRecordDecl());
  }

  /// The number that it is; elements are found by it (QueryOperands.h).
  void bindLoopVariable() {
    if (loop.form != QueryLoop::Counted)
      return;
    Traversal &traversal = builder.model.traversal;
    const QualType type = loop.var->getType().getUnqualifiedType();
    if (traversal.indexType.isNull())
      traversal.indexType = type;
    if (!builder.context.hasSameType(traversal.indexType, type)) {
      ok = false;
      builder.report(loop.var->getLocation(), Diag::RTT1107)
          << loop.var->getName();
      return;
    }
    program.roles[loop.var] = ofQuery(iterationNumber);
  }

  DeclRefExpr *name(const VarDecl *var) const {
    return DeclRefExpr::Create(builder.context, NestedNameSpecifierLoc(),
                               SourceLocation(), const_cast<VarDecl *>(var),
                               false, var->getLocation(),
                               var->getType().getNonReferenceType(), VK_LValue);
  }

  /// What all iterations share. A number needs no role, nor a small array: it
  /// is a uniform.
  void shared(const VarDecl *var) {
    const QualType type = var->getType(), object = type.getNonReferenceType();
    if (isScalar(object) || ((object->isConstantArrayType() ||
                              isPairOrArray(object->getAsRecordDecl())) &&
                             isCopyable(object, builder.context) &&
                             !isLarge(object, builder.context)))
      return;
    forLocals(builder.body, name(var), [&](const VarDecl *needed) {
      builder.body.usedOnce.insert(needed);
    });
    Role role;
    role.kind = Role::Shared;
    role.hostPrefix =
        var->getNameAsString() + (type->isPointerType() ? "->" : ".");
    if (type->isPointerType())
      noteExtent(builder, var->getNameAsString(),
                 standsFor(builder, name(var)));
    program.roles[var] = role;
  }

  /// A variable of the loop's body.
  void own(const VarDecl *var, const LoopLocal &local) {
    const QualType type = var->getType();
    DeclRefExpr *const named = name(var);
    builder.texts[named] = var->getNameAsString();
    const bool pointer = type->isPointerType();
    if (local.kind == LoopLocal::Alias) {
      // Objects in arrays are found wherever they are named.
      if (pointer ? locatePointee(builder, named)
                  : locateOperand(builder, named))
        return;
      if (const auto array = pointer && isProgramRow(var)
                                 ? rowOf(builder, named, var->getName())
                                 : std::nullopt) {
        Role role;
        role.kind = Role::Object;
        role.base = Base::Element;
        role.number = *array;
        program.roles[var] = role;
        builder.rows.insert(var);
        return;
      }
      const QualType object =
          pointer ? type->getPointeeType() : type.getNonReferenceType();
      const auto found =
          builder.body.ofProgram.count(var)
              ? std::nullopt
              : addInput(builder, named, object, true, var->getName());
      if (found)
        program.roles[var] = ofQuery(*found);
      return;
    }
    if (isOwnContainer(builder, var)) {
      program.roles[var] =
          ofQuery(containerOperand(builder, var, var->getName()));
      return;
    }
    if (!canKeep(builder, var))
      return; // refused where it is used
    if (local.isProgrammed || builder.body.kept.count(var)) {
      program.roles[var] = ofQuery(keptOperand(builder, var, var->getName()));
      return;
    }
    if (const auto found =
            addInput(builder, named, type, false, var->getName()))
      program.roles[var] = ofQuery(*found);
  }

  /// Whether the program reaches more than one object through the pointer.
  bool isProgramRow(const VarDecl *var) const {
    const auto isCall = [&](const CallExpr *e) {
      return llvm::any_of(builder.programCalls, [&](const ProgramCall &call) {
        return call.call == e;
      });
    };
    return llvm::any_of(builder.body.program, [&](const clang::Stmt *s) {
      return isWalked(s, var, isCall, builder.context);
    });
  }

  Builder &builder;
  QueryLoop &loop;
  Function &program;
  llvm::SetVector<const VarDecl *> variables;
  bool ok = true;
};

} // namespace

/// A reference that each call sets is handed on as a copy: nothing may write
/// what it refers to meanwhile.
static bool checkCopies(Builder &builder) {
  const Traversal &traversal = builder.model.traversal;
  for (const ProgramCall &call : builder.programCalls)
    for (unsigned k = 0; k < call.args.size(); ++k) {
      if (!builder.isSetByCalls(k) ||
          !builder.traversal->getParamDecl(k)->getType()->isReferenceType())
        continue;
      const auto part = locateOperand(builder, call.args[k]);
      const bool written =
          part && llvm::any_of(traversal.paths, [&](const Path &path) {
            const size_t common =
                std::min(path.steps.size(), part->steps.size());
            return path.hasOperand() && path.written() &&
                   isSameOperand(builder.context,
                                 builder.model.loop.operands[path.number],
                                 part->operand) &&
                   std::equal(path.steps.begin(), path.steps.begin() + common,
                              part->steps.begin());
          });
      if (!written)
        continue;
      builder.report(call.args[k]->getBeginLoc(), Diag::RTT1123)
          << builder.traversal->getParamDecl(k)->getName();
      return false;
    }
  return true;
}

bool regtt::lowerProgram(Builder &builder) {
  Traversal &traversal = builder.model.traversal;
  traversal.program = std::make_unique<Function>();
  Function &program = *traversal.program;
  ASTContext &context = builder.context;
  const SourceLocation loc = builder.body.program.front()->getBeginLoc();
  FunctionDecl *made = FunctionDecl::Create(
      context, const_cast<FunctionDecl *>(builder.loopFunction), loc, loc,
      DeclarationName(&context.Idents.get("program")),
      context.getFunctionType(context.VoidTy, {}, {}), nullptr, SC_Static);
  llvm::SmallVector<clang::Stmt *, 8> statements;
  for (const clang::Stmt *s : builder.body.program)
    statements.push_back(const_cast<clang::Stmt *>(s));
  made->setBody(CompoundStmt::Create(context, statements, FPOptionsOverride(),
                                     loc,
                                     builder.body.program.back()->getEndLoc()));
  program.decl = made;
  program.name = "program";
  if (!ProgramRoles(builder, program).run())
    return false;
  llvm::SmallVector<const FunctionDecl *, 4> active;
  return FunctionLowering(builder, program, active).run() &&
         checkCopies(builder);
}

/// What of the iteration's own an expression of the program is, or leads to.
std::optional<FunctionLowering::Place>
FunctionLowering::ownObject(const Expr *e, bool byPointer) {
  if (!isProgram() || !(isa<MemberExpr, DeclRefExpr, ArraySubscriptExpr,
                            CXXOperatorCallExpr, UnaryOperator>(e)))
    return std::nullopt;
  if (!byPointer && isa<DeclRefExpr>(e) && e->getType()->isPointerType())
    return std::nullopt; // what it leads to is the object
  const auto located =
      byPointer ? locatePointee(builder, e) : locateOperand(builder, e);
  // A copy of an element, or of a number, is as it was where it was made.
  if (!located || located->copied)
    return std::nullopt;
  const auto part = findOperand(builder, e, byPointer);
  Place result;
  result.base = Base::Query;
  result.number = part->number;
  result.steps = part->steps;
  result.type = part->type;
  return atRole(result);
}

/// A variable that holds what an iteration keeps: a call writes it, or what
/// follows the last one reads it.
void FunctionLowering::keptLocal(const VarDecl *var,
                                 std::vector<Statement> &out,
                                 SourceLocation loc) {
  if (!var->getInit())
    return;
  if (var->getType()->isArrayType())
    return notTaken(var->getLocation(),
                    "an array with a value that is declared among several "
                    "calls and handed to one");
  ASTContext &context = builder.context;
  Expr *target =
      DeclRefExpr::Create(context, NestedNameSpecifierLoc(), SourceLocation(),
                          const_cast<VarDecl *>(var), false, var->getLocation(),
                          var->getType().getUnqualifiedType(), VK_LValue);
  expr(target, Write);
  expr(var->getInit());
  assign(target, const_cast<Expr *>(var->getInit()), loc, out);
}

/// A call of the query program: into the tree under a root.
bool FunctionLowering::treeCall(const CallExpr *called,
                                std::vector<Statement> &out) {
  const auto found =
      llvm::find_if(builder.programCalls, [&](const ProgramCall &call) {
        return call.call == called;
      });
  if (found == builder.programCalls.end())
    return false;
  regtt::Call result;
  result.ast = called;
  const auto *member = dyn_cast<CXXMemberCallExpr>(called);
  for (unsigned k = 0; k < found->args.size(); ++k) {
    const ParmVarDecl *param = builder.traversal->getParamDecl(k);
    const Role role = traversal.function.roles.lookup(param);
    if (builder.callScratch.count(k))
      copyIn(*found, k, out);
    if (param == traversal.nodeParam || role.kind != Role::Arg)
      continue;
    expr(found->args[k]);
    result.args.push_back({role.index, found->args[k]});
  }
  if (member && traversal.nodeParam)
    sameObjectAsFirst(member);
  const Expr *root = rootOf(*found);
  takeRoot(root);
  result.child = linkExpr(root);
  Statement node;
  node.kind = Statement::CallTree;
  node.loc = called->getBeginLoc();
  node.call = traversal.treeCalls.size();
  traversal.treeCalls.push_back(result);
  out.push_back(std::move(node));
  for (unsigned k = 0; k < found->args.size(); ++k)
    if (builder.callScratch.count(k))
      copyOut(*found, k, out);
  return true;
}

/// What the iteration keeps for parameter `k` while a call runs.
Expr *FunctionLowering::heldForCall(unsigned k, SourceLocation loc,
                                    bool written) {
  const unsigned number = builder.callScratch.lookup(k);
  const QualType type = builder.model.loop.scratch[number - firstScratch].type;
  auto *e =
      new (builder.context) OpaqueValueExpr(loc, type, VK_LValue, OK_Ordinary);
  Access access;
  access.path = queryPath(builder.model, number, {}, loc);
  access.written = written;
  Path &path = traversal.paths[access.path];
  if (written && !path.written())
    path.firstWrite = loc;
  function.accesses[e] = access;
  return e;
}

void FunctionLowering::assign(Expr *target, Expr *value, SourceLocation loc,
                              std::vector<Statement> &out) {
  Statement set;
  set.kind = Statement::Eval;
  set.loc = loc;
  set.cond = BinaryOperator::Create(builder.context, target, value, BO_Assign,
                                    target->getType(), VK_LValue, OK_Ordinary,
                                    loc, FPOptionsOverride());
  out.push_back(std::move(set));
}

/// The variable of the body's own that a call is handed for `k`, by pointer or
/// reference; null of a value.
static const Expr *handedVariable(const Builder &builder,
                                  const ProgramCall &call, unsigned k) {
  const QualType type = builder.traversal->getParamDecl(k)->getType();
  const Expr *e = call.args[k]->IgnoreParenImpCasts();
  if (const auto *address = dyn_cast<UnaryOperator>(e);
      address && address->getOpcode() == UO_AddrOf && type->isPointerType())
    return address->getSubExpr()->IgnoreParens();
  return type->isReferenceType() && !type->getPointeeType().isConstQualified()
             ? e
             : nullptr;
}

void FunctionLowering::copyIn(const ProgramCall &call, unsigned k,
                              std::vector<Statement> &out) {
  const SourceLocation loc = call.call->getBeginLoc();
  const Expr *variable = handedVariable(builder, call, k);
  const Expr *value = variable ? variable : call.args[k];
  expr(value);
  assign(heldForCall(k, loc, true), const_cast<Expr *>(value), loc, out);
}

void FunctionLowering::copyOut(const ProgramCall &call, unsigned k,
                               std::vector<Statement> &out) {
  const QualType type = builder.traversal->getParamDecl(k)->getType();
  const Expr *variable = handedVariable(builder, call, k);
  if (!variable || type->getPointeeType().isConstQualified())
    return;
  const SourceLocation loc = call.call->getBeginLoc();
  // Another occurrence: this one is written.
  Expr *target = DeclRefExpr::Create(
      builder.context, NestedNameSpecifierLoc(), SourceLocation(),
      const_cast<VarDecl *>(namedVariable(variable)), false,
      variable->getBeginLoc(), variable->getType(), VK_LValue);
  expr(target, Write);
  assign(target, heldForCall(k, loc, false), loc, out);
}

/// Member functions of a query or of a shared object are called on one.
void FunctionLowering::sameObjectAsFirst(const CXXMemberCallExpr *call) {
  const auto *first = dyn_cast<CXXMemberCallExpr>(builder.firstCall);
  const auto &object = traversal.function.thisRole;
  if (object && object->kind == Role::Shared && object->hostPrefix.empty())
    return; // nothing is asked of it
  if (first && isSameExpr(builder.context, first->getImplicitObjectArgument(),
                          call->getImplicitObjectArgument()))
    return;
  report(call->getBeginLoc(), Diag::RTT1123) << "this";
  builder.diagnostics.note(builder.firstCall->getBeginLoc(), "here");
}
