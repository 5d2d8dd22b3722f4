// Where nodes are numbers: finds out which tests of numbers ask whether there
// is a node, and makes null tests of them, as those of pointers are.
//
//     if (i < 0) return;                       on arrival: a number below 0 is
//                                              no node, of whatever child
//     if (n.left != -1) f(n.left);             before every call of n.left: -1
//                                              is no child there
//     if (n.left > 0) f(n.left); f(n.right);   data of n.right's
//
// What is not found stays data of the node, and its answer is the same.
#include "regtt/Analysis/Effects.h"
#include "regtt/Model/Links.h"
#include "regtt/Model/Numbers.h"
#include "regtt/Model/Walk.h"
#include "regtt/Transform/Passes.h"

#include <set>

using namespace regtt;
using namespace clang;

namespace {

class TestFinder {
public:
  explicit TestFinder(PassContext &context)
      : context(context), traversal(context.model.traversal),
        function(traversal.function), ast(context.ast) {}

  bool run() {
    arrivalTests(function.body.body);
    if (!ok)
      return false;
    foldArrivalTests();
    traversal.calleeTestsNull = !traversal.nodeTests.empty();
    for (unsigned group = 0; group < traversal.slots.size(); ++group)
      if (traversal.nodeTests.empty())
        callerTest(group);
    for (unsigned group = 0; group < traversal.slots.size(); ++group)
      useTests(group);
    resolveLocals();
    dropUnusedLocals();
    return ok;
  }

private:
  //===--- Expressions ------------------------------------------------------===

  static const Expr *bare(const Expr *e) { return e->IgnoreParenImpCasts(); }

  /// Whether `e` names the parameter that is the node's number.
  bool isOwnNumber(const Expr *e) const {
    const auto *name = dyn_cast<DeclRefExpr>(bare(e));
    return name && name->getDecl() == traversal.nodeParam;
  }

  /// Whether `e` is the same wherever it is evaluated: made of constants and
  /// uniforms.
  bool isFixed(const Expr *e) const {
    bool result = true;
    walkExpr(e, [&](const Expr *inner) {
      if (inner->isValueDependent() || isa<CallExpr>(inner))
        result &= function.uniforms.count(inner) != 0;
      result &= !function.accesses.count(inner) &&
                !function.elements.count(inner) &&
                !function.nullTests.count(inner);
      const auto *name = dyn_cast<DeclRefExpr>(inner);
      const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
      if (var) {
        const auto role = function.roles.find(var);
        result &= role == function.roles.end() ||
                  role->second.kind == Role::Uniform ||
                  role->second.kind == Role::Shared;
      }
    });
    return result;
  }

  /// What the test `e` asks about; null if it is no test of a number. `e` is a
  /// comparison with something fixed, or, where a bool is wanted, the number.
  const Expr *testedNumber(const Expr *e) const {
    e = bare(e);
    if (const auto *comparison = dyn_cast<BinaryOperator>(e);
        comparison && comparison->isComparisonOp()) {
      for (const Expr *side : {comparison->getLHS(), comparison->getRHS()}) {
        const Expr *other = side == comparison->getLHS() ? comparison->getRHS()
                                                         : comparison->getLHS();
        if (isNumber(bare(side)) && isFixed(other))
          return bare(side);
      }
      return nullptr;
    }
    return isNumber(e) ? e : nullptr;
  }

  /// An integer that is the node's own or may lead to a child.
  bool isNumber(const Expr *e) const {
    // In C these are integers.
    const auto *unary = dyn_cast<UnaryOperator>(e);
    const auto *binary = dyn_cast<BinaryOperator>(e);
    if ((unary && unary->getOpcode() == UO_LNot) ||
        (binary && (binary->isLogicalOp() || binary->isComparisonOp())))
      return false;
    return e->getType()->isIntegerType() && !e->getType()->isBooleanType() &&
           !isFixed(e);
  }

  /// Whether two tests ask the same of `a` and `b`, up to negation; `same`:
  /// whether they are true of the same numbers.
  bool sameTest(const Expr *a, const Expr *b, bool &same) const {
    a = bare(a);
    b = bare(b);
    const Expr *numberA = testedNumber(a), *numberB = testedNumber(b);
    if (!numberA || !numberB)
      return false;
    const auto left = normalised(a, numberA), right = normalised(b, numberB);
    if (!left.fixed != !right.fixed)
      return false;
    if (left.fixed && (!ast.hasSameUnqualifiedType(left.type, right.type) ||
                       !sameNumbers(function, left.fixed, right.fixed, ast)))
      return false;
    same = left.op == right.op;
    return same || left.op == BinaryOperator::negateComparisonOp(right.op);
  }

