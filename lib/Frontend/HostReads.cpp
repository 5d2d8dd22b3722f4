// What the host file evaluates before the traversals run must not be what they
// write. Decided by the fields and types that are read and written, and by the
// arrays they lie in; where that does not decide, the runtime compares the
// places (QueryLoop::reads).
#include "HostCode.h"
#include "HostPlaces.h"
#include "Identity.h"
#include "LoopBody.h"
#include "QueryOperands.h"

using namespace regtt;
using namespace clang;

namespace {

class HostReadCheck {
public:
  HostReadCheck(Builder &builder, const CallExpr *call)
      : builder(builder), loop(builder.model.loop),
        traversal(builder.model.traversal), call(call), places(builder) {}

  bool run() {
    for (unsigned k = 0; k < builder.firstArgs.size(); ++k)
      argument(k);
    for (const Expr *bound : loop.bounds)
      if (const Path *written = writtenBy(bound, false))
        refuse(bound, *written, Diag::RTT1102, "");
    if (const auto *member = dyn_cast<CXXMemberCallExpr>(call);
        member && !(traversal.program && !traversal.nodeParam))
      thisObject(member->getImplicitObjectArgument());
    for (const RootGroup &root : loop.roots)
      if (const Path *written = writtenBy(root.expr, false, root.index))
        refuse(root.expr, *written, Diag::RTT1106,
               builder.sourceText(root.expr));
    for (const Expr *expr : builder.body.evaluated)
      if (const Path *written = writtenBy(expr, true))
        refuse(expr, *written, Diag::RTT1114, builder.sourceText(expr));
    for (const clang::Stmt *s : builder.body.before)
      if (const Path *written = writtenBy(s, true))
        refuse(s, *written, Diag::RTT1114,
               builder.sourceText(s->getSourceRange()));
    // An iteration's own objects hold its own results by then.
    noted = &loop.laterReads;
    for (const clang::Stmt *s : builder.body.allAfter())
      if (const Path *written = writtenBy(s, true))
        refuse(s, *written, Diag::RTT1116,
               builder.sourceText(s->getSourceRange()));
    if (builder.body.valueUsed)
      besideValue(builder.body.levels.back().after.front());
    return ok;
  }

private:
  void refuse(const clang::Stmt *at, const Path &written, Diag id,
              llvm::StringRef what) {
    ok = false;
    const auto [line, more] = what.split('\n');
    builder.report(at->getBeginLoc(), id)
        << (more.empty() ? line.str() : line.rtrim().str() + " ...");
    builder.diagnostics.note(written.firstWrite, "written here");
  }

  /// Whether each iteration finds what it passes for `param` for itself.
  bool isOwn(const ParmVarDecl *param) const {
    const auto role = traversal.function.roles.find(param);
    if (role == traversal.function.roles.end() || builder.rows.count(param))
      return builder.rows.count(param);
    return role->second.kind == Role::Arg
               ? traversal.args[role->second.index].firstPath >= 0
               : role->second.kind == Role::Object &&
                     role->second.base == Base::Query;
  }

