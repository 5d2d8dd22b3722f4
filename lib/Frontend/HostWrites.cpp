// What stands before the call in the loop's body runs before all calls, what
// follows it when all have been made. That makes no difference if what follows
// writes nothing that the call of a later iteration reads or writes, or that is
// evaluated ahead of the calls; and if what stands before writes nothing that
// the call of an earlier iteration, or what follows that, reads or writes.
// Decided by fields and types and by the arrays' names; where that does not
// decide, the runtime compares the places (LoopTail::writes).
#include "HostCode.h"
#include "HostPlaces.h"
#include "Identity.h"
#include "LoopBody.h"
#include "QueryOperands.h"
#include "Reductions.h"
#include "regtt/Frontend/Model/Walk.h"

#include <clang/Basic/SourceManager.h>

using namespace regtt;
using namespace clang;

namespace {

class HostWriteCheck {
public:
  HostWriteCheck(Builder &builder, const CallExpr *call)
      : builder(builder), loop(builder.model.loop),
        traversal(builder.model.traversal), call(call), places(builder) {}

  bool run() {
    before();
    after();
    return ok;
  }

private:
  void before() {
    if (!builder.body.hasEffects())
      return;
    message = Diag::RTT1120;
    collectEarlier(true);
    collectTail();
    for (const LoopBody::Write &write : builder.body.written) {
      code = write.statement;
      this->write(write.target);
      if (!isReduced(write.target))
        meetTail(write.target);
    }
    if (builder.body.ordered && orderedAfter) {
      ok = false;
      builder.report(builder.body.ordered->getBeginLoc(), Diag::RTT1121);
      builder.diagnostics.note(orderedAfter->getBeginLoc(), "and here");
    }
  }

  /// Whether `target` is the variable of a reduction, whose operations may come
  /// in any order: they are not rounded.
  bool isReduced(const Expr *target) const {
    const VarDecl *var = namedVariable(target);
    const LoopReduction *of = var ? reductionOf(builder, var) : nullptr;
    return of && (!var->getType()->isFloatingType() ||
                  of->kind == ReductionKind::LogicalAnd ||
                  of->kind == ReductionKind::LogicalOr);
  }

  void after() {
    message = Diag::RTT1117;
    collectEarlier(false);
    for (const clang::Stmt *s : builder.body.allAfter()) {
      HostCode after(builder.context, HostCode::Collected);
      after.except = builder.body.valueUsed;
      after.add(s);
      code = s;
      for (const Expr *target : after.writes)
        write(target);
    }
  }

  /// What each iteration has one of its own of, and uses as `other`, too.
  void isOwned(const Expr *target, const Expr *other = nullptr) {
    builder.compared.push_back({code, target, true, true, other});
  }
  /// What the runtime compares, with the traversal's data or `other`.
  void isCompared(const Expr *target, const Expr *other = nullptr) {
    builder.compared.push_back({code, target, true, false, other});
  }

  /// What the host file reads before the traversals run; if `once`, before the
  /// first iteration of what stands before the call.
  void collectEarlier(bool once) {
    HostCode code(builder.context, HostCode::Collected);
    const auto add = [&](const clang::Stmt *s) {
      if (!once || !dependsOnIteration(builder, s))
        code.add(s);
    };
    for (unsigned k = 0; k < builder.firstArgs.size(); ++k)
      if (!(traversal.program &&
            (builder.isSetByCalls(k) ||
             builder.traversal->getParamDecl(k) == traversal.nodeParam)))
        add(builder.firstArgs[k]);
    if (const auto *member = dyn_cast<CXXMemberCallExpr>(call))
      add(member->getImplicitObjectArgument());
    for (const Expr *bound : loop.bounds)
      code.add(bound);
    for (const RootGroup &root : loop.roots) {
      HostCode ofRoot(builder.context, HostCode::Collected);
      ofRoot.add(root.expr);
      dropReads(ofRoot.reads, root.index);
      code.reads.insert(code.reads.end(), ofRoot.reads.begin(),
                        ofRoot.reads.end());
    }
    for (const Expr *expr : builder.body.evaluated)
      add(expr);
    for (const clang::Stmt *s : builder.body.before)
      if (!once || isa<DeclStmt>(s))
        add(s);
    earlier = code.reads;
    for (const FunctionDecl *function : traversal.functions)
      addPointersRead(function->getBody());
    for (const auto &helper : traversal.helpers)
      addPointersRead(helper->decl->getBody());
  }