  /// `number op fixed`, as values of `type`; a null `fixed` is 0, and equal or
  /// not in any type.
  struct Comparison {
    BinaryOperatorKind op = BO_NE;
    const Expr *fixed = nullptr;
    QualType type;
  };

  Comparison normalised(const Expr *test, const Expr *number) const {
    const auto *comparison = dyn_cast<BinaryOperator>(test);
    if (test == number || !comparison)
      return {};
    Comparison result;
    const bool left = bare(comparison->getLHS()) == number;
    result.type = comparison->getLHS()->getType();
    result.fixed = left ? comparison->getRHS() : comparison->getLHS();
    result.op =
        left ? comparison->getOpcode()
             : BinaryOperator::reverseComparisonOp(comparison->getOpcode());
    if (const auto value = result.fixed->getIntegerConstantExpr(ast);
        value && *value == 0) {
      // No unsigned number is below.
      if (number->getType()->isUnsignedIntegerType())
        result.op = result.op == BO_GT   ? BO_NE
                    : result.op == BO_LE ? BO_EQ
                                         : result.op;
      if (BinaryOperator::isEqualityOp(result.op))
        result.fixed = nullptr;
    }
    return result;
  }

  /// Whether no element has a number of which `test` is `value`.
  bool excludesNegatives(const Expr *test, bool value) const {
    const Expr *number = testedNumber(test);
    const Comparison asked = normalised(bare(test), number);
    const auto bound =
        asked.fixed ? asked.fixed->getIntegerConstantExpr(ast) : std::nullopt;
    if (!bound)
      return false;
    const BinaryOperatorKind absent =
        value ? asked.op : BinaryOperator::negateComparisonOp(asked.op);
    return (absent == BO_LT && *bound <= 0) ||
           (absent == BO_LE && bound->isNegative()) ||
           (absent == BO_EQ && bound->isNegative());
  }

  //===--- On arrival -------------------------------------------------------===

  /// Tests of the own number that make the function return before it has an
  /// effect.
  void arrivalTests(const std::vector<Statement> &body) {
    bool effect = false;
    for (const Statement &stmt : body) {
      if (stmt.kind == Statement::Block && &stmt == &body.back())
        return arrivalTests(stmt.body);
      if (stmt.kind == Statement::If && !stmt.negated && stmt.orElse.empty()) {
        const bool leaves =
            stmt.body.size() == 1 && stmt.body[0].kind == Statement::Return;
        const bool holdsRest = &stmt == &body.back();
        if (leaves)
          collect(stmt.cond, BO_LOr, effect);
        else if (holdsRest)
          collect(stmt.cond, BO_LAnd, effect);
      }
      effect |= holdsCall(stmt) ||
                effectsOf(traversal, function, stmt).writesQuery ||
                stmt.kind == Statement::Loop;
    }
  }

  /// The tests that alone decide `cond`, from its left. Returns whether all of
  /// `cond` is made of them.
  bool collect(const Expr *cond, BinaryOperatorKind join, bool effect) {
    const Expr *e = bare(cond);
    if (const auto *binary = dyn_cast<BinaryOperator>(e);
        binary && binary->getOpcode() == join)
      return collect(binary->getLHS(), join, effect) &&
             collect(binary->getRHS(), join, effect);
    bool absent = join == BO_LOr; // its value where there is no node
    while (const auto *negation = dyn_cast<UnaryOperator>(e)) {
      if (negation->getOpcode() != UO_LNot)
        break;
      absent = !absent;
      e = bare(negation->getSubExpr());
    }
    const Expr *number = testedNumber(e);
    if (!number || !isOwnNumber(number))
      return false;
    if (effect) {
      if (excludesNegatives(e, absent)) {
        context.diagnostics.report(traversal.loc, Diag::RTT2014);
        context.diagnostics.note(e->getExprLoc(),
                                 "null is tested only here; test it first, or "
                                 "test the child before the call");
        ok = false;
      }
      return false;
    }
    traversal.nodeTests.push_back({e, number, !absent});
    return true;
  }

