// Each use of a child's number: tests that ask whether the child is there
// become null tests; where the number itself is wanted it is a datum of the
// node, if it is one; anything else is refused.
#include "NumberTests.h"

#include "regtt/Frontend/Model/Links.h"

using namespace regtt;
using namespace clang;

namespace {

class ChildTests {
public:
  explicit ChildTests(const NumberReader &reader)
      : reader(reader), traversal(reader.traversal), function(reader.function),
        ast(reader.ast) {}

  bool run() {
    useTests();
    resolveLocals();
    dropUnusedLocals();
    return ok;
  }

private:
  /// Whether the test `e` of a child of `group` asks whether it is there; its
  /// value if it is.
  std::optional<bool> valueWhenPresent(const Expr *e, unsigned group) const {
    const SlotGroup &slots = traversal.slots[group];
    if (slots.test) {
      if (bool same; reader.sameTest(e, slots.test->cond, same))
        return same == slots.test->whenPresent;
      return std::nullopt;
    }
    // What the callee asks, of a value that is handed over unchanged.
    if (traversal.nodeTests.size() != 1)
      return std::nullopt;
    const NumberTest &test = traversal.nodeTests[0];
    if (bool same; reader.sameTest(e, test.cond, same))
      return same == test.whenPresent;
    return std::nullopt;
  }

  /// The same, where it is a test of any of `children`.
  std::optional<bool>
  valueWhenPresent(const Expr *e, llvm::ArrayRef<ChildRef> children) const {
    std::optional<bool> result;
    for (const ChildRef &child : children) {
      const auto value = valueWhenPresent(e, child.group);
      if (!value || (result && *result != *value))
        return std::nullopt;
      result = value;
    }
    return result;
  }

  void useTests() {
    reader.eachOwnExpr([&](const Expr *own) {
      walkExpr(own, [&](const Expr *e) {
        const Expr *number =
            reader.mayTest(e) ? reader.testedNumber(e) : nullptr;
        if (!number)
          return;
        const auto children = reader.childrenAt(number);
        if (const auto present = valueWhenPresent(e, children))
          makeNullTest(e, number, children, *present);
      });
    });
    reader.eachNegation([&](const Expr *negation, const Expr *e) {
      if (const auto found = function.nullTests.find(e);
          found != function.nullTests.end()) {
        const NullTest test = found->second;
        function.nullTests[negation] = {test.link, !test.whenPresent};
      }
    });
  }

  void makeNullTest(const Expr *e, const Expr *number,
                    llvm::ArrayRef<ChildRef> children, bool present) {
    const Expr *link = linkExpr(number);
    if (!reader.linkVariable(link) && !linkSet(function, link).first) {
      walkExpr(number, [&](const Expr *part) {
        if (!isWithin(part, children[0].index))
          function.accesses.erase(part);
      });
      function.children[link] = children[0];
    }
    function.nullTests[e] = {link, present};
  }

  static bool isWithin(const Expr *part, const Expr *whole) {
    bool result = false;
    if (whole)
      walkExpr(whole, [&](const Expr *e) { result |= e == part; });
    return result;
  }

  /// Locals that hold a child and are used as its number besides: where the
  /// number is one datum of the node, that is it.
  void resolveLocals() {
    findLinks();
    reader.eachOwnExpr([&](const Expr *own) {
      walkReads(function, own, [&](const Expr *e) {
        if (NumberReader::bare(e) != e || linkExpr(e) != e || links.count(e) ||
            function.nullTests.count(e))
          return;
        if (const VarDecl *var = linkSet(function, e).first)
          return refuse(e, var);
        const VarDecl *var = reader.linkVariable(e);
        if (!var)
          return;
        const auto child = reader.childAt(e);
        const Expr *index = child ? child->index : nullptr;
        if (!child || traversal.slots[child->group].form != SlotGroup::Fields ||
            (index && !index->isIntegerConstantExpr(ast)))
          return refuse(e, var);
        Access access;
        access.path = pathOf(traversal.slots[child->group]);
        if (index)
          access.parts.push_back({index, nullptr});
        function.accesses[e] = access;
      });
    });
  }

  void refuse(const Expr *e, const VarDecl *var) {
    if (refused.insert(var).second)
      reader.diagnostics.report(e->getExprLoc(), Diag::RTT2046)
          << var->getName();
    ok = false;
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

  /// The expressions that stand for a child.
  void findLinks() {
    walkStmts(function.body, [&](const Statement &stmt) {
      if (stmt.kind == Statement::CallNode)
        addLinks(traversal.calls[stmt.call].child);
      if (stmt.kind == Statement::Let)
        for (const VarDecl *var : stmt.vars)
          if (function.roles.lookup(var).kind == Role::Link && var->getInit())
            addLinks(var->getInit());
      if (stmt.kind == Statement::Eval)
        addSet(stmt.cond);
      if (stmt.kind == Statement::Loop && stmt.step)
        addSet(stmt.step);
      for (const Expr *own : ownExprs(traversal, stmt))
        walkExpr(own, [&](const Expr *e) {
          if (const auto test = function.nullTests.find(e);
              test != function.nullTests.end())
            addLinks(test->second.link);
          const auto [left, right] = swappedVariables(e);
          if (left && right && function.linkValues.count(left))
            for (const Expr *argument : cast<CallExpr>(e)->arguments())
              addLinks(argument);
        });
    });
  }

  void addLinks(const Expr *e) {
    e = NumberReader::bare(e);
    links.insert(e);
    links.insert(linkExpr(e));
    if (const auto *choice = dyn_cast<ConditionalOperator>(e)) {
      addLinks(choice->getTrueExpr());
      addLinks(choice->getFalseExpr());
    } else if (const auto [var, value] = linkSet(function, e); var) {
      addLinks(cast<BinaryOperator>(e)->getLHS());
      addLinks(value);
    }
  }

  /// Of an expression whose value is not used, what sets a local.
  void addSet(const Expr *e) {
    e = NumberReader::bare(e);
    if (linkSet(function, e).first)
      return addLinks(e);
    if (const auto *comma = dyn_cast<BinaryOperator>(e);
        comma && comma->isCommaOp()) {
      addSet(comma->getLHS());
      addSet(comma->getRHS());
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
      reader.eachOwnExpr([&](const Expr *own) {
        walkExpr(own, [&](const Expr *e) {
          if (const auto *name = dyn_cast<DeclRefExpr>(e))
            if (const VarDecl *var = reader.linkVariable(name))
              used.insert(var);
        });
        walkReads(function, own, [&](const Expr *e) {
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

  const NumberReader &reader;
  Traversal &traversal;
  Function &function;
  const ASTContext &ast;
  bool ok = true;
  std::set<const Expr *> links;
  std::set<const VarDecl *> refused, inChildren;
};

} // namespace

bool regtt::useChildTests(const NumberReader &reader) {
  return ChildTests(reader).run();
}
