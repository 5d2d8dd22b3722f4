// Whether the annotated loop may be split, as the language has it: what of an
// iteration meets what of a later one in memory, and is not compared there when
// the loop runs.
#include "Builder.h"
#include "HostPlaces.h"
#include "Reductions.h"
#include "ToIR/Around.h"
#include "ToIR/LocalUse.h"

#include "regtt/Analysis/LoopOrder.h"
#include "regtt/Analysis/Overlap.h"
#include "regtt/Frontend/Model/Walk.h"
#include "regtt/Frontend/ToIR.h"

#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/DenseSet.h>

using namespace regtt;
using namespace clang;

namespace {

class LoopOrderCheck {
public:
  LoopOrderCheck(Builder &builder, const PairedLoop &paired)
      : builder(builder), paired(paired),
        manager(builder.context.getSourceManager()),
        lowered(lowerLoopToIR(builder.context, builder.pairing, paired)),
        uses(paired.function), places(builder) {}

  bool run() {
    if (!lowered.loop)
      return notLowered();
    for (const OpenOrder &order : lowered.unit.openOrders)
      if (!toir::isOfCalls(order, builder.pairing))
        return refuse(order);
    for (const auto &[decl, function] : lowered.unit.functions)
      if (builder.pairing.traversalOf(decl))
        traversals.insert(function);
    for (const auto &[decl, variable] : lowered.unit.variables) {
      if (uses.isShared(decl))
        shared.insert(variable);
      if (uses.sharesElements(decl))
        ofElements.insert(variable);
      if (builder.body.privates.count(decl) || reductionOf(builder, decl) ||
          places.isScratch(decl))
        privates.insert(variable);
      if (decl == builder.model.loop.var)
        counter = variable;
    }
    const auto isTraversal = [&](const ir::Function *function) {
      return traversals.contains(function);
    };
    const auto isShared = [&](const ir::Variable *variable) {
      return shared.contains(variable);
    };
    const auto sharesElements = [&](const ir::Variable *variable) {
      return ofElements.contains(variable);
    };
    const auto isGlobalShared = [&](const ir::Global *global) {
      return this->isShared(global);
    };
    const auto isPrivate = [&](const ir::Variable *variable) {
      return privates.contains(variable);
    };
    const auto isCounter = [&](const ir::Variable *variable) {
      return variable == counter;
    };
    accesses =
        ir::accessesOf(lowered.loop, {isTraversal, isShared, sharesElements,
                                      isGlobalShared, isPrivate, isCounter});
    for (const ir::OrderFault &fault : ir::orderFaults(accesses))
      if (!isCompared(fault))
        return refuse(fault);
    return true;
  }

private:
  /// What no other file knows is led to by this one's text alone.
  bool isShared(const ir::Global *global) {
    if (global->linkage != ir::Linkage::Internal)
      return true;
    if (!ofFile)
      ofFile.emplace(builder.context);
    for (const auto &[decl, known] : lowered.unit.globals)
      if (known == global)
        return ofFile->isShared(decl);
    return true;
  }

  bool notLowered() {
    const NotLowered &fault = lowered.unit.notLowered.front();
    const SourceLocation loop = paired.loop->getBeginLoc();
    const bool isHere = fault.loc.isValid() && isWithin(paired.loop, fault.loc);
    builder.report(isHere ? fault.loc : loop, Diag::RTT1103)
        << "code" << fault.what;
    if (!isHere && fault.loc.isValid())
      builder.diagnostics.note(fault.loc, "here");
    return false;
  }

  bool refuse(const OpenOrder &order) {
    builder.report(order.second->getBeginLoc(), Diag::RTT2060)
        << builder.sourceText(order.first) << builder.sourceText(order.second);
    builder.diagnostics.note(order.first->getBeginLoc(),
                             "the other one is here");
    return false;
  }

  SourceLocation locate(const ir::Location &loc) const {
    if (!loc)
      return {};
    const auto file = manager.getFileManager().getOptionalFileRef(
        lowered.unit.module->files[loc.file - 1]);
    return file ? manager.translateFileLineCol(*file, loc.line, loc.column)
                : SourceLocation();
  }

