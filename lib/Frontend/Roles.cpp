// What each parameter of the traversal stands for: the node, the query, a
// uniform, or an argument that changes from call to call. Decided from what the
// recursive calls hand on and what the loop's call passes.
#include "BodyScan.h"
#include "HostCode.h"
#include "LoopBody.h"
#include "NodeRole.h"
#include "OwnObjects.h"
#include "QueryOperands.h"
#include "ReturnedValue.h"
#include "SharedArrays.h"

using namespace regtt;
using namespace clang;

namespace {

class RoleInference {
public:
  explicit RoleInference(Builder &builder)
      : builder(builder), fn(builder.traversal),
        traversal(builder.model.traversal), scan(scanBody(fn)) {}

  bool run() {
    const std::string name = fn->getNameAsString();
    if (scan.calls.empty()) {
      const bool another = callsAnotherInstantiation();
      builder.report(fn->getLocation(), Diag::RTT2001)
          << name
          << (another ? "it calls another instantiation of its template; take "
                        "function objects by 'F &' and name one at the loop"
                      : "it does not call itself");
      return false;
    }
    if (!fn->getReturnType()->isVoidType() && !inferResult(builder))
      return false;
    if (!inferNode(builder, scan)) {
      traversal.nodeType = QualType(); // nothing else can be told of the body
      return false;
    }
    bool ok = inferThis();
    for (unsigned k = 0; k < fn->getNumParams(); ++k)
      if (fn->getParamDecl(k) != traversal.nodeParam && !inferParameter(k)) {
        ok = false;
        standIn(fn->getParamDecl(k));
      }
    return ok;
  }

private:
  /// `each<F>` that calls `each<F &>`.
  bool callsAnotherInstantiation() const {
    bool result = false;
    walkExpr(fn->getBody(), [&](const Expr *e) {
      const auto *call = dyn_cast<CallExpr>(e);
      const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
      result |= callee && fn->getPrimaryTemplate() &&
                callee->getPrimaryTemplate() == fn->getPrimaryTemplate();
    });
    return result;
  }

  /// Gives a parameter that was refused a role, so that its uses are not
  /// refused again.
  void standIn(const ParmVarDecl *param) {
    Role role;
    const Expr *first = builder.firstArgs[param->getFunctionScopeIndex()];
    if (param->getType()->isPointerType() && isScalar(pointee(param)) &&
        isWalkedIn(param)) {
      DataArray array;
      array.text = array.hostText = param->getNameAsString();
      array.extentText = "0";
      array.stored = array.element = pointee(param).getUnqualifiedType();
      array.firstUse = param->getLocation();
      row(param, addArray(traversal, std::move(array)));
      return;
    }
    if (isLoopNumber(builder, param, first)) {
      traversal.indexType = param->getType().getUnqualifiedType();
      role.kind = Role::Object;
      role.base = Base::Query;
      role.number = iterationNumber;
    } else if (dependsOnIteration(builder, first)) {
      QueryOperand operand;
      operand.elementText = operand.name = param->getNameAsString();
      operand.type = param->getType();
      if (operand.type->isPointerType() || operand.type->isReferenceType())
        operand.type = operand.type->getPointeeType();
      role.kind = Role::Object;
      role.base = Base::Query;
      role.number = addOperand(builder.model.loop, operand);
    } else if (pointedRecord(param->getType())) {
      role.kind = Role::Shared;
    }
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
    HostCode code(builder.context);
    code.add(object);
    if (dependsOnIteration(builder, object) && !code.effect && !looksAtThis()) {
      // Whichever it is, nothing is asked of it.
      traversal.function.thisRole = role;
      return true;
    }
    if (dependsOnIteration(builder, object))
      return ownThis(object);
    if (isa<CXXThisExpr>(plain(object))) {
      role.hostPrefix = "this->";
    } else {
      const std::string text = hostText(builder, object);
      if (text.empty() || !isInvariant(builder, object)) {
        builder.report(object->getBeginLoc(), Diag::RTT1107) << text;
        noteMoved(builder, object);
        return false;
      }
      role.hostPrefix =
          "(" + text + ")" + (object->getType()->isPointerType() ? "->" : ".");
    }
    traversal.function.thisRole = role;
    return true;
  }

