// Pointers to other nodes that no call follows are data of the node, as any
// other pointer is: whether they are null is asked of the address.
//
//     if (n->parent) q->depth++; f(n->left);  ->  n.parent, a number
//
// Locals that hold another node only for its data to be read are dropped.
#include "SlotNumbers.h"

#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Walk.h"
#include "regtt/Frontend/Passes/Passes.h"

#include <set>

using namespace regtt;
using namespace clang;

namespace {

class UncalledLinks {
public:
  explicit UncalledLinks(PassContext &context)
      : traversal(context.model.traversal), ast(context.ast) {}

  void run() {
    findCalled();
    std::vector<int> rank;
    int next = 0;
    for (unsigned group = 0; group < traversal.slots.size(); ++group) {
      const bool dropped = !called.count(group) && onlyTested(group);
      if (dropped)
        makeData(group);
      rank.push_back(dropped ? -1 : next++);
    }
    if (size_t(next) != rank.size())
      renumberSlots(traversal, rank);
    while (dropUnused(traversal.function.body.body)) {
    }
  }

private:
  template <class Visit> void eachFunction(Visit visit) {
    visit(traversal.function);
    for (auto &helper : traversal.helpers)
      visit(*helper);
  }

  void findCalled() {
    const Function &function = traversal.function;
    walkStmts(function.body, [&](const Statement &stmt) {
      if (stmt.kind == Statement::Loop && stmt.form == Statement::Children)
        called.insert(stmt.group);
      if (stmt.kind == Statement::CallNode)
        eachLink(function, traversal.calls[stmt.call].child,
                 [&](const Expr *link) {
                   if (const auto child = function.children.find(link);
                       child != function.children.end())
                     called.insert(child->second.group);
                 });
    });
  }

  /// The group that `link` is a child of, by itself or as a local set once.
  int groupOf(const Function &function, const Expr *link) const {
    const auto child = function.children.find(heldBy(function, link));
    return child == function.children.end() ? -1 : int(child->second.group);
  }

  /// Whether tests against null are all that is done with a fixed field, and
  /// with locals that hold it.
  bool onlyTested(unsigned group) {
    bool result = traversal.slots[group].form == SlotGroup::Fields &&
                  !traversal.nodesAreNumbers;
    eachFunction([&](Function &function) {
      std::set<const Expr *> tested;
      for (const auto &[e, test] : function.nullTests)
        tested.insert(test.link);
      walkStmts(function.body, [&](const Statement &stmt) {
        for (const Expr *own : ownExprs(traversal, stmt))
          walkData(function, own, [&](const Expr *e) {
            const bool holds =
                stmt.kind == Statement::Let &&
                llvm::any_of(stmt.vars, [&](const VarDecl *var) {
                  return var->getInit() == own &&
                         function.roles.lookup(var).kind == Role::Link &&
                         !function.linkValues.count(var);
                });
            const bool isLink =
                function.children.count(e) ||
                (isa<DeclRefExpr>(e) && namesChild(function, e));
            if (isLink && groupOf(function, e) == int(group))
              result &= holds || tested.count(e);
          });
      });
    });
    return result;
  }

  void makeData(unsigned group) {
    const unsigned path = pathOf(traversal.slots[group]);
    eachFunction([&](Function &function) {
      std::vector<const Expr *> tests, links;
      for (const auto &[e, test] : function.nullTests)
        if (groupOf(function, test.link) == int(group))
          tests.push_back(e);
      for (const Expr *e : tests) {
        const Expr *link = function.nullTests.find(e)->second.link;
        Access access;
        access.path = path;
        const ChildRef &child =
            function.children.find(heldBy(function, link))->second;
        if (child.index)
          access.parts.push_back({child.index, nullptr});
        function.accesses[testedSmartPointer(e) ? e : link] = access;
        function.nullTests.erase(e);
      }
      for (const auto &[e, child] : function.children)
        if (child.group == group)
          links.push_back(e);
      for (const Expr *e : links)
        function.children.erase(e);
    });
  }

  /// Locals that hold a node whose data alone is read.
  bool dropUnused(std::vector<Statement> &body) {
    const Function &function = traversal.function;
    std::set<const VarDecl *> used;
    walkStmts(function.body, [&](const Statement &stmt) {
      for (const Expr *own : ownExprs(traversal, stmt))
        walkData(function, own,
                 [&](const Expr *e) { used.insert(variableOf(e)); });
    });
    bool dropped = false;
    for (Statement &part : body)
      walkStmts(part, [&](Statement &stmt) {
        if (stmt.kind != Statement::Let)
          return;
        const size_t before = stmt.vars.size();
        llvm::erase_if(stmt.vars, [&](const VarDecl *var) {
          return function.roles.lookup(var).kind == Role::Link &&
                 !used.count(var);
        });
        dropped |= stmt.vars.size() != before;
        if (stmt.vars.empty())
          stmt.kind = Statement::Block;
      });
    return dropped;
  }

  unsigned pathOf(const SlotGroup &slots) {
    Path path;
    path.base = Base::Node;
    path.number = slots.array;
    path.steps = slots.steps;
    path.type = ast.getSizeType();
    if (const auto *array =
            ast.getAsConstantArrayType(slots.steps.back().field->getType()))
      path.type = ast.getConstantArrayType(path.type, array->getSize(), nullptr,
                                           ArraySizeModifier::Normal, 0);
    path.text = slots.text;
    path.firstUse = slots.loc;
    path.name = slots.name;
    const auto isTaken = [&](const std::string &name) {
      return llvm::any_of(traversal.paths, [&](const Path &other) {
        return other.base == Base::Node && other.name == name;
      });
    };
    for (int suffix = 2; isTaken(path.name); ++suffix)
      path.name = slots.name + "_" + std::to_string(suffix);
    traversal.paths.push_back(path);
    return traversal.paths.size() - 1;
  }

  Traversal &traversal;
  ASTContext &ast;
  std::set<unsigned> called;
};

} // namespace

bool regtt::runUncalledLinks(PassContext &context) {
  UncalledLinks(context).run();
  return true;
}
