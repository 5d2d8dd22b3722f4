// Loops over a first child and its siblings, with the step in the head or in
// the body, and further conditions after the test of the pointer:
//
//     for (Node *c = n->first; c && !q.done; c = c->next) f(q, c);
//     Node *c = n->first; while (c) { f(q, c); c = c->next; }
//     if (c) do { Node *next = c->next; f(q, c); c = next; } while (c);
//
// Each becomes a loop over children. The variable has to hold the first child
// where the loop begins, and nothing may look at it afterwards.
#include "Attributes.h"
#include "FunctionLowering.h"
#include "regtt/Frontend/Model/Links.h"

#include <functional>

using namespace regtt;
using namespace clang;

namespace {

/// The head of a loop that may walk a chain.
struct Head {
  const clang::Stmt *init = nullptr;
  const Expr *cond = nullptr, *step = nullptr;
  const clang::Stmt *body = nullptr;
};

/// One step through the names of a variable in a function's body, in order.
struct Mention {
  const DeclRefExpr *name;
  bool inSetting, inLoop;
};

} // namespace

static std::optional<Head> headOf(const clang::Stmt *s) {
  if (const auto *loop = dyn_cast<ForStmt>(s))
    return loop->getConditionVariable()
               ? std::nullopt
               : std::optional(Head{loop->getInit(), loop->getCond(),
                                    loop->getInc(), loop->getBody()});
  if (const auto *loop = dyn_cast<WhileStmt>(s))
    return loop->getConditionVariable()
               ? std::nullopt
               : std::optional(
                     Head{nullptr, loop->getCond(), nullptr, loop->getBody()});
  if (const auto *loop = dyn_cast<DoStmt>(s))
    return Head{nullptr, loop->getCond(), nullptr, loop->getBody()};
  return std::nullopt;
}

/// The pointer of which `cond` asks whether it is there, and what else has to
/// hold: of `c != nullptr && !q.done && q.x < 3`, `c` and the other two.
static const VarDecl *testedFirst(const Expr *cond, ASTContext &context,
                                  llvm::SmallVectorImpl<const Expr *> &rest) {
  cond = plain(cond);
  const auto *binary = dyn_cast<BinaryOperator>(cond);
  if (binary && binary->getOpcode() == BO_LAnd) {
    const VarDecl *var = testedFirst(binary->getLHS(), context, rest);
    rest.push_back(binary->getRHS());
    return var;
  }
  if (binary && binary->getOpcode() == BO_NE) {
    const auto isNull = [&](const Expr *side) {
      return side->isNullPointerConstant(context,
                                         Expr::NPC_ValueDependentIsNotNull);
    };
    cond = isNull(binary->getRHS()) ? binary->getLHS() : binary->getRHS();
    if (!isNull(binary->getRHS()) && !isNull(binary->getLHS()))
      return nullptr;
  }
  const VarDecl *var = namedVariable(cond);
  return var && var->getType()->isPointerType() ? var : nullptr;
}

/// The innermost loop around `target`, which is somewhere in `root`.
static bool findLoopAround(const clang::Stmt *root, const clang::Stmt *target,
                           const clang::Stmt *&loop) {
  if (!root)
    return false;
  if (root == target)
    return true;
  const clang::Stmt *outer = loop;
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(root))
    loop = root;
  for (const clang::Stmt *child : root->children())
    if (findLoopAround(child, target, loop))
      return true;
  loop = outer;
  return false;
}

/// Whether `var = setting;` is a statement in `s`.
static bool isStatement(const clang::Stmt *s, const Expr *setting) {
  if (!s || isa<Expr>(s))
    return false;
  return llvm::any_of(s->children(), [&](const clang::Stmt *child) {
    const auto *e = dyn_cast_or_null<Expr>(child);
    const auto *assign = e ? dyn_cast<BinaryOperator>(plain(e)) : nullptr;
    return assign && assign->getRHS() == setting ? isa<CompoundStmt>(s)
                                                 : isStatement(child, setting);
  });
}

static void findMentions(const clang::Stmt *s, const VarDecl *var,
                         const Expr *setting, const clang::Stmt *loop,
                         bool inSetting, bool inLoop,
                         std::vector<Mention> &found) {
  if (!s)
    return;
  inLoop |= s == loop;
  if (const auto *assign = dyn_cast<BinaryOperator>(s))
    inSetting |=
        assign->getOpcode() == BO_Assign && assign->getRHS() == setting;
  if (const auto *name = dyn_cast<DeclRefExpr>(s);
      name && name->getDecl() == var)
    found.push_back({name, inSetting, inLoop});
  for (const clang::Stmt *child : s->children())
    findMentions(child, var, setting, loop, inSetting, inLoop, found);
}