  /// What leads a function of the traversal to what all iterations share: a
  /// pointer or a value of the library's that is visible everywhere, or in the
  /// function's object. It is followed once, ahead of all calls.
  void addPointersRead(const clang::Stmt *body) {
    walkExpr(body, [&](const Expr *e) {
      const QualType type = e->getType();
      if (!e->isLValue() || !isa<DeclRefExpr, MemberExpr>(e) ||
          !(type->isAnyPointerType() ||
            (isContainer(type) && !HostPlaces::owns(type))))
        return;
      const Expr *root = e;
      while (const auto *member = dyn_cast<MemberExpr>(root))
        root = plain(member->getBase());
      const VarDecl *var = namedVariable(root);
      if (isa<CXXThisExpr>(root) ? traversal.nodeParam != nullptr
                                 : var && var->hasGlobalStorage())
        earlier.push_back({e, true});
    });
  }

  /// What runs when all calls have been made: what follows them, and, for
  /// comparison, the calls themselves.
  void collectTail() {
    HostCode code(builder.context, HostCode::Collected);
    code.except = builder.body.valueUsed;
    for (const clang::Stmt *s : builder.body.allAfter())
      code.add(s);
    orderedAfter = code.ordered;
    const auto isWritten = [&](const Expr *read) {
      return llvm::any_of(code.writes, [&](const Expr *target) {
        return isSameExpr(builder.context, target, read);
      });
    };
    for (const ReadOf &read : code.reads)
      later.push_back({read.lvalue, isWritten(read.lvalue)});
    for (const Expr *target : code.writes)
      later.push_back({target, true});
    HostCode again(builder.context, HostCode::Collected);
    for (const Expr *argument : builder.firstArgs)
      again.add(argument);
    if (const auto *member = dyn_cast<CXXMemberCallExpr>(call))
      again.add(member->getImplicitObjectArgument());
    for (const clang::Stmt *s : builder.body.before)
      if (const auto *declared = dyn_cast<DeclStmt>(s))
        for (const Decl *decl : declared->decls())
          if (const auto *var = dyn_cast<VarDecl>(decl);
              var && builder.body.locals[var].kind == LoopLocal::Alias &&
              boundTo(builder.body, var))
            again.add(boundTo(builder.body, var));
    for (const ReadOf &read : again.reads)
      later.push_back({read.lvalue, false});
  }

  /// Whether `other` is what the traversal uses of the iteration's own objects,
  /// with which `target` is compared as well.
  bool isOfTraversal(const Expr *target, const Expr *other) const {
    const auto *member = dyn_cast<MemberExpr>(plain(other));
    return member && isScalar(other->getType()) &&
           llvm::any_of(traversal.paths, [&](const Path &path) {
             return path.base == Base::Query && !places.isInRecord(path) &&
                    mayBe(target, path) &&
                    lastField(path.steps) == member->getMemberDecl() &&
                    places.isOwn(other, path);
           });
  }

  /// What is written before the call of an iteration, and used after the calls
  /// of others.
  void meetTail(const Expr *target) {
    const auto storage = [&](const Expr *lvalue) {
      const auto part = locateOperand(builder, lvalue);
      return places.storageOf(
          part && part->operand.container ? part->operand.container : lvalue);
    };
    for (const auto &[other, isWritten] : later) {
      const VarDecl *holder = places.holderOf(other);
      if (holder && (places.isOfIteration(holder) || places.isScratch(holder)))
        continue;
      if (isOfTraversal(target, other) ||
          (isWritten && isOfTraversal(other, target))) {
        isOwned(target, other);
        continue;
      }
      if (const Path *own = ownContainer(target);
          own && places.isOwn(other, *own)) {
        isOwned(target, other);
        continue;
      }
      const bool whole =
          isContainer(target->getType()) || isContainer(other->getType());
      const Storage written = storage(target), used = storage(other);
      if (written.known && used.known && apart(written, used))
        continue;
      if (whole ? builder.context.hasSameUnqualifiedType(
                      target->getType().getNonReferenceType(),
                      other->getType().getNonReferenceType()) ||
                      (written.root && written.root == used.root)
                : places.mayBeOne(target, other) &&
                      !places.isSame(target, other) &&
                      (isWritten || !noteBoth(target, other)))
        return refuse(target, other->getBeginLoc());
      if (!whole && places.isSame(target, other))
        isOwned(target, other);
    }
  }

