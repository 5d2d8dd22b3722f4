// The calls that a query program makes: which functions they are of, and which
// parameters all of them hand the same object or value. Such a parameter is
// what it is of a single call; any other is set by each call where it stands.
#include "Attributes.h"
#include "HostCode.h"
#include "HostPlaces.h"
#include "Identity.h"
#include "LoopBody.h"
#include "QueryOperands.h"
#include "regtt/Frontend/Model/Walk.h"

using namespace regtt;
using namespace clang;

namespace {

/// The struct that a function's nodes are of, where its own recursive calls
/// tell: they hand another one on. Null where they do not.
const RecordDecl *nodeRecord(const FunctionDecl *function) {
  const RecordDecl *result = nullptr;
  bool several = false;
  walkExpr(function->getBody(), [&](const Expr *e) {
    const auto *call = dyn_cast<CallExpr>(e);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    if (!callee || callee->getCanonicalDecl() != function->getCanonicalDecl())
      return;
    const auto note = [&](const RecordDecl *record) {
      several |= result && !declaresSameEntity(result, record);
      result = record;
    };
    for (unsigned k = 0; k < callee->getNumParams(); ++k)
      if (const RecordDecl *record =
              pointedRecord(callee->getParamDecl(k)->getType())) {
        const auto *handed = dyn_cast_or_null<ParmVarDecl>(
            argumentOf(call, k) ? namedVariable(argumentOf(call, k)) : nullptr);
        if (!handed || handed->getFunctionScopeIndex() != k)
          note(record);
      }
    if (const Expr *object = calledObject(call);
        object && !isa<CXXThisExpr>(plain(object)))
      note(cast<CXXMethodDecl>(callee)->getParent());
  });
  return several ? nullptr : result;
}

/// Whether a recursive call of `function` hands another value on for parameter
/// `k` than it has.
bool handsAnother(const FunctionDecl *function, unsigned k) {
  bool result = false;
  walkExpr(function->getBody(), [&](const Expr *e) {
    const auto *call = dyn_cast<CallExpr>(e);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    if (!callee || callee->getCanonicalDecl() != function->getCanonicalDecl() ||
        !argumentOf(call, k))
      return;
    const auto *handed =
        dyn_cast_or_null<ParmVarDecl>(namedVariable(argumentOf(call, k)));
    result |= !handed || handed->getFunctionScopeIndex() != k;
  });
  return result;
}

} // namespace

const Expr *regtt::rootArgument(const CallExpr *call) {
  const FunctionDecl *callee = nullptr;
  if (!call->getDirectCallee() || !hasBody(call->getDirectCallee(), callee))
    return nullptr;
  const RecordDecl *node = nodeRecord(callee);
  if (!node)
    return nullptr;
  const auto isNode = [&](const RecordDecl *record) {
    return record && declaresSameEntity(record, node);
  };
  for (unsigned k = 0; k < callee->getNumParams(); ++k)
    if (isNode(pointedRecord(callee->getParamDecl(k)->getType())) &&
        handsAnother(callee, k))
      return argumentOf(call, k);
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  return method && method->isInstance() && isNode(method->getParent())
             ? calledObject(call)
             : nullptr;
}

namespace {

/// What stands between the calls and can only run on the host.
class HostWork {
public:
  explicit HostWork(Builder &builder) : builder(builder), places(builder) {}

  bool check(const clang::Stmt *s) {
    if (!s || isa<LambdaExpr>(s))
      return true;
    const bool leaf = isa<Expr, DeclStmt>(s);
    if (leaf && !holdsCall(s))
      return checkLeaf(s);
    bool ok = true;
    if (!leaf)
      for (const clang::Stmt *child : s->children())
        ok &= check(child);
    return ok;
  }

private:
  bool holdsCall(const clang::Stmt *s) const {
    bool found = false;
    walkExpr(s, [&](const Expr *e) {
      found |= llvm::any_of(builder.programCalls, [&](const ProgramCall &call) {
        return call.call == e;
      });
    });
    return found;
  }

  bool refuse(const clang::Stmt *s, const std::string &why) {
    builder.report(s->getBeginLoc(), Diag::RTT1124) << constructName(s) << why;
    return false;
  }

  bool checkLeaf(const clang::Stmt *s) {
    HostCode code(builder.context, HostCode::Collected);
    code.add(s);
    if (code.ordered)
      return refuse(s, "it prints, reads or draws random numbers");
    for (const Expr *target : code.writes) {
      const VarDecl *var = places.holderOf(target);
      if (!var || !places.isAtLoop(target) || !places.isOneObject(target) ||
          builder.body.ofProgram.count(var) || builder.body.locals.count(var) ||
          places.isOfIteration(var))
        continue;
      return refuse(s, "it writes '" + places.textOf(target) +
                           "', which all iterations share");
    }
    return true;
  }