  /// Tests of the own number elsewhere whose answer is known by then.
  void foldArrivalTests() {
    eachOwnExpr([&](const Expr *own) {
      walkExpr(own, [&](const Expr *inner) {
        const Expr *e = bare(inner);
        if (function.folded.count(e) || inner != e)
          return;
        if (!isa<BinaryOperator>(e) && !isTruth(e))
          return;
        const Expr *number = testedNumber(e);
        if (!number || !isOwnNumber(number))
          return;
        for (const NumberTest &test : traversal.nodeTests)
          if (bool same; sameTest(e, test.cond, same))
            fold(e, number, same == test.whenPresent);
      });
    });
    for (const NumberTest &test : traversal.nodeTests)
      fold(test.cond, test.number, test.whenPresent);
    eachNegation([&](const Expr *negation, const Expr *e) {
      if (const auto found = function.folded.find(e);
          found != function.folded.end()) {
        const bool value = found->second;
        function.folded[negation] = !value;
      }
    });
  }

  /// Calls `visit(!e, e)`, inner negations first.
  template <class Visit> void eachNegation(Visit visit) {
    eachOwnExpr([&](const Expr *own) {
      std::vector<const UnaryOperator *> found;
      walkExpr(own, [&](const Expr *e) {
        if (const auto *unary = dyn_cast<UnaryOperator>(e);
            unary && unary->getOpcode() == UO_LNot)
          found.push_back(unary);
      });
      for (size_t i = found.size(); i-- > 0;)
        visit(found[i], bare(found[i]->getSubExpr()));
    });
  }

  void fold(const Expr *e, const Expr *number, bool value) {
    function.folded[e] = value;
    function.accesses.erase(number);
  }

  //===--- Before calls -----------------------------------------------------===

  struct Known {
    const Expr *cond;
    bool value;
  };
  using Facts = llvm::SmallVector<Known, 8>;

  /// The group and index of the child that `number`, in a test, leads to.
  std::optional<ChildRef> childAt(const Expr *number) const {
    number = bare(number);
    if (const auto found = function.children.find(linkExpr(number));
        found != function.children.end())
      return found->second;
    if (const auto *name = dyn_cast<DeclRefExpr>(number)) {
      const auto *var = dyn_cast<VarDecl>(name->getDecl());
      const auto role = function.roles.find(var);
      if (const auto each = function.eachChild.find(var);
          each != function.eachChild.end())
        return ChildRef{each->second, nullptr};
      if (var && role != function.roles.end() &&
          role->second.kind == Role::Link && var->getInit())
        return childAt(var->getInit());
    }
    if (const auto access = function.accesses.find(number);
        access != function.accesses.end()) {
      const Path &path = traversal.paths[access->second.path];
      for (unsigned group = 0; group < traversal.slots.size(); ++group) {
        const SlotGroup &slots = traversal.slots[group];
        if (path.base != Base::Node || slots.form != SlotGroup::Fields ||
            slots.array != path.number || slots.steps != path.steps)
          continue;
        const auto &parts = access->second.parts;
        const bool whole =
            parts.empty() && slots.count == 1 && !path.type->isArrayType();
        const bool element =
            parts.size() == 1 && parts[0].index && path.type->isArrayType();
        if (whole || element)
          return ChildRef{group, element ? parts[0].index : nullptr};
      }
    }
    for (unsigned group = 0; group < traversal.slots.size(); ++group)
      if (traversal.slots[group].form == SlotGroup::Computed &&
          sameNumbers(function, traversal.slots[group].value, number, ast))
        return ChildRef{group, nullptr};
    return std::nullopt;
  }

  bool sameChild(const ChildRef &a, const ChildRef &b) const {
    return a.group == b.group &&
           (!a.index || (b.index && sameSpelling(a.index, b.index, ast)));
  }

  /// The test that every call of `group` stands under, if there is one.
  void callerTest(unsigned group) {
    std::optional<NumberTest> found;
    bool all = true;
    underFacts(function.body.body, {}, [&](const Expr *child, const Facts &f) {
      eachLeaf(child, f, [&](const Expr *leaf, const Facts &facts) {
        const auto at = childAt(leaf);
        if (!at || at->group != group)
          return;
        std::optional<NumberTest> here;
        for (const Known &fact : facts)
          if (const auto test = testIn(fact.cond, fact.value, *at))
            if (!found || agrees(*test, *found))
              here = here ? here : test;
        all &= here.has_value();
        if (here && !found)
          found = here;
      });
    });
    if (found && all)
      traversal.slots[group].test = found;
  }