/// The field that `e` reads of the child in `var`: `c->next`, `c->next()`.
const FieldDecl *FunctionLowering::siblingField(const Expr *e,
                                                const VarDecl *var) const {
  e = linkExpr(e);
  if (const auto *call = dyn_cast<CXXMemberCallExpr>(e)) {
    const CXXMethodDecl *method = call->getMethodDecl();
    const FunctionDecl *definition = nullptr;
    const Expr *value = method && !method->isVirtual() &&
                                call->getNumArgs() == 0 &&
                                hasBody(method, definition)
                            ? onlyReturns(definition)
                            : nullptr;
    const auto *member =
        value ? dyn_cast<MemberExpr>(linkExpr(value)) : nullptr;
    return member && isa<CXXThisExpr>(plain(member->getBase())) &&
                   namedVariable(linkExpr(call->getImplicitObjectArgument())) ==
                       var
               ? dyn_cast<FieldDecl>(member->getMemberDecl())
               : nullptr;
  }
  const auto *member = dyn_cast<MemberExpr>(e);
  return member && namedVariable(linkExpr(member->getBase())) == var
             ? dyn_cast<FieldDecl>(member->getMemberDecl())
             : nullptr;
}

/// Whether anything but the steps of loops over siblings changes `var`.
bool FunctionLowering::changesChild(const clang::Stmt *body,
                                    const VarDecl *var) const {
  if (!body || siblingSteps.count(body))
    return false;
  if (isa<Expr, DeclStmt>(body))
    return isReassigned(body, var);
  return llvm::any_of(body->children(), [&](const clang::Stmt *child) {
    return changesChild(child, var);
  });
}

namespace {

/// Finds the steps `c = c->next` in a loop's body: one that every iteration
/// comes to, and one before each `continue` ahead of that.
class StepFinder {
public:
  using FieldOf = std::function<const FieldDecl *(const Expr *)>;

  StepFinder(const VarDecl *var, FieldOf fieldOf)
      : var(var), fieldOf(fieldOf) {}

  /// False where the body has no step of its own.
  bool run(const clang::Stmt *body) {
    const auto *compound = dyn_cast<CompoundStmt>(body);
    if (!compound)
      return false;
    bool stepped = false;
    const clang::Stmt *before = nullptr;
    for (const clang::Stmt *inner : compound->body()) {
      if (stepped)
        after |= mentions(inner, var);
      else if (isStep(inner))
        stepped = true;
      else if (!savesNext(inner))
        ahead(inner, before);
      before = inner;
    }
    for (const clang::Stmt *inner : compound->body())
      if (saved && !steps.contains(inner))
        after |= mentionsSaved(inner);
    return stepped;
  }

  const FieldDecl *field = nullptr;
  llvm::SmallPtrSet<const clang::Stmt *, 4> steps;
  bool after = false;   ///< something looks at the sibling ahead of its turn
  bool skipped = false; ///< a `continue` without a step before it

private:
  bool isStep(const clang::Stmt *s) {
    const auto *e = dyn_cast<Expr>(s);
    const auto *assign = e ? dyn_cast<BinaryOperator>(plain(e)) : nullptr;
    if (!assign || assign->getOpcode() != BO_Assign ||
        namedVariable(assign->getLHS()) != var)
      return false;
    const VarDecl *from = namedVariable(assign->getRHS());
    const FieldDecl *next =
        from && from == saved ? savedField : fieldOf(assign->getRHS());
    if (!next || (field && field != next))
      return false;
    field = next;
    steps.insert(s);
    return true;
  }

  /// `Node *next = c->next;`
  bool savesNext(const clang::Stmt *s) {
    const auto *declared = dyn_cast<DeclStmt>(s);
    const auto *local = declared && declared->isSingleDecl() && !saved
                            ? dyn_cast<VarDecl>(declared->getSingleDecl())
                            : nullptr;
    if (!local || !local->getInit() ||
        !(savedField = fieldOf(local->getInit())))
      return false;
    saved = local;
    steps.insert(s);
    return true;
  }

  void ahead(const clang::Stmt *s, const clang::Stmt *before) {
    if (!s || isa<Expr, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(s))
      return;
    if (isa<ContinueStmt>(s)) {
      skipped |= !before || !steps.contains(before);
      return;
    }
    if (!isa<CompoundStmt>(s)) {
      for (const clang::Stmt *child : s->children())
        ahead(child, nullptr);
      return;
    }
    const auto *compound = cast<CompoundStmt>(s);
    for (auto it = compound->body_begin(); it != compound->body_end(); ++it) {
      const auto next = std::next(it);
      if (next == compound->body_end() || !isa<ContinueStmt>(*next) ||
          !isStep(*it))
        ahead(*it, it == compound->body_begin() ? nullptr : *std::prev(it));
    }
  }

  bool mentionsSaved(const clang::Stmt *s) const {
    if (!s || steps.contains(s))
      return false;
    const auto *name = dyn_cast<DeclRefExpr>(s);
    return (name && name->getDecl() == saved) ||
           llvm::any_of(s->children(), [&](const clang::Stmt *child) {
             return mentionsSaved(child);
           });
  }

