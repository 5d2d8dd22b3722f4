// The roots that a query program enters. The host hands them over before any
// iteration runs: one root that all iterations name by the same words, or an
// array of roots, of which the program chooses by an index.
//
//     root, &nodes[0], forest.main.get()            -> one
//     trees[t], forest->trees[k].get(), tree[t].root -> an array
//     for (const Tree &tree : trees) f(tree.root, q); -> an array
#include "FunctionLowering.h"
#include "HostCode.h"
#include "LoopBody.h"
#include "SharedArrays.h"
#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Walk.h"

#include <clang/Basic/SourceManager.h>

using namespace regtt;
using namespace clang;

namespace {

/// `base[index]`, of an array, a pointer or a container of the library.
struct Subscript {
  const Expr *base = nullptr, *index = nullptr;
};

Subscript subscriptOf(const Expr *e) {
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e))
    return {subscript->getBase()->IgnoreParenImpCasts(), subscript->getIdx()};
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
      op && op->getOperator() == OO_Subscript && op->getNumArgs() == 2 &&
      isContiguous(op->getArg(0)->getType()))
    return {op->getArg(0)->IgnoreParenImpCasts(), op->getArg(1)};
  if (const auto *call = dyn_cast<CXXMemberCallExpr>(e)) {
    const CXXMethodDecl *method = call->getMethodDecl();
    if (method && method->getIdentifier() && method->getName() == "at" &&
        call->getNumArgs() == 1 &&
        isContiguous(call->getImplicitObjectArgument()->getType()))
      return {call->getImplicitObjectArgument()->IgnoreParenImpCasts(),
              call->getArg(0)};
  }
  return {};
}

/// The pointer that `e` follows to get to an object; null where it follows
/// none.
const Expr *followed(const Expr *e) {
  if (const auto *member = dyn_cast<MemberExpr>(e)) {
    const Expr *base = plain(member->getBase());
    const bool owned = isa<CXXOperatorCallExpr>(base); // it says so itself
    return member->isArrow() && !isa<CXXThisExpr>(base) && !owned ? base
                                                                  : nullptr;
  }
  if (const auto *star = dyn_cast<UnaryOperator>(e))
    return star->getOpcode() == UO_Deref ? plain(star->getSubExpr()) : nullptr;
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e))
    return op->getOperator() == OO_Arrow || op->getOperator() == OO_Star
               ? plain(op->getArg(0))
               : nullptr;
  return nullptr;
}

/// Whether `part` stands where `whole` may not come to: under a condition.
bool isConditional(const clang::Stmt *whole, const clang::Stmt *part,
                   bool under = false) {
  if (!whole)
    return false;
  if (whole == part)
    return under;
  for (const clang::Stmt *child : whole->children()) {
    bool inside = under;
    if (const auto *choice = dyn_cast<IfStmt>(whole))
      inside |= child != choice->getCond();
    else if (const auto *value = dyn_cast<AbstractConditionalOperator>(whole))
      inside |= child != value->getCond();
    else if (const auto *binary = dyn_cast<BinaryOperator>(whole))
      inside |= binary->isLogicalOp() && child == binary->getRHS();
    else
      inside |= isa<SwitchStmt>(whole) || isa<WhileStmt>(whole);
    if (isConditional(child, part, inside))
      return true;
  }
  return false;
}

/// Puts the root's text together: that of an expression, with the index
/// `regtt_root` in the place of its own.
class RootText {
public:
  RootText(const Builder &builder, const Expr *selector,
           const std::string &selected)
      : builder(builder), selector(selector), selected(selected) {}

  /// `e`, as the host file spells it; empty where a macro cuts it.
  std::string of(const Expr *e) const {
    const SourceManager &manager = builder.context.getSourceManager();
    std::string text = builder.sourceText(e);
    if (!selector || !holds(e, selector) || text.empty())
      return text;
    const std::string own = builder.sourceText(selector);
    const unsigned from = manager.getFileOffset(e->getBeginLoc());
    const unsigned at = manager.getFileOffset(selector->getBeginLoc());
    if (own.empty() || at < from || at - from + own.size() > text.size())
      return "";
    return text.replace(at - from, own.size(), selected);
  }

private:
  const Builder &builder;
  const Expr *selector;
  const std::string &selected;
};

} // namespace

/// The shared array of which the local `e` is, or leads to, an element; null of
/// anything else.
const DataArray *FunctionLowering::sharedElement(const Expr *e) const {
  const VarDecl *var = namedVariable(e);
  const auto role = function.roles.find(var);
  if (!var || role == function.roles.end() ||
      role->second.kind != Role::Object || role->second.base != Base::Element)
    return nullptr;
  const DataArray &array = traversal.arrays[role->second.number];
  return array.isShared() && array.row < 0 ? &array : nullptr;
}