  /// Whether the body does more with its object than hand it on.
  bool looksAtThis() const {
    llvm::SmallPtrSet<const Expr *, 4> handedOn;
    for (const CallExpr *call : scan.calls)
      if (const Expr *object = calledObject(call))
        handedOn.insert(object->IgnoreParenImpCasts());
    bool result = false;
    walkExpr(fn->getBody(), [&](const Expr *e) {
      result |= isa<CXXThisExpr>(e) && !handedOn.count(e);
    });
    return result;
  }

  /// `queries[i].search(root)`: the query is the object.
  bool ownThis(const Expr *object) {
    const QualType type =
        builder.context.getRecordType(cast<CXXMethodDecl>(fn)->getParent());
    const auto part = onSameObject() ? ownObjectOf(object, type) : std::nullopt;
    Role role;
    role.kind = Role::Object;
    role.base = Base::Query;
    if (part) {
      role.number = part->number;
      role.steps = part->steps;
      if (part->steps.empty())
        builder.model.loop.operands[part->number].prefix = "this->";
    } else { // so that uses of the object are not refused again
      QueryOperand operand;
      operand.elementText = operand.name = "query";
      operand.type = type;
      role.number = addOperand(builder.model.loop, operand);
    }
    traversal.function.thisRole = role;
    return part.has_value();
  }

  /// Whether every recursive call is on this object.
  bool onSameObject() {
    for (const CallExpr *call : scan.calls) {
      const auto *member = dyn_cast<CXXMemberCallExpr>(call);
      if (!member ||
          isa<CXXThisExpr>(plain(member->getImplicitObjectArgument())))
        continue;
      builder.report(call->getBeginLoc(), Diag::RTT2020) << "this";
      return false;
    }
    return true;
  }

  /// The object that the loop calls the member function on: not a copy, nor the
  /// base of one of another class.
  std::optional<OperandPart> ownObjectOf(const Expr *object, QualType type) {
    const auto sameType = [&](QualType other) {
      return builder.context.hasSameUnqualifiedType(other, type);
    };
    const bool arrow = object->getType()->isPointerType();
    auto part = findOperand(builder, object, arrow);
    if (part && !part->copied && sameType(part->type))
      return part;
    const Expr *found = object->IgnoreParens();
    while (const auto *cast = dyn_cast<ImplicitCastExpr>(found)) {
      if (cast->getCastKind() != CK_NoOp)
        break;
      found = cast->getSubExpr()->IgnoreParens();
    }
    const auto *cast = dyn_cast<ImplicitCastExpr>(found);
    const bool converted = cast && cast->getCastKind() != CK_LValueToRValue;
    const QualType foundType =
        arrow ? found->getType()->getPointeeType() : found->getType();
    if (!converted && !isOwnLocal(builder, found) &&
        (arrow || found->isLValue()) && sameType(foundType))
      if (const auto ahead = addInput(builder, found, type, true, "query"))
        return OperandPart{*ahead, {}, type, false};
    builder.report(object->getBeginLoc(), Diag::RTT1105)
        << builder.sourceText(object);
    return std::nullopt;
  }

