// What the host file evaluates before the traversals run must not be what they
// write. Decided by the fields and types that are read and written, and by the
// arrays they lie in; where that does not decide, the runtime compares the
// places (QueryLoop::reads).
#include "HostCode.h"
#include "LoopBody.h"
#include "QueryOperands.h"

using namespace regtt;
using namespace clang;

namespace {

/// A number that is read or written: a field's, or one by itself.
struct Leaf {
  const FieldDecl *field;
  QualType type;
};

void collectLeaves(const FieldDecl *field, QualType type,
                   std::vector<Leaf> &leaves) {
  while (const auto *array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  if (!type->isRecordType()) {
    leaves.push_back({field, type.getCanonicalType().getUnqualifiedType()});
    return;
  }
  std::vector<PathSteps> fields;
  collectFields({}, type, fields);
  for (const PathSteps &steps : fields)
    if (!steps.empty() && steps.back().field) {
      QualType inner = steps.back().field->getType();
      while (const auto *array = inner->getAsArrayTypeUnsafe())
        inner = array->getElementType();
      leaves.push_back(
          {steps.back().field, inner.getCanonicalType().getUnqualifiedType()});
    }
}

/// What an array is an element of, as far as that can be told by its name.
struct Storage {
  const VarDecl *root = nullptr; ///< null: the object of the member function
  llvm::SmallVector<const ValueDecl *, 4> fields;
  bool known = false;
};

class HostReadCheck {
public:
  HostReadCheck(Builder &builder, const CallExpr *call)
      : builder(builder), loop(builder.model.loop),
        traversal(builder.model.traversal), call(call) {}

  bool run() {
    for (unsigned k = 0; k < builder.firstArgs.size(); ++k)
      argument(k);
    for (const Expr *bound : loop.bounds)
      if (const Path *written = writtenBy(bound, false))
        refuse(bound, *written, Diag::RTT1102, "");
    if (const auto *member = dyn_cast<CXXMemberCallExpr>(call))
      thisObject(member->getImplicitObjectArgument());
    for (const Expr *expr : builder.body.evaluated)
      if (const Path *written = writtenBy(expr, true))
        refuse(expr, *written, Diag::RTT1114, builder.sourceText(expr));
    for (const clang::Stmt *s : builder.body.before)
      if (const Path *written = writtenBy(s, true))
        refuse(s, *written, Diag::RTT1114,
               builder.sourceText(s->getSourceRange()));
    return ok;
  }

private:
  void refuse(const clang::Stmt *at, const Path &written, Diag id,
              llvm::StringRef what) {
    ok = false;
    builder.report(at->getBeginLoc(), id) << what;
    builder.diagnostics.note(written.firstWrite, "written here");
  }

  /// Whether each iteration finds what it passes for `param` for itself.
  bool isOwn(const ParmVarDecl *param) const {
    const auto role = traversal.function.roles.find(param);
    if (role == traversal.function.roles.end())
      return false;
    return role->second.kind == Role::Arg
               ? traversal.args[role->second.index].firstPath >= 0
               : role->second.kind == Role::Object &&
                     role->second.base == Base::Query;
  }

  void argument(unsigned k) {
    const ParmVarDecl *param = builder.traversal->getParamDecl(k);
    const Expr *first = builder.firstArgs[k];
    const Path *written = isOwn(param) ? nullptr : writtenBy(first, false);
    if (!written)
      return;
    if (param == traversal.nodeParam)
      refuse(first, *written, Diag::RTT1106, builder.sourceText(first));
    else
      refuse(first, *written, Diag::RTT1107, param->getName());
  }

  void thisObject(const Expr *object) {
    const auto &role = traversal.function.thisRole;
    if (role && role->kind == Role::Object && role->base == Base::Query)
      return;
    const Path *written = writtenBy(object, false);
    if (!written)
      return;
    if (traversal.nodeParam)
      refuse(call, *written, Diag::RTT1107, "this");
    else
      refuse(call, *written, Diag::RTT1106, builder.sourceText(object));
  }

  /// What the traversal writes of what `code` reads; null if nothing, or if the
  /// runtime can compare. `each`: evaluated for each iteration.
  const Path *writtenBy(const clang::Stmt *code, bool each) {
    HostCode host(builder.context);
    host.add(code);
    for (const ReadOf &read : host.reads)
      for (const Path &path : traversal.paths)
        if (path.written() && mayBe(read.lvalue, path) &&
            !isOwnElement(read.lvalue, path, each))
          if (!compare(read, path, each))
            return &path;
    return nullptr;
  }

  /// By fields and types, whether `lvalue` may be what `path` writes.
  bool mayBe(const Expr *lvalue, const Path &path) const {
    if (const auto *name = dyn_cast<DeclRefExpr>(lvalue))
      if (const auto *bound = dyn_cast<BindingDecl>(name->getDecl());
          bound && bound->getBinding())
        lvalue = bound->getBinding();
    if (isOneObject(lvalue))
      return false;
    const Expr *e = plain(lvalue);
    while (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e)) {
      const Expr *base = subscript->getBase()->IgnoreParenImpCasts();
      if (!base->getType()->isArrayType())
        break;
      e = plain(base);
    }
    const FieldDecl *field = nullptr;
    if (const auto *member = dyn_cast<MemberExpr>(e))
      field = dyn_cast<FieldDecl>(member->getMemberDecl());
    std::vector<Leaf> read, written;
    collectLeaves(field, lvalue->getType(), read);
    collectLeaves(lastField(path.steps), path.type, written);
    // What a union holds may have been written as anything.
    const bool any = isInUnion(e);
    return llvm::any_of(read, [&](const Leaf &one) {
      return llvm::any_of(written, [&](const Leaf &other) {
        if (any)
          return true;
        return one.field && other.field ? one.field == other.field
                                        : compatible(one.type, other.type);
      });
    });
  }

  static bool isInUnion(const Expr *e) {
    for (; isa<MemberExpr>(e); e = plain(cast<MemberExpr>(e)->getBase()))
      if (const auto *field =
              dyn_cast<FieldDecl>(cast<MemberExpr>(e)->getMemberDecl());
          field && field->getParent()->isUnion())
        return true;
    return false;
  }

  /// A field of a variable, and not of an element or behind a pointer: no array
  /// holds it.
  bool isOneObject(const Expr *lvalue) const {
    const Expr *e = plain(lvalue);
    while (const auto *member = dyn_cast<MemberExpr>(e)) {
      if (member->isArrow())
        return false;
      e = plain(member->getBase());
    }
    const VarDecl *var = namedVariable(e);
    return var && !var->getType()->isReferenceType() &&
           !(var == loop.var && loop.form == QueryLoop::Range);
  }

  static const FieldDecl *lastField(const PathSteps &steps) {
    for (const PathStep &step : llvm::reverse(steps))
      if (step.field)
        return step.field;
    return nullptr;
  }

  bool compatible(QualType a, QualType b) const {
    const auto bytes = [&](QualType type) {
      return builder.context.getTypeSizeInChars(type).getQuantity();
    };
    if (!isScalar(a) || !isScalar(b))
      return false;
    if (a->isAnyCharacterType() || b->isAnyCharacterType())
      return bytes(a) == 1 || bytes(b) == 1;
    return bytes(a) == bytes(b) &&
           a->isRealFloatingType() == b->isRealFloatingType();
  }

  /// What an iteration reads of its own object before its call is as it was.
  bool isOwnElement(const Expr *lvalue, const Path &path, bool each) {
    if (!each || path.base != Base::Query || path.number == iterationNumber)
      return false;
    const QueryOperand &operand = loop.operands[path.number];
    if (operand.input >= 0 && operand.indirect) {
      std::string text = operand.prefix;
      for (const PathStep &step : path.steps)
        text +=
            (text == operand.prefix ? "" : ".") + step.field->getNameAsString();
      return builder.sourceText(lvalue) ==
             (path.steps.empty() ? operand.text : text);
    }
    const auto part = locateOperand(builder, lvalue);
    return part &&
           part->operand.elementText ==
               loop.operands[path.number].elementText &&
           part->operand.extent == loop.operands[path.number].extent;
  }

  /// Whether `lvalue` is a field that `path` writes, of some object: then only
  /// the arrays' names can tell them apart ahead.
  static bool isWritten(const Expr *lvalue, const Path &path) {
    const auto *member = dyn_cast<MemberExpr>(plain(lvalue));
    return member && lastField(path.steps) &&
           member->getMemberDecl() == lastField(path.steps);
  }

  /// Whether the address of `lvalue` can be found where it is not read: by
  /// arithmetic on variables, in a plain array.
  static bool isPlainAddress(const Expr *lvalue) {
    const auto *subscript = dyn_cast<ArraySubscriptExpr>(plain(lvalue));
    return subscript && isArithmetic(subscript->getBase()) &&
           isArithmetic(subscript->getIdx());
  }

  static bool isArithmetic(const Expr *e) {
    e = plain(e);
    if (const auto *binary = dyn_cast<BinaryOperator>(e))
      return (binary->isAdditiveOp() || binary->getOpcode() == BO_Mul) &&
             isArithmetic(binary->getLHS()) && isArithmetic(binary->getRHS());
    const VarDecl *var = namedVariable(e);
    return isa<IntegerLiteral>(e) ||
           (var && !var->getType()->isReferenceType());
  }

  /// Leaves it to the runtime, or to the arrays' names, whether they are apart.
  bool compare(const ReadOf &read, const Path &path, bool each) {
    // What an array of the query's own lies in is not known here.
    const Expr *const written = path.base == Base::Query
                                    ? loop.operands[path.number].container
                                    : nullptr;
    const auto part = locateOperand(builder, read.lvalue);
    const Storage reads =
        storageOf(part && part->operand.container ? part->operand.container
                                                  : read.lvalue);
    const Storage writes = written ? storageOf(written) : Storage();
    if (reads.known && writes.known && apart(reads, writes))
      return true;
    const Expr *container =
        part ? part->operand.container : elementBase(read.lvalue);
    if (!(read.always || isPlainAddress(read.lvalue)) ||
        (container && written &&
         builder.sourceText(container->IgnoreParenImpCasts()) ==
             builder.sourceText(written->IgnoreParenImpCasts())))
      return false;
    HostRead result;
    if (!dependsOnIteration(builder, read.lvalue)) {
      result = {hostText(builder, read.lvalue), false};
    } else if (each && part && !part->operand.indirect &&
               part->operand.extent == 0) {
      result = {part->operand.elementText, true};
      for (const PathStep &step : part->steps)
        result.text += "." + step.field->getNameAsString();
    }
    if (result.text.empty()) {
      result.input = each && !isWritten(read.lvalue, path)
                         ? addReadPlace(builder, read.lvalue)
                         : -1;
      if (result.input < 0)
        return false;
      result.text = loop.inputs[result.input].text;
      result.varies = true;
    }
    if (llvm::none_of(loop.reads, [&](const HostRead &other) {
          return other.text == result.text;
        }))
      loop.reads.push_back(result);
    return true;
  }

  /// The array that `lvalue` is an element, or a part of an element, of.
  const Expr *elementBase(const Expr *lvalue) const {
    const Expr *e = standsFor(builder, lvalue);
    while (true) {
      if (const auto *member = dyn_cast<MemberExpr>(e); member)
        e = standsFor(builder, member->getBase());
      else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e))
        return subscript->getBase();
      else if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
               op && op->getOperator() == OO_Subscript)
        return op->getArg(0);
      else
        return nullptr;
    }
  }

  /// The array or container that holds `e`, if it has storage of its own.
  Storage storageOf(const Expr *e) const {
    Storage result;
    e = standsFor(builder, e);
    while (true) {
      if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e)) {
        e = standsFor(builder, subscript->getBase());
        if (!e->getType()->isArrayType())
          return result;
        result.fields.clear();
      } else if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
                 op && op->getOperator() == OO_Subscript) {
        e = standsFor(builder, op->getArg(0));
        result.fields.clear();
      } else if (const auto *data = dyn_cast<CXXMemberCallExpr>(e);
                 data && data->getMethodDecl() &&
                 data->getMethodDecl()->getNameAsString() == "data") {
        e = standsFor(builder, data->getImplicitObjectArgument());
      } else if (const auto *member = dyn_cast<MemberExpr>(e)) {
        const Expr *base = standsFor(builder, member->getBase());
        result.fields.insert(result.fields.begin(), member->getMemberDecl());
        if (member->isArrow() && !isa<CXXThisExpr>(base))
          return result;
        e = base;
      } else {
        break;
      }
    }
    const VarDecl *var = namedVariable(e);
    if (!var && !isa<CXXThisExpr>(e))
      return result;
    const QualType holder = result.fields.empty()
                                ? (var ? var->getType() : QualType())
                                : result.fields.back()->getType();
    result.root = var;
    result.known = !holder.isNull() && owns(holder);
    return result;
  }

  static bool owns(QualType type) {
    if (type->isArrayType())
      return true;
    const auto *record = type->getAsCXXRecordDecl();
    return record && record->isInStdNamespace() &&
           (record->getName() == "vector" || record->getName() == "array");
  }

  static bool apart(const Storage &a, const Storage &b) {
    if (a.root != b.root)
      return a.root && b.root && !a.root->getType()->isReferenceType() &&
             !b.root->getType()->isReferenceType();
    const size_t common = std::min(a.fields.size(), b.fields.size());
    for (size_t i = 0; i < common; ++i)
      if (a.fields[i] != b.fields[i])
        return true;
    return false;
  }

  Builder &builder;
  QueryLoop &loop;
  const Traversal &traversal;
  const CallExpr *call;
  bool ok = true;
};

} // namespace

bool regtt::checkHostReads(Builder &builder, const CallExpr *call) {
  return HostReadCheck(builder, call).run();
}