/// The subscript, or the variable of a loop over an array, or the local that is
/// an element, by which `e` chooses a root; null where it does in no such way,
/// or in several.
const Expr *FunctionLowering::rootSelector(const Expr *e) const {
  e = e->IgnoreParenImpCasts();
  if (const Subscript subscript = subscriptOf(e);
      subscript.base && !dependsOnIteration(builder, subscript.base))
    return e;
  if (rootElements.count(namedVariable(e)) || sharedElement(e))
    return e;
  const Expr *found = nullptr;
  for (const clang::Stmt *child : e->children()) {
    const auto *part = dyn_cast_or_null<Expr>(child);
    if (!part || !dependsOnIteration(builder, part))
      continue;
    if (found)
      return nullptr;
    found = rootSelector(part);
    if (!found)
      return nullptr;
  }
  return found;
}

/// How many roots the array has of which `index` chooses one; nothing after a
/// diagnostic.
std::optional<std::string> FunctionLowering::rootCount(const Expr *array,
                                                       const Expr *index) {
  const QualType type = array->getType().getNonReferenceType();
  const std::string text = builder.sourceText(array);
  const std::string cast =
      builder.model.c ? "(size_t)(" : "static_cast<size_t>(";
  if (isContiguous(type))
    return "(" + text + ").size()";
  // As many as the loop around goes through.
  std::string walked;
  for (const CountedUp &loop : loops)
    if (loop.var == namedVariable(index) && isInvariant(builder, loop.bound))
      if (const std::string bound = hostText(builder, loop.bound);
          !bound.empty()) {
        walked = "(" + bound + ")" + (loop.inclusive ? " + 1" : "");
        if (loop.bound->IgnoreParenImpCasts()
                ->getType()
                ->isSignedIntegerType() &&
            !loop.bound->isEvaluatable(builder.context))
          walked = walked + " > 0 ? " + walked + " : 0";
        walked = cast + walked + ")";
      }
  if (type->isConstantArrayType()) {
    const std::string all = "sizeof(" + text + ") / sizeof(*(" + text + "))";
    return walked.empty() ? all
                          : walked + " < " + all + " ? " + walked + " : " + all;
  }
  if (const std::string known = knownExtent(builder, text); !known.empty()) {
    builder.rootArrays.push_back(text);
    return known;
  }
  if (!walked.empty())
    return walked;
  if (!llvm::is_contained(builder.refusedRoots, text)) // said once
    report(array->getBeginLoc(), Diag::RTT2015)
        << text << clauseText(text) << "parallel";
  ok = false;
  builder.refusedRoots.push_back(text);
  return std::nullopt;
}

/// Whether it has been said what is wrong with the array that `e` names.
bool FunctionLowering::isRefusedRoot(const Expr *e) const {
  const Expr *selector = rootSelector(plain(e));
  const Subscript subscript = selector ? subscriptOf(selector) : Subscript();
  return subscript.base &&
         llvm::is_contained(builder.refusedRoots,
                            builder.sourceText(subscript.base));
}

/// As rootLink, where `e` has to be one.
bool FunctionLowering::takeRoot(const Expr *e) {
  const unsigned before = builder.diagnostics.errors();
  if (rootLink(e))
    return true;
  if (builder.diagnostics.errors() == before && !isRefusedRoot(e)) {
    report(e->getBeginLoc(), Diag::RTT1125) << builder.sourceText(e);
    noteMoved(builder, e);
  }
  return false;
}

/// A number as the traversal's parameter takes it.
std::string FunctionLowering::asNumber(const Expr *e,
                                       const std::string &text) const {
  const QualType type =
      traversal.nodeParam->getType().getCanonicalType().getUnqualifiedType();
  if (builder.context.hasSameUnqualifiedType(e->getType(), type))
    return text;
  const std::string name =
      type.getAsString(builder.context.getPrintingPolicy());
  return builder.model.c ? "(" + name + ")(" + text + ")"
                         : "static_cast<" + name + ">(" + text + ")";
}