  Builder &builder;
  const HostPlaces places;
};

/// Whether calls hand a parameter the same.
class Agreement {
public:
  explicit Agreement(Builder &builder) : builder(builder) {}

  bool agree(unsigned k) const {
    const auto &calls = builder.programCalls;
    const Expr *first = calls.front().args[k];
    for (const ProgramCall &call : calls)
      if (!isSame(first, call.args[k]))
        return false;
    const QualType type = builder.traversal->getParamDecl(k)->getType();
    const bool byValue = !type->isPointerType() && !type->isReferenceType();
    return byValue || !isObject(first) ? isLasting(first) : isOneObject(first);
  }

  /// Whether `e`, handed over by pointer or reference, is there before the
  /// call; a value that is made for it is not.
  static bool isObject(const Expr *e) {
    e = e->IgnoreParens();
    while (const auto *cast = dyn_cast<ImplicitCastExpr>(e))
      e = cast->getSubExpr()->IgnoreParens();
    return !isa<MaterializeTemporaryExpr, CXXBindTemporaryExpr,
                CXXConstructExpr>(e);
  }

private:
  bool isSame(const Expr *a, const Expr *b) const {
    if (isSameExpr(builder.context, a, b))
      return true;
    const bool pointers = a->getType()->isPointerType();
    const auto find = [&](const Expr *e) {
      return pointers ? locatePointee(builder, e) : locateOperand(builder, e);
    };
    if (pointers != b->getType()->isPointerType())
      return false;
    const auto one = find(a), other = find(b);
    return one && other && one->steps == other->steps &&
           isSameOperand(builder.context, one->operand, other->operand);
  }

  /// Whether the object that is handed over is one all the time: it is named by
  /// nothing that the program changes, or is a variable of the program's.
  bool isOneObject(const Expr *e) const {
    const Expr *object = plain(e);
    if (const auto *address = dyn_cast<UnaryOperator>(object);
        address && address->getOpcode() == UO_AddrOf)
      object = plain(address->getSubExpr());
    const VarDecl *whole = namedVariable(object);
    if (whole && !whole->getType()->isPointerType() &&
        !whole->getType()->isReferenceType())
      return true;
    bool lasts = true;
    walkExpr(e, [&](const Expr *inner) {
      const auto *call = dyn_cast<CallExpr>(inner);
      lasts &=
          !changes(inner) &&
          (!call || isa<CXXOperatorCallExpr>(call) ||
           (call->getDirectCallee() && onlyLooks(call->getDirectCallee())));
    });
    return lasts;
  }

  /// Whether the program changes the variable that `e` names.
  bool changes(const Expr *e) const {
    const auto *name = dyn_cast<DeclRefExpr>(e);
    const VarDecl *var = name ? holderOf(name) : nullptr;
    if (!var)
      return false;
    const auto local = builder.body.locals.find(var);
    return builder.body.ofProgram.count(var) ||
           (local != builder.body.locals.end() && local->second.isProgrammed);
  }

  /// Whether a value is the same wherever a call stands, as far as the text
  /// tells: it is made of constants, of variables that the program does not
  /// change, and of numbers in arrays that it only reads.
  bool isLasting(const Expr *e) const {
    HostCode code(builder.context);
    code.add(e);
    if (code.effect)
      return false;
    bool lasts = true;
    walkExpr(e, [&](const Expr *inner) { lasts &= !changes(inner); });
    if (!lasts || !dependsOnIteration(builder, e))
      return lasts;
    for (const ReadOf &read : code.reads) {
      const Expr *lvalue = plain(read.lvalue);
      if (namedVariable(lvalue) &&
          !namedVariable(lvalue)->getType()->isReferenceType())
        continue;
      const HostPlaces places(builder);
      const Expr *array = places.elementBase(lvalue);
      if (!array || !isScalar(lvalue->getType()) || !isOnlyRead(array))
        return false;
    }
    return true;
  }

  /// Whether nothing in the program can write elements of `array`.
  bool isOnlyRead(const Expr *array) const {
    array = plain(array);
    const QualType type = array->getType();
    if (type->isPointerType() ? type->getPointeeType().isConstQualified()
                              : type.isConstQualified())
      return true;
    const VarDecl *var = namedVariable(array);
    if (!var)
      return false;
    return llvm::all_of(builder.body.program, [&](const clang::Stmt *s) {
      return !mayWrite(s, var);
    });
  }