  /// The member that is accessed; empty where it is none.
  static llvm::StringRef memberOf(const ir::Region &region) {
    llvm::StringRef name;
    for (const ir::RegionStep &step : region.steps)
      if (step.kind == ir::RegionStep::Field)
        name = step.field->name;
      else if (step.leaves())
        name = "";
    return name;
  }

  static llvm::StringRef memberOf(const Expr *lvalue) {
    if (const auto *choice =
            dyn_cast<AbstractConditionalOperator>(plain(lvalue))) {
      const llvm::StringRef name = memberOf(choice->getTrueExpr());
      return name.empty() ? memberOf(choice->getFalseExpr()) : name;
    }
    const auto *member = dyn_cast<MemberExpr>(wholeArray(lvalue));
    return member && !isElsewhere(member) &&
                   member->getMemberDecl()->getIdentifier()
               ? member->getMemberDecl()->getName()
               : "";
  }

  /// In its lines: of an expression, messages may stand beside it.
  bool isWithin(const clang::Stmt *code, SourceLocation loc) const {
    const auto lineOf = [&](SourceLocation at) {
      return manager.getExpansionLineNumber(at);
    };
    return lineOf(code->getBeginLoc()) <= lineOf(loc) &&
           lineOf(loc) <= lineOf(code->getEndLoc()) &&
           manager.getFileID(manager.getExpansionLoc(code->getBeginLoc())) ==
               manager.getFileID(loc);
  }

  /// Whether it is an element at the loop variable, whatever comes to it.
  static bool isInOwnElement(const ir::Region &region) {
    return llvm::any_of(region.steps, [](const ir::RegionStep &step) {
      return step.index.of != nullptr;
    });
  }

  /// Whether the place of `known` is found ahead of the calls where it is when
  /// `access` comes to it.
  bool isSteady(const Builder::Compared &known,
                const ir::Access &access) const {
    if (known.isOwn && isInOwnElement(access.region))
      return true;
    if (access.phases & ir::After && accesses.isMovedLater(access))
      return false;
    bool result = true;
    if (known.isOwn || access.phases & ir::After)
      walkExpr(known.lvalue, [&](const Expr *e) {
        const auto *name = dyn_cast<DeclRefExpr>(e);
        const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
        if (var && var != builder.model.loop.var && places.isOfIteration(var))
          result &= keepsValue(var, access);
      });
    return result;
  }

  /// Whether the iteration's variable has one value from where it is set.
  bool keepsValue(const VarDecl *var, const ir::Access &access) const {
    if (uses.isFixed(var) || var->getType()->isReferenceType())
      return true;
    const auto changes = [&](const clang::Stmt *s) {
      return isReassigned(s, var);
    };
    // What stands ahead of the calls may change it all the same.
    if (access.phases == ir::After &&
        llvm::none_of(builder.body.allAfter(), changes) &&
        llvm::none_of(builder.body.callStatements(), changes))
      return true;
    const auto local = builder.body.locals.find(var);
    return local != builder.body.locals.end() &&
           local->second.kind != LoopLocal::Changed &&
           (local->second.value || !isReassigned(paired.loop, var));
  }

  /// Whether `part` is a statement by itself in `whole`, no expression of it.
  static bool isStatement(const clang::Stmt *whole, const clang::Stmt *part) {
    if (const auto *choice = dyn_cast<IfStmt>(whole))
      return part == choice->getThen() || part == choice->getElse();
    if (const auto *loop = dyn_cast<ForStmt>(whole))
      return part == loop->getBody();
    if (const auto *loop = dyn_cast<WhileStmt>(whole))
      return part == loop->getBody();
    if (const auto *loop = dyn_cast<CXXForRangeStmt>(whole))
      return part == loop->getBody();
    return isa<CompoundStmt, DoStmt, LabelStmt, SwitchCase>(whole);
  }