  const VarDecl *var;
  FieldOf fieldOf;
  const VarDecl *saved = nullptr;
  const FieldDecl *savedField = nullptr;
};

} // namespace

/// Notes the steps in `body`. Returns false where it has none; refuses what
/// looks at or leaves a sibling out of turn.
bool FunctionLowering::walksOn(const clang::Stmt *body, const VarDecl *var,
                               const FieldDecl *&field) {
  StepFinder finder(var, [&](const Expr *e) { return siblingField(e, var); });
  if (!finder.run(body))
    return false;
  field = finder.field;
  if (finder.after || finder.skipped)
    report(var->getLocation(), Diag::RTT2027) << var->getName();
  siblingSteps.insert(finder.steps.begin(), finder.steps.end());
  return true;
}

/// Whether `var` holds the child `first` where `loop` begins, and nothing looks
/// at it after the loop. What asks in between whether there is a child asks
/// that of `first`.
bool FunctionLowering::startsChain(const VarDecl *var, const Expr *first,
                                   const clang::Stmt *loop) {
  const clang::Stmt *root = function.decl->getBody();
  const clang::Stmt *aroundLoop = nullptr, *aroundSetting = nullptr;
  if (!findLoopAround(root, loop, aroundLoop) ||
      !findLoopAround(root, first, aroundSetting))
    return false;
  const bool inHead = aroundSetting == loop;
  if (!inHead && (aroundLoop != aroundSetting ||
                  (var->getInit() != first && !isStatement(root, first))))
    return false;
  std::vector<Mention> found;
  findMentions(root, var, first, loop, false, false, found);
  enum { Unset, Set, Walked } state = var->getInit() == first ? Set : Unset;
  for (const Mention &mention : found) {
    if (mention.inLoop) {
      state = Walked;
      continue;
    }
    if (mention.inSetting && state == Unset) {
      state = Set;
      continue;
    }
    NullTest *test = nullptr;
    for (auto &entry : function.nullTests)
      if (linkExpr(entry.second.link) == mention.name)
        test = &entry.second;
    if (state != Set || !test)
      return false;
    test->link = linkExpr(first);
  }
  return true;
}

bool FunctionLowering::siblingLoop(const clang::Stmt *s,
                                   std::vector<Statement> &out) {
  const auto head = headOf(s);
  if (!head || !head->cond)
    return false;
  llvm::SmallVector<const Expr *, 2> rest;
  const VarDecl *var = testedFirst(head->cond, builder.context, rest);
  if (!var || !isNodePointer(var->getType()) || isNode(head->cond))
    return false;
  // What it starts from: in the head, or what it was set to before.
  const Expr *first = nullptr;
  if (head->init) {
    const auto [started, value] = loopStart(head->init);
    first = started == var ? value : nullptr;
  } else if (const auto values = function.linkValues.find(var);
             values != function.linkValues.end() &&
             values->second.size() == 1) {
    first = values->second[0];
  }
  const auto where = first ? object(linkExpr(first)) : std::nullopt;
  if (!where || !isListPlace(*where) || !isNodePointer(where->type))
    return false;
  const FieldDecl *field = nullptr;
  if (head->step) {
    const auto *step = dyn_cast<BinaryOperator>(plain(head->step));
    field = step && step->getOpcode() == BO_Assign &&
                    namedVariable(step->getLHS()) == var
                ? siblingField(step->getRHS(), var)
                : nullptr;
  } else if (!walksOn(head->body, var, field)) {
    return false;
  }
  if (!field)
    return false;
  // A further condition after the last step of a `do` would need the step.
  if (!startsChain(var, first, s) || (isa<DoStmt>(s) && !rest.empty())) {
    report(s->getBeginLoc(), Diag::RTT2027) << var->getName();
    return true;
  }
  const unsigned group =
      listGroup(*where, SlotGroup::Siblings, first->getBeginLoc());
  SlotGroup &slots = traversal.slots[group];
  if (slots.next && slots.next != field)
    return false;
  slots.next = field;
  if (const auto values = function.linkValues.find(var);
      values != function.linkValues.end())
    values->second.clear();
  eachChild(var, group, s, head->body, out);
  std::vector<Statement> leaves;
  for (const Expr *cond : rest) {
    condition(cond);
    Statement leave, exit;
    leave.kind = Statement::If;
    leave.loc = exit.loc = cond->getBeginLoc();
    leave.cond = cond;
    leave.negated = true;
    exit.kind = Statement::Break;
    leave.body.push_back(std::move(exit));
    leaves.push_back(std::move(leave));
  }
  std::vector<Statement> &body = out.back().body;
  body.insert(body.begin(), std::make_move_iterator(leaves.begin()),
              std::make_move_iterator(leaves.end()));
  return true;
}
