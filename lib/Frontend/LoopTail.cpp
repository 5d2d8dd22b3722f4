// What follows the call in the loop's body runs when all iterations have made
// their calls. That makes no difference if it writes nothing that the call of a
// later iteration reads or writes, or that is evaluated ahead of the calls.
// Decided by fields and types and by the arrays' names; where that does not
// decide, the runtime compares the places (LoopTail::writes).
#include "HostCode.h"
#include "HostPlaces.h"
#include "LoopBody.h"
#include "QueryOperands.h"
#include "regtt/Model/Walk.h"

#include <clang/Basic/SourceManager.h>

using namespace regtt;
using namespace clang;

namespace {

class TailCheck {
public:
  TailCheck(Builder &builder, const CallExpr *call)
      : builder(builder), loop(builder.model.loop),
        traversal(builder.model.traversal), places(builder) {
    collectEarlier(call);
  }

  bool run() {
    for (const clang::Stmt *s : builder.body.after) {
      HostCode code(builder.context, HostCode::Collected);
      code.except = builder.body.valueUsed;
      code.add(s);
      for (const Expr *target : code.writes)
        write(target);
    }
    return ok;
  }

private:
  /// What the host file reads before the traversals run.
  void collectEarlier(const CallExpr *call) {
    HostCode code(builder.context);
    for (const Expr *argument : builder.firstArgs)
      code.add(argument);
    if (const auto *member = dyn_cast<CXXMemberCallExpr>(call))
      code.add(member->getImplicitObjectArgument());
    for (const Expr *bound : loop.bounds)
      code.add(bound);
    for (const Expr *expr : builder.body.evaluated)
      code.add(expr);
    for (const clang::Stmt *s : builder.body.before)
      code.add(s);
    earlier = code.reads;
  }

  void refuse(const Expr *target, SourceLocation read) {
    if (!ok && refused == target)
      return;
    ok = false;
    refused = target;
    builder.report(target->getBeginLoc(), Diag::RTT1117)
        << builder.sourceText(target);
    if (read.isValid())
      builder.diagnostics.note(read, "read here");
  }

  /// The variable that holds `target`, if that is no element of an array.
  const VarDecl *holderOf(const Expr *target) const {
    const Expr *e = plain(target);
    while (const auto *member = dyn_cast<MemberExpr>(e))
      e = plain(member->getBase());
    return namedVariable(e);
  }