  void refuse(const Expr *target, SourceLocation read) {
    if (!ok && refused == target)
      return;
    ok = false;
    refused = target;
    builder.report(target->getBeginLoc(), message) << places.textOf(target);
    if (read.isValid())
      builder.diagnostics.note(read, "read here");
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

  static bool isContainer(QualType type) {
    const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
    return record && record->isInStdNamespace() && !isPairOrArray(record);
  }

  void write(const Expr *target) {
    const bool single = places.isOneObject(target);
    if (const VarDecl *holder = places.holderOf(target);
        single && (places.isOfIteration(holder) || places.isScratch(holder)))
      return;
    if (isContainer(target->getType()))
      return container(target);
    if (single)
      return variable(target);
    leads(target);
    const bool result = places.isOwnResult(target);
    for (const Path &path : traversal.paths)
      if (places.isInRecord(path)) {
        continue;
      } else if (path.base == Base::Query && places.isOwn(target, path)) {
        exclude(path);
        isOwned(target);
      } else if (!result && mayBe(target, path) && !places.isOwn(target, path))
        compare(target, path);
    // Behind a reference or a pointer may be any variable; an element is none.
    const bool element = places.elementBase(target) != nullptr;
    const VarDecl *root = rootOf(target);
    for (const Uniform &uniform : traversal.uniforms) {
      const bool meets =
          !isCopied(uniform) &&
          !(isVariable(uniform) && isField(places.leavesOf(target))) &&
          places.mayMeet(places.leavesOf(target),
                         places.leavesOf(uniform.steps, uniform.type));
      if ((root && uniform.decl == root) || mayBe(target, uniform) ||
          (meets && (!element || (places.isAnywhere(target) &&
                                  !noteUniform(target, uniform)))))
        refuse(target, uniform.loc);
    }
    for (const ReadOf &read : earlier)
      if (!(places.isOneObject(read.lvalue) &&
            isApartFrom(target, places.holderOf(read.lvalue))) &&
          (HostPlaces::isInUnion(target) ||
           places.mayMeet(places.leavesOf(target),
                          places.leavesOf(read.lvalue))) &&
          !places.isSame(target, read.lvalue))
        compareWith(target, read.lvalue);
      else if (places.isSame(target, read.lvalue))
        isOwned(target, read.lvalue);
  }

  /// Whether `target`, which is no variable, is not `var` by another name.
  bool isApartFrom(const Expr *target, const VarDecl *var) const {
    return places.isOfIteration(var) ||
           (places.elementBase(target) &&
            !(var && places.isAnywhere(target) && places.escapes(var)));
  }

  /// Leaves it to the runtime whether `target` is what all iterations read as
  /// `uniform`.
  bool noteUniform(const Expr *target, const Uniform &uniform) {
    if (const auto *var = dyn_cast_or_null<VarDecl>(uniform.decl);
        var && uniform.steps.empty() && !places.escapes(var))
      return true;
    if (!noteWrite(target))
      return false;
    HostRead place;
    place.text = uniform.hostText;
    if (llvm::none_of(loop.reads, [&](const HostRead &known) {
          return known.text == place.text;
        }))
      loop.reads.push_back(place);
    return true;
  }

  /// A number behind a pointer, which is a field of nothing that is known.
  static bool isNumber(const Path &path) {
    return !path.type->isRecordType() &&
           (path.steps.empty() || path.steps.back().kind == PathStep::Deref);
  }

  /// A variable, or a field of one, outside of the loop.
  void variable(const Expr *target) {
    const VarDecl *var = places.holderOf(target);
    leads(target);
    for (const Path &path : traversal.paths)
      if (path.base != Base::Query && !path.steps.empty() &&
          mayBe(target, path) && isa<MemberExpr>(plain(target)))
        refuse(target, path.firstUse);
      else if (isNumber(path) && !isa<MemberExpr>(plain(target)) &&
               places.escapes(var) && mayBe(target, path) &&
               !places.isOwn(target, path))
        compare(target, path);
    for (const Uniform &uniform : traversal.uniforms)
      if (uniform.decl == var || mayBe(target, uniform))
        refuse(target, uniform.loc);
    for (const ReadOf &read : earlier) {
      const bool mayBeIt = places.isOneObject(read.lvalue)
                               ? places.holderOf(read.lvalue) == var
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

  /// The container of the iteration's own that traversals change; null where
  /// `target` is none.
  const Path *ownContainer(const Expr *target) const {
    for (const Path &path : traversal.paths)
      if (path.isContainer() && places.mayBeContainer(target, path) &&
          places.isOwn(target, path))
        return &path;
    return nullptr;
  }

  /// A library's container or stream as a whole: `results.push_back(...)`.
  void container(const Expr *target) {
    if (const Path *own = ownContainer(target)) {
      isOwned(target);
      return exclude(*own);
    }
    for (const Path &path : traversal.paths)
      if (path.isContainer() &&
          !isKeptContainer(loop, loop.operands[path.number]) &&
          places.mayBeContainer(target, path))
        refuse(target, path.firstUse);
    const Storage written = places.storageOf(target);
    const auto check = [&](const Expr *other, SourceLocation read) {
      if (other &&
          builder.context.hasSameUnqualifiedType(
              other->getType().getNonReferenceType(),
              target->getType().getNonReferenceType()) &&
          !(written.known && places.storageOf(other).known &&
            apart(written, places.storageOf(other))) &&
          !noteBoth(target, other))
        refuse(target, read);
    };
    for (const ReadOf &read : earlier)
      check(read.lvalue, read.lvalue->getBeginLoc());
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
    for (const RootGroup &root : loop.roots)
      holders(root.expr);
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
  /// there. A number by itself is none inside of a node, unless it is not known
  /// where it lies.
  bool mayBe(const Expr *target, const Path &path) const {
    if (path.address || path.number == iterationNumber || path.isScratch())
      return false;
    const Leaves written = places.leavesOf(target);
    const Leaves used = places.leavesOf(path.steps, path.type);
    if (path.base != Base::Query && isField(written) != isField(used) &&
        (isField(written) || !places.isAnywhere(target)))
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
  /// What the call is handed by value: its argument is read ahead. A parameter
  /// of the function around the loop may be a reference to anything.
  bool isCopied(const Uniform &uniform) const {
    const auto *param = dyn_cast_or_null<ParmVarDecl>(uniform.decl);
    return uniform.address ||
           (param &&
            !(param->getType()->isReferenceType() &&
              declaresSameEntity(dyn_cast<Decl>(param->getDeclContext()),
                                 builder.loopFunction)));
  }
  /// A variable by itself is no field of anything.
  static bool isVariable(const Uniform &uniform) {
    const auto *var = dyn_cast_or_null<VarDecl>(uniform.decl);
    return uniform.steps.empty() && var && !var->getType()->isReferenceType();
  }
  static bool isField(const Leaves &leaves) {
    return llvm::any_of(leaves, [](const Leaf &leaf) { return leaf.field; });
  }

  /// Pointers that the traversal or linearising follows.
  void leads(const Expr *target) {
    const Leaves written = places.leavesOf(target);
    const bool anywhere = places.isAnywhere(target);
    const auto follow = [&](llvm::ArrayRef<PathStep> steps,
                            SourceLocation where) {
      const FieldDecl *field = lastField(PathSteps(steps.begin(), steps.end()));
      if (!field)
        return;
      const Leaves followed = places.leavesOf(
          PathSteps(steps.begin(), steps.end()), field->getType());
      if (llvm::any_of(written, [&](const Leaf &leaf) {
            return leaf.field ? leaf.field == field
                              : anywhere && places.mayMeet({leaf}, followed);
          }))
        refuse(target, where);
    };
    for (const Path &path : traversal.paths)
      if (path.base != Base::Query)
        for (size_t i = 1; i < path.steps.size(); ++i)
          if (path.steps[i].kind == PathStep::Deref)
            follow(llvm::ArrayRef(path.steps).take_front(i), path.firstUse);
    for (const SlotGroup &slots : traversal.slots)
      follow(slots.steps, traversal.loc);
    const auto holdsNumber = [&](QualType type) {
      return llvm::any_of(written, [&](const Leaf &leaf) {
        return !leaf.field &&
               places.mayMeet({leaf}, {{nullptr, type.getCanonicalType()}});
      });
    };
    for (const DataArray &array : traversal.nodeArrays)
      if (!array.element->isRecordType() && holdsNumber(array.element) &&
          !isApart(target, array) &&
          (array.extentText.empty() || !noteWrite(target)))
        refuse(target, array.firstUse);
    const auto holdsPointer = [&](QualType type) {
      return llvm::any_of(written, [&](const Leaf &leaf) {
        return !leaf.field && builder.context.hasSameUnqualifiedType(
                                  leaf.type, type.getCanonicalType());
      });
    };
    for (const DataArray &array : traversal.arrays)
      if (array.indirect && holdsPointer(array.stored) &&
          !isApart(target, array))
        refuse(target, array.firstUse);
  }

  /// Whether the array's name tells that `target` is not in it.
  bool isApart(const Expr *target, const DataArray &array) const {
    Storage used;
    used.root = dyn_cast_or_null<VarDecl>(array.decl);
    used.known = used.root && HostPlaces::owns(used.root->getType());
    const Storage place = places.storageOf(target);
    return used.known && place.known && apart(used, place);
  }

  /// Objects found by pointers have to be different ones, whether the traversal
  /// writes them or not.
  void exclude(const Path &path) {
    if (!path.hasOperand())
      return;
    const QueryOperand &operand = loop.operands[path.number];
    if (!operand.indirect || isKeptContainer(loop, operand))
      return;
    HostRead place;
    place.text = operand.elementText;
    place.varies = place.indirect = true;
    place.input = operand.input;
    if (operand.input >= 0)
      place.text = loop.inputs[operand.input].text;
    addWrite(place);
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
    else if (path.base == Base::Node)
      builder.model.traversal.paths[&path - traversal.paths.data()].watched =
          true;
  }

  void compareWith(const Expr *target, const Expr *read) {
    const auto part = locateOperand(builder, target);
    const auto other = locateOperand(builder, read);
    const Storage written = places.storageOf(
        part && part->operand.container ? part->operand.container : target);
    const Storage used = places.storageOf(
        other && other->operand.container ? other->operand.container : read);
    // No field of a struct lies in an array of numbers or pointers.
    if (written.known && (used.known ? apart(used, written)
                                     : !isField(places.leavesOf(target)) &&
                                           isField(places.leavesOf(read))))
      return;
    if (!noteBoth(target, read))
      refuse(target, read->getBeginLoc());
  }

  /// Leaves it to the runtime whether they are apart.
  bool noteBoth(const Expr *target, const Expr *read) {
    HostRead place, written;
    const auto holds = [](llvm::ArrayRef<HostRead> places,
                          const HostRead &place) {
      return llvm::any_of(places, [&](const HostRead &known) {
        return known.text == place.text && known.input == place.input;
      });
    };
    // What is on both sides would always be met.
    if (!notePlace(read, place) || holds(loop.tail->writes, place) ||
        !(notePlace(target, written) || noteArray(target, written)) ||
        holds(loop.reads, written) ||
        (place.text == written.text && place.input == written.input))
      return false;
    addWrite(written);
    if (!holds(loop.reads, place))
      loop.reads.push_back(place);
    isCompared(target, read);
    return true;
  }

  /// Where each iteration finds `lvalue`, for the runtime to compare.
  bool notePlace(const Expr *lvalue, HostRead &place) {
    if (!places.isAtLoop(lvalue))
      return false;
    if (places.isSharedVariable(lvalue)) {
      place.text = hostText(builder, lvalue);
      return !place.text.empty();
    }
    if (!dependsOnIteration(builder, lvalue)) {
      place.text = hostText(builder, lvalue);
      return isInvariant(builder, lvalue) && !place.text.empty();
    }
    if (const auto part = locateOperand(builder, lvalue);
        part && !part->operand.indirect) {
      place = part->place();
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
        places.isOfIteration(places.holderOf(array)))
      return false;
    place.text = hostText(builder, array);
    return isInvariant(builder, array) && !place.text.empty();
  }

  bool noteWrite(const Expr *target) {
    HostRead place;
    if (!notePlace(target, place) && !noteArray(target, place))
      return false;
    addWrite(place);
    isCompared(target);
    return true;
  }

  void addWrite(const HostRead &place) {
    std::vector<HostRead> &writes = loop.tail->writes;
    if (llvm::none_of(writes, [&](const HostRead &known) {
          return known.text == place.text && known.input == place.input &&
                 known.indirect == place.indirect;
        }))
      writes.push_back(place);
  }

  Builder &builder;
  QueryLoop &loop;
  const Traversal &traversal;
  const CallExpr *call;
  const HostPlaces places;
  Diag message = Diag::RTT1117;
  const clang::Stmt *code = nullptr; ///< whose writes are looked at
  std::vector<ReadOf> earlier;
  /// What is read or written by then, and whether it is written.
  std::vector<std::pair<const Expr *, bool>> later;
  const clang::Stmt *orderedAfter = nullptr;
  const Expr *refused = nullptr;
  bool ok = true;
};

} // namespace

bool regtt::checkHostWrites(Builder &builder, const CallExpr *call) {
  return !builder.model.loop.tail || HostWriteCheck(builder, call).run();
}
