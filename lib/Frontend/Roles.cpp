// What each parameter of the traversal stands for: the node, the query, a
// uniform, or an argument that changes from call to call. Decided from what the
// recursive calls hand on and what the loop's call passes.
#include "BodyScan.h"
#include "NodeRole.h"

using namespace regtt;
using namespace clang;

namespace {

class RoleInference {
public:
  RoleInference(Builder &builder, const PairedLoop &paired)
      : builder(builder), paired(paired), fn(builder.traversal),
        traversal(builder.model.traversal), scan(scanBody(fn)) {}

  bool run() {
    const std::string name = fn->getNameAsString();
    if (scan.calls.empty()) {
      builder.report(fn->getLocation(), Diag::RTT2001)
          << name << "it does not call itself";
      return false;
    }
    if (!fn->getReturnType()->isVoidType()) {
      builder.report(scan.calls.front()->getBeginLoc(), Diag::RTT2017);
      return false;
    }
    if (!inferNode(builder, scan))
      return false;
    bool ok = inferThis();
    for (unsigned k = 0; k < fn->getNumParams(); ++k)
      if (fn->getParamDecl(k) != traversal.nodeParam && !inferParameter(k)) {
        ok = false;
        standIn(fn->getParamDecl(k));
      }
    if (ok && !traversal.queryParam) {
      builder.report(fn->getLocation(), Diag::RTT2003) << name;
      return false;
    }
    return ok;
  }

private:
  /// Gives a parameter that was refused a role, so that its uses are not
  /// refused again.
  void standIn(const ParmVarDecl *param) {
    Role role;
    if (pointedRecord(param->getType()))
      role.kind = Role::Shared;
    traversal.function.roles[param] = role;
  }

  /// A member function of an object: its fields are uniforms, if the loop runs
  /// in a member function of the same object.
  bool inferThis() {
    const auto *member = dyn_cast<CXXMemberCallExpr>(builder.firstCall);
    if (!member || !traversal.nodeParam)
      return true;
    const Expr *object = member->getImplicitObjectArgument();
    Role role;
    role.kind = Role::Shared;
    if (isa<CXXThisExpr>(plain(object))) {
      role.hostPrefix = "this->";
    } else {
      const std::string text = builder.sourceText(object);
      if (text.empty() || !isInvariant(object, builder.model.loop.var)) {
        builder.report(object->getBeginLoc(), Diag::RTT1107) << text;
        return false;
      }
      role.hostPrefix =
          "(" + text + ")" + (object->getType()->isPointerType() ? "->" : ".");
    }
    traversal.function.thisRole = role;
    return true;
  }

  bool inferParameter(unsigned k) {
    const ParmVarDecl *param = fn->getParamDecl(k);
    const Expr *first = builder.firstArgs[k];
    const bool same = scan.handsOn(fn, k);
    const bool perIteration = mentions(first, builder.model.loop.var);
    if (pointedRecord(param->getType())) {
      if (!same) {
        builder.report(param->getLocation(), Diag::RTT2020) << param->getName();
        return false;
      }
      return perIteration ? query(param, first) : shared(param, first);
    }
    QualType type = param->getType();
    if (type->isReferenceType() && type->getPointeeType().isConstQualified())
      type = type->getPointeeType();
    if (type->isReferenceType() || !isCopyable(type, builder.context) ||
        type->isArrayType()) {
      if (type->isPointerType() && same)
        builder.report(param->getLocation(), Diag::RTT2015) << param->getName();
      else
        builder.report(param->getLocation(), Diag::RTT2022)
            << param->getName() << param->getType().getAsString();
      return false;
    }
    if (perIteration || !isInvariant(first, builder.model.loop.var) ||
        builder.sourceText(first).empty()) {
      builder.report(first->getBeginLoc(), Diag::RTT1107) << param->getName();
      return false;
    }
    return value(param, type.getUnqualifiedType(), first, same);
  }

  bool value(const ParmVarDecl *param, QualType type, const Expr *first,
             bool same) {
    Role role;
    if (same) {
      role.kind = Role::Uniform;
      role.index = traversal.uniforms.size();
      traversal.uniforms.push_back({param->getNameAsString(),
                                    type,
                                    builder.sourceText(first),
                                    param->getLocation(),
                                    param,
                                    {}});
    } else {
      role.kind = Role::Arg;
      role.index = traversal.args.size();
      Arg arg;
      arg.name = param->getNameAsString();
      arg.type = type;
      arg.param = param;
      arg.hostText = builder.sourceText(first);
      arg.reassigned = scan.changed.count(param) != 0;
      traversal.args.push_back(arg);
    }
    traversal.function.roles[param] = role;
    return true;
  }