  /// The variable that `target` is, or is an element or a part of.
  static const VarDecl *rootOf(const Expr *target) {
    const Expr *e = plain(target);
    while (true) {
      if (const auto *member = dyn_cast<MemberExpr>(e);
          member && !member->isArrow())
        e = plain(member->getBase());
      else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e))
        e = plain(subscript->getBase());
      else if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
               op && op->getOperator() == OO_Subscript)
        e = plain(op->getArg(0));
      else
        return namedVariable(e);
    }
  }

  bool isOfIteration(const VarDecl *var) const {
    const auto &manager = builder.context.getSourceManager();
    return var && !var->getType()->isReferenceType() &&
           manager.isPointWithin(var->getLocation(), loop.loop->getBeginLoc(),
                                 loop.loop->getEndLoc());
  }

  static bool isContainer(QualType type) {
    const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
    return record && record->isInStdNamespace() && !isPairOrArray(record);
  }

  void write(const Expr *target) {
    const bool single = places.isOneObject(target);
    if (single && isOfIteration(holderOf(target)))
      return;
    if (isContainer(target->getType()))
      return container(target);
    if (single)
      return variable(target);
    if (!places.isOwnResult(target))
      for (const Path &path : traversal.paths)
        if (mayBe(target, path) && !places.isOwn(target, path))
          compare(target, path);
    // Behind a reference or a pointer may be any variable; an element is none.
    const bool element = places.elementBase(target) != nullptr;
    const VarDecl *root = rootOf(target);
    for (const Uniform &uniform : traversal.uniforms)
      if ((root && uniform.decl == root) || mayBe(target, uniform) ||
          (!element && !isCopied(uniform) &&
           places.mayMeet(places.leavesOf(target),
                          places.leavesOf(uniform.steps, uniform.type))))
        refuse(target, uniform.loc);
    for (const ReadOf &read : earlier)
      if (!(places.isOneObject(read.lvalue) &&
            (element || isOfIteration(holderOf(read.lvalue)))) &&
          (HostPlaces::isInUnion(target) ||
           places.mayMeet(places.leavesOf(target),
                          places.leavesOf(read.lvalue))) &&
          !isSame(target, read.lvalue))
        compareWith(target, read.lvalue);
  }

  /// A variable, or a field of one, outside of the loop.
  void variable(const Expr *target) {
    const VarDecl *var = holderOf(target);
    for (const Path &path : traversal.paths)
      if (path.base != Base::Query && !path.steps.empty() &&
          mayBe(target, path) && isa<MemberExpr>(plain(target)))
        refuse(target, path.firstUse);
    for (const Uniform &uniform : traversal.uniforms)
      if (uniform.decl == var || mayBe(target, uniform))
        refuse(target, uniform.loc);
    for (const ReadOf &read : earlier) {
      const bool mayBeIt = places.isOneObject(read.lvalue)
                               ? holderOf(read.lvalue) == var
                               : !places.elementBase(read.lvalue) &&
                                     !places.isOwnObject(read.lvalue);
      const Leaves written = places.leavesOf(target);
      const Leaves used = places.leavesOf(read.lvalue);
      // A variable by itself is no field of anything.
      if (mayBeIt && isField(written) == isField(used) &&
          places.mayMeet(written, used))
        refuse(target, read.lvalue->getBeginLoc());
    }
  }

  /// A library's container or stream as a whole: `results.push_back(...)`.
  void container(const Expr *target) {
    const Storage written = places.storageOf(target);
    const auto check = [&](const Expr *other, SourceLocation read) {
      if (other &&
          builder.context.hasSameUnqualifiedType(
              other->getType().getNonReferenceType(),
              target->getType().getNonReferenceType()) &&
          !(written.known && places.storageOf(other).known &&
            apart(written, places.storageOf(other))))
        refuse(target, read);
    };
    for (const QueryOperand &operand : loop.operands)
      check(operand.container, operand.container
                                   ? operand.container->getBeginLoc()
                                   : SourceLocation());
    const auto holders = [&](const clang::Stmt *code) {
      walkExpr(code, [&](const Expr *e) {
        if (isContainer(e->getType()) && e->isLValue())
          check(e, e->getBeginLoc());
      });
    };
    for (const Expr *argument : builder.firstArgs)
      holders(argument);
    for (const Expr *bound : loop.bounds)
      holders(bound);
    for (const clang::Stmt *s : builder.body.before)
      holders(s);
    if (const auto *ranged = dyn_cast<CXXForRangeStmt>(loop.loop))
      holders(ranged->getRangeInit());
    for (const auto *arrays : {&traversal.arrays, &traversal.nodeArrays})
      for (const DataArray &array : *arrays)
        if (array.decl &&
            (array.decl == written.root ||
             (!written.fields.empty() && array.decl == written.fields.back())))
          refuse(target, array.firstUse);
  }

  /// By fields and types, whether `target` may be what the traversal uses
  /// there. A number by itself is none inside of a node (as checkAliases has
  /// it).
  bool mayBe(const Expr *target, const Path &path) const {
    if (path.address || path.number == iterationNumber)
      return false;
    const Leaves written = places.leavesOf(target);
    const Leaves used = places.leavesOf(path.steps, path.type);
    if (path.base != Base::Query && isField(written) != isField(used))
      return false;
    return HostPlaces::isInUnion(target) || places.mayMeet(written, used);
  }
  bool mayBe(const Expr *target, const Uniform &uniform) const {
    if (uniform.address || uniform.steps.empty())
      return false;
    const Leaves written = places.leavesOf(target);
    const Leaves used = places.leavesOf(uniform.steps, uniform.type);
    // A number by itself, or one in an array of numbers, is no field.
    const bool known =
        places.isOneObject(target) || places.elementBase(target) != nullptr;
    return (!known || isField(written) == isField(used)) &&
           places.mayMeet(written, used);
  }
  /// What the call is handed by value: its argument is read ahead.
  static bool isCopied(const Uniform &uniform) {
    return uniform.address || isa_and_nonnull<ParmVarDecl>(uniform.decl);
  }
  static bool isField(const Leaves &leaves) {
    return llvm::any_of(leaves, [](const Leaf &leaf) { return leaf.field; });
  }

  /// Whether both are the same element in each iteration.
  bool isSame(const Expr *a, const Expr *b) {
    const auto one = locateOperand(builder, a),
               other = locateOperand(builder, b);
    return one && other &&
           one->operand.elementText == other->operand.elementText &&
           one->operand.indirect == other->operand.indirect &&
           one->operand.extent == other->operand.extent;
  }

  Storage storageOf(const Path &path) const {
    if (path.base == Base::Query) {
      const Expr *container = loop.operands[path.number].container;
      return container ? places.storageOf(container) : Storage();
    }
    const bool ofArray = path.base == Base::Element;
    if (!ofArray && !traversal.nodesAreNumbers)
      return {};
    const auto &arrays = ofArray ? traversal.arrays : traversal.nodeArrays;
    if (path.number >= arrays.size())
      return {};
    Storage result;
    result.root = dyn_cast_or_null<VarDecl>(arrays[path.number].decl);
    result.known = result.root && HostPlaces::owns(result.root->getType());
    return result;
  }

  /// Leaves it to the arrays' names or to the runtime whether they are apart.
  void compare(const Expr *target, const Path &path) {
    const auto part = locateOperand(builder, target);
    const Storage used = storageOf(path);
    const Storage written = places.storageOf(
        part && part->operand.container ? part->operand.container : target);
    const bool writesField = isField(places.leavesOf(target));
    const bool usesField = isField(places.leavesOf(path.steps, path.type));
    if (written.known &&
        (used.known ? apart(used, written) : !writesField && usesField))
      return;
    if (HostPlaces::isInUnion(target) || (writesField && usesField) ||
        !noteWrite(target))
      refuse(target, path.firstUse);
  }

  void compareWith(const Expr *target, const Expr *read) {
    const auto part = locateOperand(builder, target);
    const auto other = locateOperand(builder, read);
    const Storage written = places.storageOf(
        part && part->operand.container ? part->operand.container : target);
    const Storage used = places.storageOf(
        other && other->operand.container ? other->operand.container : read);
    if (used.known && written.known && apart(used, written))
      return;
    HostRead place;
    if (!notePlace(read, place) || !noteWrite(target))
      return refuse(target, read->getBeginLoc());
    if (llvm::none_of(loop.reads, [&](const HostRead &known) {
          return known.text == place.text;
        }))
      loop.reads.push_back(place);
  }

  /// Where each iteration finds `lvalue`, for the runtime to compare.
  bool notePlace(const Expr *lvalue, HostRead &place) {
    if (!places.isAtLoop(lvalue))
      return false;
    if (!dependsOnIteration(builder, lvalue)) {
      place = {hostText(builder, lvalue), false};
      return isInvariant(builder, lvalue) && !place.text.empty();
    }
    if (const auto part = locateOperand(builder, lvalue);
        part && !part->operand.indirect) {
      place = {part->operand.elementText, true};
      for (const PathStep &step : part->steps)
        place.text += "." + step.field->getNameAsString();
      return true;
    }
    HostCode code(builder.context);
    code.add(lvalue);
    place.input = code.effect ? -1 : addReadPlace(builder, lvalue);
    if (place.input < 0)
      return false;
    place.text = loop.inputs[place.input].text;
    place.varies = true;
    return true;
  }

  /// The whole of an array variable, where data say which element is written:
  /// `kept[count++]`.
  bool noteArray(const Expr *target, HostRead &place) {
    const Expr *array = places.elementBase(target);
    if (!array ||
        !array->IgnoreParenImpCasts()->getType()->isConstantArrayType())
      return false;
    array = array->IgnoreParenImpCasts();
    if (!places.isAtLoop(array) || !places.isOneObject(array) ||
        isOfIteration(holderOf(array)))
      return false;
    place = {hostText(builder, array), false};
    return isInvariant(builder, array) && !place.text.empty();
  }
  bool noteWrite(const Expr *target) {
    HostRead place;
    if (!notePlace(target, place) && !noteArray(target, place))
      return false;
    std::vector<HostRead> &writes = loop.tail->writes;
    if (llvm::none_of(writes, [&](const HostRead &known) {
          return known.text == place.text;
        }))
      writes.push_back(place);
    return true;
  }

  Builder &builder;
  QueryLoop &loop;
  const Traversal &traversal;
  const HostPlaces places;
  std::vector<ReadOf> earlier;
  const Expr *refused = nullptr;
  bool ok = true;
};

} // namespace

bool regtt::checkLoopTail(Builder &builder, const CallExpr *call) {
  return !builder.model.loop.tail || TailCheck(builder, call).run();
}