/// Notes that `e` is a root, or null, or a local that holds one. Returns false
/// where it is not.
bool FunctionLowering::rootLink(const Expr *e) {
  const Expr *key = linkExpr(e);
  if (function.roots.count(key))
    return true;
  if (!traversal.nodesAreNumbers) {
    if (key->isNullPointerConstant(builder.context,
                                   Expr::NPC_ValueDependentIsNotNull))
      return true;
    if (const auto *choice = dyn_cast<ConditionalOperator>(key)) {
      condition(choice->getCond());
      const bool left = rootLink(choice->getTrueExpr());
      return rootLink(choice->getFalseExpr()) && left;
    }
    if (setsLink(key) || linkInArray(key))
      return true;
    if (linkVariable(key))
      return !unbound.count(namedVariable(key));
  }
  // Of `p->f()` Clang's object is `p->`, if that is a smart pointer's.
  const Expr *whole = plain(e);
  if (const auto *arrow = dyn_cast<CXXOperatorCallExpr>(whole);
      arrow && arrow->getOperator() == OO_Arrow)
    whole = plain(arrow->getArg(0));
  const Expr *selector =
      dependsOnIteration(builder, whole) ? rootSelector(whole) : nullptr;
  HostCode code(builder.context);
  code.add(whole);
  if (code.effect || (dependsOnIteration(builder, whole) && !selector))
    return false;

  RootGroup group;
  RootRef root;
  std::string selected;
  if (const auto element =
          rootElements.find(namedVariable(selector ? selector : whole));
      selector && element != rootElements.end()) {
    selected = element->second.text;
    group.count = element->second.count;
    root.index = element->second.index;
  } else if (const DataArray *array =
                 selector ? sharedElement(selector) : nullptr) {
    selected = array->hostText + "[regtt_root]";
    if (array->indirect)
      group.guard = selected;
    // It is the element, or a pointer to it.
    const bool pointer = selector->getType()->isPointerType();
    if (pointer != array->indirect)
      selected = (pointer ? "(&" : "(*") + selected + ")";
    group.count = array->extentText;
    root.index = selector;
  } else if (selector) {
    const Subscript subscript = subscriptOf(selector);
    const auto count = rootCount(subscript.base, subscript.index);
    if (!count)
      return false;
    const std::string base = builder.sourceText(subscript.base);
    if (base.empty())
      return false;
    selected =
        (isa<DeclRefExpr, MemberExpr>(subscript.base) ? base
                                                      : "(" + base + ")") +
        "[regtt_root]";
    group.count = *count;
    group.index = root.index = subscript.index;
    expr(subscript.index);
    hostText(builder, subscript.base); // it needs the locals that it names
  } else {
    hostText(builder, whole);
  }

  // Nothing is followed that the program may not follow.
  const RootText text(builder, selector, selected);
  bool followsAhead = false;
  walkExpr(whole, [&](const Expr *inner) {
    if (inner == whole && !inner->getType()->isPointerType() &&
        isNodeObject(inner->getType()))
      return; // the node itself is not looked at
    const Expr *pointer = followed(inner);
    if (!pointer || (group.index && holds(group.index, inner)) ||
        (selector && plain(pointer) == plain(selector) &&
         sharedElement(selector)))
      return; // an element is there
    if (selector && holds(pointer, selector))
      group.guard =
          text.of(pointer) + (group.guard.empty() ? "" : " && " + group.guard);
    else
      followsAhead = true;
  });
  if (followsAhead && llvm::any_of(builder.body.program, [&](const auto *s) {
        return isConditional(s, e) || isConditional(s, whole);
      })) {
    report(e->getBeginLoc(), Diag::RTT1126) << builder.sourceText(e);
    return false;
  }

  std::string spelled = text.of(whole);
  if (spelled.empty())
    return false;
  if (traversal.nodesAreNumbers)
    spelled = asNumber(whole, spelled);
  if (!traversal.nodesAreNumbers && !whole->getType()->isPointerType()) {
    const auto *star = dyn_cast<UnaryOperator>(whole);
    if (!smartPointee(whole->getType(), builder.context).isNull())
      spelled = "(" + spelled + ").get()";
    else if (star && star->getOpcode() == UO_Deref)
      spelled = text.of(star->getSubExpr());
    else if (const auto *op = dyn_cast<CXXOperatorCallExpr>(whole);
             op && op->getOperator() == OO_Star)
      spelled = "(" + text.of(op->getArg(0)) + ").get()";
    else if (isNodeObject(whole->getType()))
      spelled = "&(" + spelled + ")";
    else
      return false;
  }
  group.text = spelled;
  group.expr = whole;
  root.group = rootGroup(group);
  function.roots[key] = root;
  return true;
}

/// What a group's text names, in order; which element it is the text tells.
static llvm::SmallVector<const ValueDecl *, 4> namedIn(const RootGroup &group) {
  llvm::SmallVector<const ValueDecl *, 4> names;
  const auto visit = [&](auto &&self, const clang::Stmt *s) -> void {
    if (!s || s == group.index)
      return;
    if (const auto *name = dyn_cast<DeclRefExpr>(s))
      names.push_back(name->getDecl());
    for (const clang::Stmt *child : s->children())
      self(self, child);
  };
  visit(visit, group.expr);
  return names;
}