  bool agrees(const NumberTest &a, const NumberTest &b) const {
    bool same;
    return sameTest(a.cond, b.cond, same) &&
           same == (a.whenPresent == b.whenPresent);
  }

  /// The test of `child` that has to hold where `cond` has `value`.
  std::optional<NumberTest> testIn(const Expr *cond, bool value,
                                   const ChildRef &child) const {
    const Expr *e = bare(cond);
    if (const auto *negation = dyn_cast<UnaryOperator>(e);
        negation && negation->getOpcode() == UO_LNot)
      return testIn(negation->getSubExpr(), !value, child);
    if (const auto *binary = dyn_cast<BinaryOperator>(e);
        binary && binary->isLogicalOp()) {
      if ((binary->getOpcode() == BO_LAnd) != value)
        return std::nullopt;
      const auto left = testIn(binary->getLHS(), value, child);
      return left ? left : testIn(binary->getRHS(), value, child);
    }
    const Expr *number = testedNumber(e);
    const auto at = number ? childAt(number) : std::nullopt;
    if (!at || !sameChild(*at, child))
      return std::nullopt;
    return NumberTest{e, number, value};
  }

  /// Calls `visit(child, facts)` for every recursive call, with the conditions
  /// that are known where it stands.
  template <class Visit>
  void underFacts(const std::vector<Statement> &body, Facts facts,
                  Visit visit) const {
    const Facts before = facts;
    for (const Statement &stmt : body) {
      if (stmt.kind == Statement::Case)
        facts = before; // jumped to
      if (stmt.kind == Statement::CallNode)
        visit(traversal.calls[stmt.call].child, facts);
      Facts inBody = facts, inElse = facts;
      if (stmt.kind == Statement::If) {
        inBody.push_back({stmt.cond, !stmt.negated});
        inElse.push_back({stmt.cond, stmt.negated});
      }
      underFacts(stmt.body, inBody, visit);
      underFacts(stmt.orElse, inElse, visit);
      if (stmt.kind == Statement::If && stmt.orElse.empty() &&
          !stmt.body.empty() &&
          (stmt.body.back().kind == Statement::Return ||
           stmt.body.back().kind == Statement::Break ||
           stmt.body.back().kind == Statement::Continue))
        facts.push_back({stmt.cond, stmt.negated});
    }
  }

  template <class Visit>
  void eachLeaf(const Expr *child, Facts facts, Visit visit) const {
    const Expr *e = bare(child);
    const auto *choice = dyn_cast<ConditionalOperator>(e);
    if (const auto *name = dyn_cast<DeclRefExpr>(e)) {
      const auto *var = dyn_cast<VarDecl>(name->getDecl());
      if (var && function.roles.lookup(var).kind == Role::Link &&
          !function.eachChild.count(var) && var->getInit() &&
          isa<ConditionalOperator>(bare(var->getInit())))
        return eachLeaf(var->getInit(), facts, visit);
    }
    if (!choice)
      return visit(e, facts);
    Facts whenTrue = facts, whenFalse = facts;
    whenTrue.push_back({choice->getCond(), true});
    whenFalse.push_back({choice->getCond(), false});
    eachLeaf(choice->getTrueExpr(), whenTrue, visit);
    eachLeaf(choice->getFalseExpr(), whenFalse, visit);
  }

  //===--- Rewriting --------------------------------------------------------===

  /// Whether the test `e` of a child of `group` asks whether it is there; its
  /// value if it is.
  std::optional<bool> valueWhenPresent(const Expr *e, unsigned group) const {
    const SlotGroup &slots = traversal.slots[group];
    if (slots.test) {
      if (bool same; sameTest(e, slots.test->cond, same))
        return same == slots.test->whenPresent;
      return std::nullopt;
    }
    // What the callee asks, of a value that is handed over unchanged.
    if (traversal.nodeTests.size() != 1)
      return std::nullopt;
    const NumberTest &test = traversal.nodeTests[0];
    if (bool same; sameTest(e, test.cond, same))
      return same == test.whenPresent;
    return std::nullopt;
  }