  /// Whether `var` is named in `s` but where an element is read.
  static bool mayWrite(const clang::Stmt *s, const VarDecl *var) {
    if (!s)
      return false;
    if (const auto *cast = dyn_cast<ImplicitCastExpr>(s);
        cast && cast->getCastKind() == CK_LValueToRValue) {
      const Expr *e = plain(cast->getSubExpr());
      if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e))
        return namedVariable(subscript->getBase()) != var &&
                       mayWrite(subscript->getBase(), var)
                   ? true
                   : mayWrite(subscript->getIdx(), var);
      if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
          op && op->getOperator() == OO_Subscript && op->getNumArgs() == 2)
        return (namedVariable(op->getArg(0)) != var &&
                mayWrite(op->getArg(0), var)) ||
               mayWrite(op->getArg(1), var);
    }
    if (const auto *name = dyn_cast<DeclRefExpr>(s))
      return name->getDecl() == var;
    return llvm::any_of(s->children(), [&](const clang::Stmt *child) {
      return mayWrite(child, var);
    });
  }

  Builder &builder;
};

} // namespace

/// What clauses give each iteration is not carried through several calls.
static bool checkClauses(Builder &builder) {
  const auto refuse = [&](SourceLocation loc, llvm::StringRef clause,
                          const VarDecl *var) {
    builder.report(loc, Diag::RTT1014)
        << clause << var->getName()
        << "in a loop whose iterations make several calls; declare a variable "
           "in the loop's body";
    return false;
  };
  for (const auto &[var, made] : builder.body.privates)
    if (llvm::none_of(builder.body.reductions,
                      [&, of = var](const auto &sum) { return sum.var == of; }))
      return refuse(made.clause, made.first ? "firstprivate" : "private", var);
  for (const LoopReduction &reduction : builder.body.reductions)
    return refuse(reduction.clause, "reduction", reduction.var);
  return true;
}

bool regtt::collectProgramCalls(Builder &builder) {
  bool ok = checkClauses(builder);
  const auto visit = [&](auto &&self, const clang::Stmt *s) -> void {
    if (!s || isa<LambdaExpr>(s))
      return;
    const auto *call = dyn_cast<CallExpr>(s);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    const FunctionDecl *definition = nullptr;
    if (callee && builder.pairing.traversalOf(callee)) {
      if (hasBody(callee, definition)) {
        builder.programCalls.push_back({call, definition, {}});
      } else {
        reportUnseen(builder, call->getBeginLoc(), callee);
        ok = false;
      }
    }
    for (const clang::Stmt *child : s->children())
      self(self, child);
  };
  for (const clang::Stmt *s : builder.body.program)
    visit(visit, s);
  if (!ok)
    return false;
  if (builder.programCalls.empty()) { // in a lambda
    builder.report(builder.firstCall->getBeginLoc(), Diag::RTT1103)
        << constructName(builder.firstCall) << "the call stands in a lambda";
    return false;
  }
  builder.firstCall = builder.programCalls.front().call;
  builder.traversal = builder.programCalls.front().callee;
  const RecordDecl *node = nodeRecord(builder.traversal);
  for (const ProgramCall &call : builder.programCalls) {
    const RecordDecl *other = nodeRecord(call.callee);
    if (!node || !other || declaresSameEntity(node, other))
      continue;
    builder.report(call.call->getBeginLoc(), Diag::RTT1122)
        << call.callee->getNameAsString() << other->getNameAsString()
        << builder.traversal->getNameAsString() << node->getNameAsString();
    builder.diagnostics.note(builder.firstCall->getBeginLoc(), "called here");
    return false;
  }
  HostWork work(builder);
  for (const clang::Stmt *s : builder.body.program)
    ok &= work.check(s);
  return ok;
}

bool regtt::compareProgramCalls(Builder &builder) {
  const Agreement agreement(builder);
  const unsigned count = builder.traversal->getNumParams();
  for (const ProgramCall &call : builder.programCalls)
    if (call.args.size() != count || llvm::is_contained(call.args, nullptr)) {
      builder.report(call.call->getBeginLoc(), Diag::RTT2099)
          << "a call without arguments";
      return false;
    }
  for (unsigned k = 0; k < count; ++k) {
    builder.firstArgs.push_back(builder.programCalls.front().args[k]);
    builder.setByCalls.push_back(!agreement.agree(k));
  }
  return true;
}