  /// From where the statement begins that `part` is evaluated in to where its
  /// expression ends; nothing of what does not stand in the loop.
  std::optional<SourceRange> evaluationOf(const Expr *part) const {
    std::optional<SourceRange> result;
    const auto find = [&](auto &&self, const clang::Stmt *s,
                          SourceRange range) -> void {
      if (s == part)
        result = range;
      for (const clang::Stmt *child : s->children()) {
        if (!child || result)
          continue;
        if (isa<Expr>(s) || !isa<Expr>(child))
          self(self, child, range);
        else
          self(self, child,
               {(isStatement(s, child) ? child : s)->getBeginLoc(),
                child->getEndLoc()});
      }
    };
    find(find, paired.loop, {});
    if (result && result->isInvalid())
      return std::nullopt;
    return result;
  }

  /// The variable from around the loop that `lvalue` is found from, if that is
  /// where it was ahead of the loop; null of others.
  const VarDecl *startOf(const Expr *lvalue) const {
    const Expr *e = plain(lvalue);
    while (true) {
      if (const auto *member = dyn_cast<MemberExpr>(e))
        e = plain(member->getBase());
      else if (const auto *element = dyn_cast<ArraySubscriptExpr>(e))
        e = plain(element->getBase());
      else if (const auto *star = dyn_cast<UnaryOperator>(e);
               star && star->getOpcode() == UO_Deref)
        e = plain(star->getSubExpr());
      else
        break;
    }
    const VarDecl *var = namedVariable(e);
    const bool stays = var && !var->getType()->isReferenceType() &&
                       var != builder.model.loop.var &&
                       !places.isOfIteration(var) && !uses.isShared(var) &&
                       !isReassigned(paired.loop, var);
    return stays ? var : nullptr;
  }

  /// Whether `access` starts at another variable than `lvalue`.
  bool startsElsewhere(const Expr *lvalue, const ir::Access &access) const {
    const auto variable = lowered.unit.variables.find(startOf(lvalue));
    return variable != lowered.unit.variables.end() &&
           access.region.variable() &&
           access.region.variable() != variable->second;
  }

  /// Whether `access` may be what `known` is about.
  bool isAbout(const clang::Stmt *code, const Expr *lvalue,
               const ir::Access &access) const {
    const SourceLocation loc = locate(access.loc);
    if (loc.isInvalid() || memberOf(lvalue) != memberOf(access.region))
      return false;
    const auto range = evaluationOf(lvalue);
    if (!range)
      return isWithin(code, loc);
    if (startsElsewhere(lvalue, access))
      return false;
    const auto isBehind = [&](SourceLocation a, SourceLocation b) {
      return manager.isBeforeInTranslationUnit(manager.getExpansionLoc(b),
                                               manager.getExpansionLoc(a));
    };
    return !isBehind(range->getBegin(), loc) && !isBehind(loc, range->getEnd());
  }

  /// Of what is read, whether the same is written then: `x += 1`.
  bool isChange(const ir::Access &read) const {
    return llvm::any_of(accesses.all, [&](const ir::Access &write) {
      return write.isWrite && write.region == read.region &&
             locate(write.loc).isValid() && isOnLine(write, read);
    });
  }
  static bool isOnLine(const ir::Access &a, const ir::Access &b) {
    return a.loc.file == b.loc.file && a.loc.line == b.loc.line;
  }

  /// What the call is assigned to is the iteration's.
  bool isResult(const ir::Access &access) const {
    return builder.body.result && access.isWrite &&
           isAbout(builder.body.callStatement, builder.body.result, access);
  }

  /// Whether an element of a container is accessed.
  static bool isInContainer(const ir::Region &region) {
    return llvm::any_of(region.steps, [](const ir::RegionStep &step) {
      return step.kind == ir::RegionStep::Element;
    });
  }
  static bool isContainer(const Expr *lvalue) {
    const auto *record =
        lvalue->getType().getNonReferenceType()->getAsCXXRecordDecl();
    return record && record->isInStdNamespace() && !isPairOrArray(record);
  }