  void argument(unsigned k) {
    const ParmVarDecl *param = builder.traversal->getParamDecl(k);
    const Expr *first = builder.firstArgs[k];
    // A query program hands it over where its calls stand.
    if (traversal.program &&
        (param == traversal.nodeParam || builder.isSetByCalls(k) ||
         traversal.function.roles.lookup(param).kind == Role::Arg))
      return;
    if (isOwn(param)) {
      HostCode host(builder.context, HostCode::Collected);
      host.add(first);
      for (const ReadOf &read : host.reads)
        builder.compared.push_back({first, read.lvalue, false, true});
      return;
    }
    const Path *written = writtenBy(first, false);
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

  /// The statement that uses the call's value runs after the call as a whole;
  /// of an `if` that is right for what its condition decides about.
  void besideValue(const clang::Stmt *s) {
    if (const auto *choice = dyn_cast<IfStmt>(s))
      s = choice->getCond();
    HostCode host(builder.context, HostCode::Collected);
    host.except = builder.body.valueUsed;
    host.add(s);
    for (const ReadOf &read : host.reads)
      for (const Path &path : traversal.paths)
        if (path.written() && !places.isInRecord(path) &&
            mayBe(read.lvalue, path) && places.isOwn(read.lvalue, path))
          return refuse(s, path, Diag::RTT1119,
                        builder.sourceText(read.lvalue));
  }

  /// What the traversal writes of what `code` reads; null if nothing, or if the
  /// runtime can compare. `each`: evaluated for each iteration.
  const Path *writtenBy(const clang::Stmt *code, bool each,
                        const Expr *except = nullptr) {
    HostCode host(builder.context, HostCode::Collected);
    host.except = builder.body.valueUsed;
    host.add(code);
    dropReads(host.reads, except);
    for (const ReadOf &read : host.reads) {
      if (each && (places.isOwnResult(read.lvalue) ||
                   places.isInOwnContainer(read.lvalue))) {
        builder.compared.push_back({code, read.lvalue, false, true});
        continue;
      }
      for (const Path &path : traversal.paths)
        if (path.written() && mayBe(read.lvalue, path) &&
            !places.isInRecord(path)) {
          const bool isOwn = each && places.isOwn(read.lvalue, path);
          if (!isOwn && !compare(read, path, each))
            return &path;
          builder.compared.push_back({code, read.lvalue, false, isOwn});
        }
    }
    for (const Expr *container : host.containers)
      for (const Path &path : traversal.paths)
        if (path.written() && path.isContainer() &&
            !isKeptContainer(loop, loop.operands[path.number]) &&
            places.mayBeContainer(container, path) &&
            !(each && places.isOwn(container, path)) &&
            !compareContainer(container))
          return &path;
        else if (path.written() && path.isContainer() &&
                 places.mayBeContainer(container, path))
          builder.compared.push_back({code, container});
    return nullptr;
  }

  /// Leaves it to the runtime whether a container that all iterations share is
  /// one that a traversal changes.
  bool compareContainer(const Expr *container) {
    if (!container->isLValue() || !container->getType()->isRecordType() ||
        !places.isAtLoop(container) || !isInvariant(builder, container))
      return false;
    HostRead result;
    result.text = hostText(builder, container);
    if (result.text.empty())
      return false;
    if (llvm::none_of(*noted, [&](const HostRead &other) {
          return other.text == result.text;
        }))
      noted->push_back(result);
    return true;
  }

  /// By fields and types, whether `lvalue` may be what `path` writes.
  bool mayBe(const Expr *lvalue, const Path &path) const {
    if (const auto *name = dyn_cast<DeclRefExpr>(lvalue))
      if (const auto *bound = dyn_cast<BindingDecl>(name->getDecl());
          bound && bound->getBinding())
        lvalue = bound->getBinding();
    return (!places.isOneObject(lvalue) || isReached(lvalue, path)) &&
           (HostPlaces::isInUnion(lvalue) ||
            places.mayMeet(places.leavesOf(lvalue),
                           places.leavesOf(path.steps, path.type)));
  }

  /// Whether the variable `lvalue` may be the number that `path` writes through
  /// a pointer of which it is not known where it leads.
  bool isReached(const Expr *lvalue, const Path &path) const {
    const VarDecl *var = places.holderOf(lvalue);
    const Expr *container =
        path.hasOperand() ? loop.operands[path.number].container : nullptr;
    return var && path.steps.empty() && !path.type->isRecordType() &&
           !places.isOfIteration(var) && var != loop.var &&
           !(container && places.storageOf(container).known) &&
           places.escapes(var);
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
    const Storage reads = places.storageOf(part && part->operand.container
                                               ? part->operand.container
                                               : read.lvalue);
    const Storage writes = written ? places.storageOf(written) : Storage();
    if (reads.known && writes.known && apart(reads, writes))
      return true;
    const Expr *container =
        part ? part->operand.container : places.elementBase(read.lvalue);
    if (!(read.always || isPlainAddress(read.lvalue) ||
          places.isOneObject(read.lvalue)) ||
        !places.isAtLoop(read.lvalue) ||
        (container && written &&
         isSameExpr(builder.context, container, written)))
      return false;
    HostRead result;
    if (places.isSharedVariable(read.lvalue) ||
        !dependsOnIteration(builder, read.lvalue)) {
      result.text = hostText(builder, read.lvalue);
    } else if (each && part && !part->operand.indirect) {
      result = part->place();
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
    if (llvm::none_of(*noted, [&](const HostRead &other) {
          return other.text == result.text && other.input == result.input;
        }))
      noted->push_back(result);
    return true;
  }

  Builder &builder;
  QueryLoop &loop;
  const Traversal &traversal;
  const CallExpr *call;
  const HostPlaces places;
  std::vector<HostRead> *noted = &loop.reads; ///< for the runtime to compare
  bool ok = true;
};

} // namespace

bool regtt::checkHostReads(Builder &builder, const CallExpr *call) {
  return HostReadCheck(builder, call).run();
}