  bool inferParameter(unsigned k) {
    const ParmVarDecl *param = fn->getParamDecl(k);
    const Expr *first = builder.firstArgs[k];
    const bool same = scan.handsOn(fn, k);
    if (builder.isSetByCalls(k) ||
        (builder.body.isProgram() && !same && isSetValue(param)))
      return setByCalls(param, k, same);
    const bool perIteration = dependsOnIteration(builder, first) ||
                              isOwnResult(builder, param, first);
    if (perIteration && same && isRow(param, first)) {
      if (const auto array = rowOf(builder, first, param->getName()))
        return row(param, *array);
    }
    if (pointedRecord(param->getType()) && !(!same && isValue(param))) {
      if (!same) {
        builder.report(param->getLocation(), Diag::RTT2020) << param->getName();
        return false;
      }
      return perIteration ? ownObject(param, first) : shared(param, first);
    }
    if (same && isLoopNumber(builder, param, first))
      return index(param, first);
    if (perIteration && same && isOwnData(param->getType()))
      return ownObject(param, first);
    QualType type = param->getType();
    if (type->isReferenceType() && type->getPointeeType().isConstQualified())
      type = type->getPointeeType();
    if (same && !perIteration && isSingleNumber(param->getType(), first)) {
      builder.report(first->getBeginLoc(), Diag::RTT1105)
          << builder.sourceText(first);
      return false;
    }
    // An array of anything, as a whole.
    if (same && !perIteration &&
        (type->isPointerType() ||
         type.getNonReferenceType()->isConstantArrayType()))
      return shared(param, first);
    if (type->isReferenceType() || !isCopyable(type, builder.context) ||
        type->isArrayType()) {
      builder.report(param->getLocation(), Diag::RTT2022)
          << param->getName() << param->getType().getAsString();
      return false;
    }
    if (perIteration)
      return ownValue(param, first);
    if (const std::string text = hostText(builder, first);
        !isInvariant(builder, first) || text.empty() ||
        isBracedConstruction(first, text)) {
      builder.report(first->getBeginLoc(), Diag::RTT1107) << param->getName();
      noteMoved(builder, first);
      return false;
    }
    return value(param, type.getUnqualifiedType(), first, same);
  }

  /// What each call of the query program says: an argument, or, where the
  /// recursion hands it on, what the iteration keeps meanwhile.
  bool setByCalls(const ParmVarDecl *param, unsigned k, bool same) {
    const QualType type = param->getType();
    const bool isValue = isSetValue(param);
    if (!isValue && !(same && isHandedOwn(param, k))) {
      differs(param, k);
      return false;
    }
    const QualType held =
        (type->isPointerType() && !isValue ? type->getPointeeType()
                                           : type.getNonReferenceType())
            .getUnqualifiedType();
    if (!same) {
      addArg(param, held);
      return true;
    }
    Role role;
    role.kind = Role::Object;
    role.base = Base::Query;
    role.number = addScratch(builder.model.loop, held, param->getName());
    builder.callScratch[k] = role.number;
    traversal.function.roles[param] = role;
    return true;
  }

  void differs(const ParmVarDecl *param, unsigned k) {
    const auto other =
        llvm::find_if(builder.programCalls, [&](const ProgramCall &call) {
          return builder.sourceText(call.args[k]) !=
                 builder.sourceText(builder.firstArgs[k]);
        });
    const bool known = other != builder.programCalls.end();
    const Expr *at = known ? other->args[k] : builder.firstArgs[k];
    builder.report(at->getBeginLoc(), Diag::RTT1123) << param->getName();
    if (known)
      builder.diagnostics.note(builder.firstArgs[k]->getBeginLoc(), "here");
  }

  /// Whether each call hands over a variable of the body's own, and for no
  /// other parameter: it is copied in, and out again.
  bool isHandedOwn(const ParmVarDecl *param, unsigned k) const {
    return llvm::all_of(builder.programCalls, [&](const ProgramCall &call) {
      const Expr *object = call.args[k]->IgnoreParenImpCasts();
      const VarDecl *var = namedVariable(pointedAt(object));
      if (!var || var->getType()->isArrayType() ||
          var->getType()->isReferenceType() ||
          !isCopyable(var->getType(), builder.context) ||
          !fits(builder.context, param->getType(), var->getType()) ||
          !(builder.body.ofProgram.count(var) || canKeep(builder, var)))
        return false;
      for (unsigned other = 0; other < call.args.size(); ++other)
        if (other != k && mentions(call.args[other], var) &&
            builder.traversal->getParamDecl(other)->getType()->isPointerType())
          return false;
      return true;
    });
  }