  void useTests(unsigned group) {
    eachOwnExpr([&](const Expr *own) {
      walkExpr(own, [&](const Expr *e) {
        if (bare(e) != e || (!isa<BinaryOperator>(e) && !isTruth(e)))
          return;
        if (isa<BinaryOperator>(e) &&
            !cast<BinaryOperator>(e)->isComparisonOp())
          return;
        const Expr *number = testedNumber(e);
        const auto child = number ? childAt(number) : std::nullopt;
        if (!child || child->group != group)
          return;
        const auto present = valueWhenPresent(e, group);
        if (!present)
          return;
        const Expr *link = linkExpr(number);
        walkExpr(number, [&](const Expr *part) {
          if (!isWithin(part, child->index))
            function.accesses.erase(part);
        });
        if (!isLinkName(link))
          function.children[link] = *child;
        function.nullTests[e] = {link, *present};
      });
    });
    eachNegation([&](const Expr *negation, const Expr *e) {
      if (const auto found = function.nullTests.find(e);
          found != function.nullTests.end()) {
        const NullTest test = found->second;
        function.nullTests[negation] = {test.link, !test.whenPresent};
      }
    });
  }

  static bool isWithin(const Expr *part, const Expr *whole) {
    bool result = false;
    if (whole)
      walkExpr(whole, [&](const Expr *e) { result |= e == part; });
    return result;
  }

  bool isLinkName(const Expr *e) const {
    const auto *name = dyn_cast<DeclRefExpr>(bare(e));
    const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    return var && function.roles.lookup(var).kind == Role::Link;
  }

  /// Whether `e` stands where a bool is wanted.
  bool isTruth(const Expr *e) {
    if (truthsOf != traversal.calls.size() + 1) {
      truthsOf = traversal.calls.size() + 1;
      walkStmts(function.body, [&](const Statement &stmt) {
        if (stmt.kind == Statement::If ||
            (stmt.kind == Statement::Loop && stmt.cond))
          noteTruths(stmt.cond);
        for (const Expr *own : ownExprs(traversal, stmt))
          walkExpr(own, [&](const Expr *inner) {
            if (const auto *choice = dyn_cast<ConditionalOperator>(inner))
              noteTruths(choice->getCond());
            else if (const auto *cast = dyn_cast<CastExpr>(inner);
                     cast && cast->getCastKind() == CK_IntegralToBoolean)
              truths.insert(bare(cast->getSubExpr()));
            else if (const auto *binary = dyn_cast<BinaryOperator>(inner);
                     binary && binary->isLogicalOp())
              noteTruths(binary);
            else if (const auto *unary = dyn_cast<UnaryOperator>(inner);
                     unary && unary->getOpcode() == UO_LNot)
              noteTruths(unary);
          });
      });
    }
    return truths.count(e) != 0;
  }

  void noteTruths(const Expr *e) {
    e = bare(e);
    if (const auto *binary = dyn_cast<BinaryOperator>(e);
        binary && binary->isLogicalOp()) {
      noteTruths(binary->getLHS());
      return noteTruths(binary->getRHS());
    }
    if (const auto *unary = dyn_cast<UnaryOperator>(e);
        unary && unary->getOpcode() == UO_LNot)
      return noteTruths(unary->getSubExpr());
    truths.insert(e);
  }

  /// Locals that hold a child and are used as its number besides: where the
  /// number is one datum of the node, that is it.
  void resolveLocals() {
    findLinks();
    eachOwnExpr([&](const Expr *own) {
      walkOutside(own, [&](const Expr *e) {
        if (!isLinkName(e) || bare(e) != e || links.count(e) ||
            function.nullTests.count(e))
          return;
        const auto *var = cast<VarDecl>(cast<DeclRefExpr>(e)->getDecl());
        const auto child = childAt(e);
        const Expr *index = child ? child->index : nullptr;
        if (child && traversal.slots[child->group].form == SlotGroup::Fields &&
            (!index || index->isIntegerConstantExpr(ast))) {
          Access access;
          access.path = pathOf(traversal.slots[child->group]);
          if (index)
            access.parts.push_back({index, nullptr});
          function.accesses[e] = access;
          return;
        }
        if (refused.insert(var).second)
          context.diagnostics.report(e->getExprLoc(), Diag::RTT2046)
              << var->getName();
        ok = false;
      });
    });
  }