/// The number of `group`, which may be known.
unsigned FunctionLowering::rootGroup(const RootGroup &group) {
  std::vector<RootGroup> &roots = builder.model.loop.roots;
  for (unsigned g = 0; g < roots.size(); ++g)
    if (roots[g].text == group.text && roots[g].count == group.count &&
        namedIn(roots[g]) == namedIn(group))
      return g;
  roots.push_back(group);
  return static_cast<unsigned>(roots.size()) - 1;
}

/// What a call of the program hands over for the node.
const Expr *FunctionLowering::rootOf(const ProgramCall &call) const {
  const auto *member = dyn_cast<CXXMemberCallExpr>(call.call);
  if (!traversal.nodeParam)
    return member ? member->getImplicitObjectArgument() : nullptr;
  for (unsigned k = 0; k < call.args.size(); ++k)
    if (builder.traversal->getParamDecl(k) == traversal.nodeParam)
      return call.args[k];
  return nullptr;
}

/// Whether `s` names `var` elsewhere than where calls are handed a root.
bool FunctionLowering::isReadBesideRoots(const clang::Stmt *s,
                                         const VarDecl *var) const {
  if (!s)
    return false;
  if (const auto *name = dyn_cast<DeclRefExpr>(s))
    return name->getDecl() == var;
  if (llvm::any_of(builder.programCalls,
                   [&](const ProgramCall &call) { return rootOf(call) == s; }))
    return false;
  return llvm::any_of(s->children(), [&](const clang::Stmt *child) {
    return isReadBesideRoots(child, var);
  });
}

/// `for (Node *t : trees)`, of a container that all iterations share: a loop
/// over the numbers of its roots.
bool FunctionLowering::rootRange(const CXXForRangeStmt *s,
                                 std::vector<Statement> &out) {
  const Expr *range = s->getRangeInit()->IgnoreParenImpCasts();
  auto *var = const_cast<VarDecl *>(s->getLoopVariable());
  if (!isProgram() || s->getInit() || isa<DecompositionDecl>(var) ||
      !isContiguous(range->getType()) || dependsOnIteration(builder, range))
    return false;
  const QualType type = var->getType().getNonReferenceType();
  const bool isRoot = isNodePointer(type) ||
                      (isNodeObject(type) && var->getType()->isReferenceType());
  // Of what holds a root, that alone is looked at.
  const bool holdsRoot =
      (type->isRecordType() || type->isPointerType() ||
       (traversal.nodesAreNumbers && type->isIntegerType())) &&
      llvm::any_of(builder.programCalls, [&](const ProgramCall &call) {
        const Expr *root = rootOf(call);
        return root && mentions(root, var);
      });
  // An element of which more is read is one as any other's.
  if (!isRoot && (!holdsRoot || isReadBesideRoots(s->getBody(), var)))
    return false;
  const std::string text = hostText(builder, range);
  if (text.empty() || !isInvariant(builder, range))
    return false;
  ASTContext &context = builder.context;
  const SourceLocation loc = s->getBeginLoc();
  const QualType number = context.getSizeType();
  VarDecl *counter = makeCounter(context, var, number, loc);
  counter->setInit(IntegerLiteral::Create(
      context, llvm::APInt(context.getIntWidth(number), 0), number, loc));
  function.roles[counter] = Role();
  Expr *count = new (context) OpaqueValueExpr(loc, number, VK_PRValue);
  const std::string size = "(" + text + ").size()";
  // As a call of it in the program would be.
  const auto *container = range->getType()->getAsCXXRecordDecl();
  const auto named =
      container->lookup(DeclarationName(&context.Idents.get("size")));
  const auto *method =
      named.empty() ? nullptr : dyn_cast<ValueDecl>(named.front());
  uniform(count, method, number, size, {}, Read, arrayName(text) + "_size");
  RootElement element;
  element.text = "(" + text + ")[regtt_root]";
  element.count = size;
  element.index = nameOf(context, counter, loc);
  if (isRoot) { // a local that holds one
    RootGroup group;
    group.count = size;
    group.expr = range;
    group.text = type->isPointerType() ? element.text
                 : isNodeObject(type)  ? "&" + element.text
                                       : element.text + ".get()";
    Expr *held = new (context) OpaqueValueExpr(loc, type, VK_LValue);
    function.roots[held] = {rootGroup(group), element.index};
    var->setInit(held);
  } else {
    rootElements[var] = element;
  }
  out.push_back(countingLoop(s, counter, count));
  return true;
}