  /// Whether each call may hand over a value of its own.
  bool isSetValue(const ParmVarDecl *param) const {
    const QualType type = param->getType();
    return isValue(param) ||
           (!type->isReferenceType() && !type->isArrayType() &&
            isCopyable(type, builder.context));
  }

  Arg &addArg(const ParmVarDecl *param, QualType type) {
    Role role;
    role.kind = Role::Arg;
    role.index = traversal.args.size();
    Arg arg;
    arg.name = param->getNameAsString();
    arg.type = type;
    arg.param = param;
    arg.reassigned = scan.changed.count(param) != 0;
    traversal.args.push_back(arg);
    traversal.function.roles[param] = role;
    return traversal.args.back();
  }

  /// A number, or a pointer or reference to numbers.
  static bool isOwnData(QualType type) {
    if (type->isPointerType())
      return isScalar(type->getPointeeType());
    const QualType object = type.getNonReferenceType();
    if (const auto *array = object->getAsArrayTypeUnsafe();
        array && type->isReferenceType())
      return isScalar(array->getElementType());
    return isScalar(object);
  }

  /// A struct by constant reference, which each call may hand a value of its
  /// own.
  bool isValue(const ParmVarDecl *param) const {
    const QualType type = param->getType();
    return type->isReferenceType() &&
           type->getPointeeType().isConstQualified() &&
           isCopyable(type->getPointeeType(), builder.context);
  }

  /// One number that the traversal may change, the same in each iteration.
  static bool isSingleNumber(QualType type, const Expr *first) {
    const QualType number = type->getPointeeType();
    if (number.isNull() || number.isConstQualified() || !isScalar(number))
      return false;
    const auto *address = dyn_cast<UnaryOperator>(plain(first));
    return type->isReferenceType() ||
           (address && address->getOpcode() == UO_AddrOf &&
            isa<DeclRefExpr, MemberExpr>(plain(address->getSubExpr())));
  }

  bool value(const ParmVarDecl *param, QualType type, const Expr *first,
             bool same) {
    if (!same) {
      addArg(param, type).hostText = builder.sourceText(first);
      return true;
    }
    Role role;
    role.kind = Role::Uniform;
    role.index = traversal.uniforms.size();
    traversal.uniforms.push_back({param->getNameAsString(),
                                  type,
                                  builder.sourceText(first),
                                  param->getLocation(),
                                  param,
                                  {}});
    traversal.function.roles[param] = role;
    return true;
  }

  /// `p` points to what all iterations share: an object, whose fields are
  /// uniforms, or an array.
  bool shared(const ParmVarDecl *param, const Expr *first) {
    const std::string text = hostText(builder, first);
    if (text.empty() || !isInvariant(builder, first)) {
      builder.report(first->getBeginLoc(), Diag::RTT1107) << param->getName();
      noteMoved(builder, first);
      return false;
    }
    Role role;
    role.kind = Role::Shared;
    const bool pointer = param->getType()->isPointerType();
    const bool isName =
        namedVariable(first) != nullptr && llvm::all_of(text, [](char c) {
          return clang::isAsciiIdentifierContinue(c);
        });
    const std::string object = isName ? text : "(" + text + ")";
    role.hostPrefix = object + (pointer ? "->" : ".");
    if (pointer)
      noteExtent(builder, object, first);
    traversal.function.roles[param] = role;
    return true;
  }

  static QualType pointee(const ParmVarDecl *param) {
    return param->getType()->getPointeeType();
  }

  bool isWalkedIn(const ParmVarDecl *param) const {
    const auto isRecursive = [&](const CallExpr *call) {
      return llvm::is_contained(scan.calls, call);
    };
    return isWalked(fn->getBody(), param, isRecursive, builder.context);
  }