  /// Whether `known` tells that `access` is apart from the traversal's data,
  /// or from `other`, which no call makes.
  bool tells(const Builder::Compared &known, const ir::Access &access,
             const ir::Access &other) const {
    // What is written at one place is often read there, too.
    const bool isSameWay =
        known.isWrite == access.isWrite || (known.isWrite && isChange(access));
    if (!isSameWay || !isAbout(known.code, known.lvalue, access))
      return false;
    const bool isTraversal = other.phases == ir::During;
    if (!known.with)
      return isTraversal;
    // Elements of two containers are apart as the containers are.
    if (isTraversal)
      return isContainer(known.lvalue) && isContainer(known.with) &&
             isInContainer(access.region) && isInContainer(other.region);
    return isAbout(known.with, known.with, other);
  }

  bool isCompared(const ir::Access &access, const ir::Access &other) const {
    if (other.phases == ir::During && isResult(access))
      return true;
    return llvm::any_of(builder.compared, [&](const Builder::Compared &known) {
      return tells(known, access, other) && isSteady(known, access);
    });
  }

  bool isCompared(const ir::OrderFault &fault) const {
    const ir::Access &first = *fault.earlier, &second = *fault.later;
    return (first.phases != ir::During && isCompared(first, second)) ||
           (second.phases != ir::During && isCompared(second, first));
  }

  /// What stands there, as far as messages say it.
  std::string textAt(SourceLocation loc) const {
    const Expr *found = nullptr;
    const auto find = [&](auto &&self, const clang::Stmt *s) -> void {
      if (!s)
        return;
      const auto *e = dyn_cast<Expr>(s);
      const auto *binary = dyn_cast<BinaryOperator>(s);
      const bool isHere = e && !e->getType()->isFunctionType() &&
                          !(binary && binary->isAssignmentOp()) &&
                          (manager.getExpansionLoc(s->getBeginLoc()) == loc ||
                           manager.getExpansionLoc(e->getExprLoc()) == loc);
      if (isHere && (!found || (e->isLValue() && !found->isLValue() &&
                                !isa<CallExpr>(found->IgnoreImplicit()))))
        found = e;
      for (const clang::Stmt *child : s->children())
        self(self, child);
    };
    find(find, paired.loop);
    const std::string text =
        found ? builder.sourceText(found->getSourceRange()) : "";
    return text.substr(0, text.find('\n'));
  }

  /// Which message says it, and whether it is about the first of the two.
  static std::pair<Diag, bool> messageOf(const ir::OrderFault &fault) {
    if (fault.later->isWrite && (fault.later->phases & ir::Before))
      return {Diag::RTT1120, false};
    if (fault.earlier->phases & ir::After)
      return {fault.earlier->isWrite ? Diag::RTT1117 : Diag::RTT1116, true};
    return {Diag::RTT1114, false};
  }

  bool refuse(const ir::OrderFault &fault) {
    const auto [id, isFirst] = messageOf(fault);
    const ir::Access &at = isFirst ? *fault.earlier : *fault.later;
    const ir::Access &other = isFirst ? *fault.later : *fault.earlier;
    builder.report(locate(at.loc), id) << textAt(locate(at.loc));
    if (const SourceLocation loc =
            locate(other.inner ? other.inner : other.loc);
        loc.isValid())
      builder.diagnostics.note(loc,
                               other.isWrite ? "written here" : "read here");
    return false;
  }

  Builder &builder;
  const PairedLoop &paired;
  const SourceManager &manager;
  const LoweredLoop lowered;
  const toir::LocalUse uses;
  std::optional<toir::LocalUse> ofFile; ///< of its globals; made when asked
  const HostPlaces places;
  ir::LoopAccesses accesses;
  llvm::DenseSet<const ir::Function *> traversals;
  llvm::DenseSet<const ir::Variable *> shared, ofElements, privates;
  const ir::Variable *counter = nullptr;
};

} // namespace

bool regtt::checkLoopOrder(Builder &builder, const PairedLoop &paired) {
  return LoopOrderCheck(builder, paired).run();
}