  /// `p` points to an object that all iterations share: its fields are
  /// uniforms.
  bool shared(const ParmVarDecl *param, const Expr *first) {
    const std::string text = builder.sourceText(first);
    if (text.empty() || !isInvariant(first, builder.model.loop.var)) {
      builder.report(first->getBeginLoc(), Diag::RTT1107) << param->getName();
      return false;
    }
    Role role;
    role.kind = Role::Shared;
    role.hostPrefix =
        "(" + text + ")" + (param->getType()->isPointerType() ? "->" : ".");
    traversal.function.roles[param] = role;
    return true;
  }

  bool query(const ParmVarDecl *param, const Expr *first) {
    if (traversal.queryParam) {
      builder.report(param->getLocation(), Diag::RTT2004)
          << "a second query object";
      builder.diagnostics.note(traversal.queryParam->getLocation(),
                               "the first query object is here");
      return false;
    }
    if (!operand(param->getType()->isPointerType(), first)) {
      builder.report(first->getBeginLoc(), Diag::RTT1105)
          << builder.sourceText(first);
      return false;
    }
    traversal.queryParam = param;
    traversal.queryType =
        param->getType()->getPointeeType().getUnqualifiedType();
    Role role;
    role.kind = Role::Object;
    role.base = Base::Query;
    traversal.function.roles[param] = role;
    return true;
  }

  /// Recognises `&a[i]`, `a + i`, `a[i]`, `*(a + i)`, and `*` of the last two.
  bool operand(bool byPointer, const Expr *expr) {
    expr = plain(expr);
    const auto *unary = dyn_cast<UnaryOperator>(expr);
    if (byPointer) {
      if (unary && unary->getOpcode() == UO_AddrOf)
        return element(plain(unary->getSubExpr()), false);
      if (const auto *sum = dyn_cast<BinaryOperator>(expr);
          sum && sum->getOpcode() == BO_Add)
        return arrayAt(sum->getLHS(), sum->getRHS(), false);
      return expr->getType()->isPointerType() && element(expr, true);
    }
    if (element(expr, false))
      return true;
    if (!unary || unary->getOpcode() != UO_Deref)
      return false;
    const Expr *pointer = plain(unary->getSubExpr());
    return pointer->getType()->isPointerType() && element(pointer, true);
  }

  /// `a[i]` or `*(a + i)` of an array, a pointer or a contiguous library
  /// container.
  bool element(const Expr *expr, bool indirect) {
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expr))
      return arrayAt(subscript->getBase(), subscript->getIdx(), indirect);
    if (const auto *star = dyn_cast<UnaryOperator>(expr);
        star && star->getOpcode() == UO_Deref)
      if (const auto *sum = dyn_cast<BinaryOperator>(plain(star->getSubExpr()));
          sum && sum->getOpcode() == BO_Add)
        return arrayAt(sum->getLHS(), sum->getRHS(), indirect);
    const auto *op = dyn_cast<CXXOperatorCallExpr>(expr);
    if (!op || op->getOperator() != OO_Subscript || op->getNumArgs() != 2)
      return false;
    const auto *record = op->getArg(0)->getType()->getAsCXXRecordDecl();
    static const llvm::StringRef contiguous[] = {"vector", "array", "span"};
    if (!record || !record->isInStdNamespace() ||
        !llvm::is_contained(contiguous, record->getName()))
      return false;
    return arrayAt(op->getArg(0), op->getArg(1), indirect);
  }

  bool arrayAt(const Expr *base, const Expr *index, bool indirect) {
    QueryLoop &loop = builder.model.loop;
    if (namedVariable(index) != loop.var || !isInvariant(base, loop.var))
      return false;
    const Expr *array = base->IgnoreParenImpCasts();
    loop.query.baseText = builder.sourceText(array);
    loop.query.indirect = indirect;
    return !loop.query.baseText.empty();
  }

  Builder &builder;
  const PairedLoop &paired;
  const FunctionDecl *fn;
  Traversal &traversal;
  BodyScan scan;
};

} // namespace

bool regtt::inferRoles(Builder &builder, const PairedLoop &paired) {
  return RoleInference(builder, paired).run();
}