  /// Whether more than one object is reached through `param`, which the body
  /// keeps as it is, and they are not the iteration's own by their places.
  bool isRow(const ParmVarDecl *param, const Expr *first) const {
    if (!param->getType()->isPointerType() || scan.changed.count(param) ||
        !isWalkedIn(param))
      return false;
    const auto part = locatePointee(builder, first);
    const bool isObject =
        pointedRecord(param->getType()) && !pointee(param).isConstQualified();
    return !part || !(part->type->isArrayType() || isObject);
  }

  /// `param` points to the first element of a row of `array`.
  bool row(const ParmVarDecl *param, unsigned array) {
    Role role;
    role.kind = Role::Object;
    role.base = Base::Element;
    role.number = array;
    traversal.function.roles[param] = role;
    builder.rows.insert(param);
    return true;
  }

  /// `param` is the loop variable: a number, and where the iteration finds its
  /// elements of arrays.
  bool index(const ParmVarDecl *param, const Expr *first) {
    const ASTContext &context = builder.context;
    const QualType type = param->getType().getUnqualifiedType();
    const QualType var = builder.model.loop.var->getType();
    // A value that is cut off would be another element.
    const bool wide =
        context.getTypeSize(type) >= context.getTypeSize(var) ||
        (context.getTypeSize(type) >= 32 && type->isSignedIntegerType());
    if (!wide || type->isBooleanType() ||
        (!traversal.indexType.isNull() &&
         !context.hasSameType(type, traversal.indexType))) {
      builder.report(first->getBeginLoc(), Diag::RTT1107) << param->getName();
      return false;
    }
    traversal.indexType = type;
    Role role;
    role.kind = Role::Object;
    role.base = Base::Query;
    role.number = iterationNumber;
    traversal.function.roles[param] = role;
    return true;
  }

  /// `param` is an object of the iteration's own, or a part of one.
  bool ownObject(const ParmVarDecl *param, const Expr *first) {
    const auto part = findOwnObject(builder, param, first);
    if (!part) {
      builder.report(first->getBeginLoc(), Diag::RTT1105)
          << builder.sourceText(first);
      return false;
    }
    if (part->number < firstScratch)
      nameOperand(builder.model.loop.operands[part->number], *part, param);
    Role role;
    role.kind = Role::Object;
    role.base = Base::Query;
    role.number = part->number;
    role.steps = part->steps;
    traversal.function.roles[param] = role;
    return true;
  }

  static void nameOperand(QueryOperand &operand, const OperandPart &part,
                          const ParmVarDecl *param) {
    if (!operand.name.empty() || !part.steps.empty())
      return;
    operand.name = param->getNameAsString();
    operand.prefix =
        operand.name + (param->getType()->isPointerType() ? "->" : ".");
    if (!operand.type->isRecordType())
      operand.text = operand.name;
  }

  /// A value whose first one each iteration finds in an object of its own.
  bool ownValue(const ParmVarDecl *param, const Expr *first) {
    auto part = findOperand(builder, first, false);
    if (!part || !fits(builder.context, param->getType(), part->type))
      part = foundAhead(builder, param, first, false);
    if (!part) {
      builder.report(first->getBeginLoc(), Diag::RTT1107) << param->getName();
      return false;
    }
    QueryOperand &operand = builder.model.loop.operands[part->number];
    if (operand.name.empty() && part->steps.empty())
      operand.name = operand.text = param->getNameAsString();
    addArg(param, param->getType().getNonReferenceType().getUnqualifiedType())
        .firstPath = static_cast<int>(queryPath(
        builder.model, part->number, part->steps, first->getBeginLoc()));
    return true;
  }

  Builder &builder;
  const FunctionDecl *fn;
  Traversal &traversal;
  BodyScan scan;
};

} // namespace

bool regtt::inferRoles(Builder &builder) {
  return RoleInference(builder).run();
}