  unsigned pathOf(const SlotGroup &slots) {
    for (unsigned i = 0; i < traversal.paths.size(); ++i)
      if (traversal.paths[i].base == Base::Node &&
          traversal.paths[i].number == slots.array &&
          traversal.paths[i].steps == slots.steps)
        return i;
    Path path;
    path.base = Base::Node;
    path.number = slots.array;
    path.steps = slots.steps;
    path.type = (slots.steps.empty() ? traversal.nodeArrays[slots.array].element
                                     : slots.steps.back().field->getType())
                    .getUnqualifiedType();
    path.text = slots.text;
    path.name = slots.name;
    while (llvm::any_of(traversal.paths, [&](const Path &other) {
      return other.base == Base::Node && other.name == path.name;
    }))
      path.name += "_";
    path.firstUse = slots.loc;
    traversal.paths.push_back(path);
    return traversal.paths.size() - 1;
  }

  //===--- What is left -----------------------------------------------------===

  template <class Visit> void eachOwnExpr(Visit visit) {
    walkStmts(function.body, [&](const Statement &stmt) {
      for (const Expr *own : ownExprs(traversal, stmt))
        visit(own);
    });
  }

  /// Calls `visit(e)` for `e` and what is below it, short of numbers of
  /// children where a child is meant.
  template <class Visit> void walkOutside(const Expr *e, Visit visit) {
    walkReads(function, e, visit);
  }

  /// The expressions that stand for a child.
  void findLinks() {
    walkStmts(function.body, [&](const Statement &stmt) {
      if (stmt.kind == Statement::CallNode)
        addLinks(traversal.calls[stmt.call].child);
      if (stmt.kind == Statement::Let)
        for (const VarDecl *var : stmt.vars)
          if (function.roles.lookup(var).kind == Role::Link && var->getInit())
            addLinks(var->getInit());
    });
  }

  void addLinks(const Expr *e) {
    e = bare(e);
    links.insert(e);
    if (const auto *choice = dyn_cast<ConditionalOperator>(e)) {
      addLinks(choice->getTrueExpr());
      addLinks(choice->getFalseExpr());
    }
  }

  /// A local that only computed numbers of children are made of.
  void dropUnusedLocals() {
    for (const SlotGroup &slots : traversal.slots)
      if (slots.value)
        noteLocals(slots.value);
    bool again = true;
    while (again) {
      std::set<const VarDecl *> used;
      eachOwnExpr([&](const Expr *own) {
        walkExpr(own, [&](const Expr *e) {
          if (const auto *name = dyn_cast<DeclRefExpr>(e))
            if (isLinkName(name))
              used.insert(cast<VarDecl>(name->getDecl()));
        });
        walkOutside(own, [&](const Expr *e) {
          if (const auto *name = dyn_cast<DeclRefExpr>(e))
            if (const auto *var = dyn_cast<VarDecl>(name->getDecl()))
              used.insert(var);
        });
      });
      again = dropLets(function.body.body, used);
    }
  }

  void noteLocals(const Expr *e) {
    walkExpr(e, [&](const Expr *inner) {
      const auto *name = dyn_cast<DeclRefExpr>(inner);
      const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
      if (var && var->isLocalVarDecl() && inChildren.insert(var).second &&
          var->getInit())
        noteLocals(var->getInit());
    });
  }

  bool dropLets(std::vector<Statement> &body,
                const std::set<const VarDecl *> &used) {
    bool dropped = false;
    for (Statement &stmt : body) {
      dropped |= dropLets(stmt.body, used) || dropLets(stmt.orElse, used);
      if (stmt.kind != Statement::Let)
        continue;
      llvm::erase_if(stmt.vars, [&](const VarDecl *var) {
        const bool drop = !used.count(var) && inChildren.count(var);
        dropped |= drop;
        return drop;
      });
    }
    llvm::erase_if(body, [](const Statement &stmt) {
      return stmt.kind == Statement::Let && stmt.vars.empty();
    });
    return dropped;
  }

  PassContext &context;
  Traversal &traversal;
  Function &function;
  const ASTContext &ast;
  bool ok = true;
  size_t truthsOf = 0;
  std::set<const Expr *> truths, links;
  std::set<const VarDecl *> refused, inChildren;
};

} // namespace

bool regtt::runNumberTests(PassContext &context) {
  return !context.model.traversal.nodesAreNumbers || TestFinder(context).run();
}
