// Groups node data by where it is read: what a visit reads in any case is
// loaded on arrival with the children; what only one branch reads becomes a
// record of its own, loaded in that branch, if leaving it out makes the arrival
// record touch fewer 32-byte sectors.
//
//     if (far(p, n)) return;           n->min, n->max   -> group 0
//     if (leaf) { near(p, n->point); } n->point->coord  -> group 1, loaded
//     there
#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Walk.h"
#include "regtt/Frontend/Passes/Passes.h"

#include <llvm/ADT/StringExtras.h>

#include <map>
#include <set>

using namespace regtt;
using namespace clang;

namespace {

class LayoutPlanner {
public:
  explicit LayoutPlanner(PassContext &context)
      : context(context), traversal(context.model.traversal) {}

  void run() {
    summarise();
    visit(traversal.function.body, nullptr);
    keepConditions(traversal.function.body);
    // Linearising reads how long a list is off the arrival record.
    if (const SlotGroup *list = traversal.list(); list && list->extent)
      for (unsigned path : pathsIn(traversal.function, list->extent))
        home[path] = nullptr;
    group();
    for (auto &helper : traversal.helpers)
      bindHelpers(*helper);
    bindHelpers(traversal.function);
    if (traversal.program)
      bindHelpers(*traversal.program);
  }

private:
  /// Node paths read in `function` and the helpers it calls.
  using PathSet = std::set<unsigned>;

  void summarise() {
    for (auto &helper : traversal.helpers)
      summaries.push_back(pathsOf(*helper, helper->body));
  }

  PathSet pathsOf(const Function &function, const Statement &stmt) const {
    PathSet result;
    walkStmts(stmt, [&](const Statement &inner) {
      for (const Expr *e : ownExprs(traversal, inner))
        result.merge(pathsIn(function, e));
    });
    return result;
  }

  PathSet pathsIn(const Function &function, const Expr *expr) const {
    PathSet result;
    walkReads(function, expr, [&](const Expr *e) {
      forNodeReads(traversal, function, e,
                   [&](unsigned path) { result.insert(path); });
      const auto call = function.helperCalls.find(e);
      if (call != function.helperCalls.end()) {
        PathSet inner = summaries[call->second];
        result.merge(inner);
      }
    });
    return result;
  }

  /// Notes, for every path, the innermost block that holds all its reads.
  void visit(const Statement &stmt, const Statement *branch) {
    auto exprs = ownExprs(traversal, stmt);
    if (stmt.kind == Statement::CallNode)
      if (const int guard = traversal.calls[stmt.call].guard; guard >= 0)
        for (const Term &term : traversal.guards[guard].terms)
          exprs.push_back(term.cond); // its captures are taken at the call
    for (const Expr *e : exprs)
      for (unsigned path : pathsIn(traversal.function, e)) {
        const auto [entry, isNew] = home.insert({path, branch});
        if (!isNew && entry->second != branch)
          entry->second = nullptr;
      }
    // Linearising asks what children stand under, through helpers, too, which
    // are handed the arrival record.
    if (traversal.nodesAreNumbers && stmt.kind == Statement::If)
      walkExpr(stmt.cond, [&](const Expr *e) {
        const auto call = traversal.function.helperCalls.find(e);
        if (call != traversal.function.helperCalls.end())
          for (unsigned path : summaries[call->second])
            home[path] = nullptr;
      });
    const bool opens = stmt.kind == Statement::If && !branch;
    for (const Statement &inner : stmt.init)
      visit(inner, branch);
    // Only the body of an `if` is a branch of its own; an `else` is arrival's.
    for (const Statement &inner : stmt.body)
      visit(inner, opens ? &stmt : branch);
    for (const Statement &inner : stmt.orElse)
      visit(inner, branch);
  }

  /// Whether linearising follows a pointer of the node for what is read here.
  bool followsPointer(const PathSet &paths) const {
    return llvm::any_of(paths, [&](unsigned path) {
      return isThroughPointer(traversal.paths[path]) ||
             llvm::any_of(traversal.arrays, [&](const DataArray &array) {
               return array.ofNodes() && array.size < 0 &&
                      array.start == static_cast<int>(path);
             });
    });
  }

  bool readsQuery(const Function &function, const Expr *expr) const {
    bool result = false;
    walkExpr(expr, [&](const Expr *e) {
      const auto access = function.accesses.find(e);
      if (access != function.accesses.end())
        result |= traversal.paths[access->second.path].base == Base::Query;
      const auto call = function.helperCalls.find(e);
      if (call == function.helperCalls.end())
        return;
      const Function &helper = *traversal.helpers[call->second];
      walkStmts(helper.body, [&](const Statement &stmt) {
        for (const Expr *own : ownExprs(traversal, stmt))
          result |= readsQuery(helper, own);
      });
    });
    return result;
  }

  static bool isThroughPointer(const Path &path) {
    return llvm::any_of(path.steps, [](const PathStep &step) {
      return step.kind == PathStep::Deref;
    });
  }

  /// Whether the data is another node's: what is read there, too, may depend on
  /// it.
  bool isOfOtherNode(unsigned path) const {
    return llvm::any_of(traversal.paths[path].steps, [&](const PathStep &step) {
      const clang::QualType pointee =
          step.kind == PathStep::Field
              ? anyPointee(step.field->getType(), context.ast)
              : clang::QualType();
      return !pointee.isNull() && !traversal.nodesAreNumbers &&
             context.ast.hasSameUnqualifiedType(pointee, traversal.nodeType);
    });
  }

  /// Keeps what the parts of `cond` look at that ask for the node alone.
  void onArrival(const Expr *cond) {
    const Expr *e = cond->IgnoreParenImpCasts();
    if (const auto *unary = dyn_cast<UnaryOperator>(e);
        unary && unary->getOpcode() == UO_LNot)
      return onArrival(unary->getSubExpr());
    if (const auto *binary = dyn_cast<BinaryOperator>(e);
        binary && binary->isLogicalOp()) {
      onArrival(binary->getLHS());
      return onArrival(binary->getRHS());
    }
    if (readsQuery(traversal.function, e))
      return;
    for (unsigned path : pathsIn(traversal.function, e))
      if (!isThroughPointer(traversal.paths[path]) || isOfOtherNode(path))
        home[path] = nullptr;
  }

  /// Keeps in the arrival record what the conditions look at under which a
  /// pointer is followed: linearising asks them there.
  void keepConditions(const Statement &stmt) {
    for (const Expr *e : ownExprs(traversal, stmt))
      walkExpr(e, [&](const Expr *inner) {
        const auto *choice = dyn_cast<ConditionalOperator>(inner);
        const auto *binary = dyn_cast<BinaryOperator>(inner);
        if ((choice || (binary && binary->isLogicalOp())) &&
            followsPointer(pathsIn(traversal.function, inner)))
          onArrival(choice ? choice->getCond() : binary->getLHS());
      });
    const bool leaves = !stmt.body.empty() && stmt.orElse.empty() &&
                        stmt.body.back().kind == Statement::Return;
    if (stmt.kind == Statement::If &&
        (leaves ? followsPointer(
                      pathsOf(traversal.function, traversal.function.body))
                : followsPointer(pathsOf(traversal.function, stmt))))
      onArrival(stmt.cond);
    for (const auto *list : {&stmt.init, &stmt.body, &stmt.orElse})
      for (const Statement &inner : *list)
        keepConditions(inner);
  }

  uint64_t bytes(unsigned path) const {
    return context.ast.getTypeSizeInChars(traversal.paths[path].type)
        .getQuantity();
  }

  static uint64_t sectors(uint64_t bytes) { return (bytes + 31) / 32; }

  void group() {
    // Extents are evaluated when a tree is linearised, from arrival records.
    for (const DataArray &array : traversal.arrays)
      for (const ExtentTerm &term : array.extent)
        if (term.path >= 0)
          home[term.path] = nullptr;
    traversal.groups.assign(1, RecordGroup());
    uint64_t arrival = traversal.list() ? 8 : 4 * traversal.numSlots;
    std::map<SourceLocation, std::pair<const Statement *, PathSet>> apart;
    for (unsigned path = 0; path < traversal.paths.size(); ++path) {
      if (traversal.paths[path].base != Base::Node)
        continue;
      const auto found = home.find(path);
      if (found == home.end() && (onlyFindsChildren(path) ||
                                  llvm::is_contained(traversal.sources, path)))
        continue;
      const Statement *branch = found == home.end() ? nullptr : found->second;
      if (branch) {
        apart[branch->loc].first = branch;
        apart[branch->loc].second.insert(path);
      } else {
        traversal.groups[0].paths.push_back(path);
        arrival += bytes(path);
      }
    }
    for (auto &[loc, entry] : apart) {
      uint64_t size = 0;
      for (unsigned path : entry.second)
        size += bytes(path);
      if (sectors(arrival + size) == sectors(arrival)) {
        arrival += size;
        traversal.groups[0].paths.append(entry.second.begin(),
                                         entry.second.end());
        continue;
      }
      RecordGroup group;
      group.loadIn = entry.first;
      group.paths.append(entry.second.begin(), entry.second.end());
      traversal.groups.push_back(group);
    }
    name();
  }

  /// Whether no visit reads `path`, nor the gathering of an array.
  bool onlyFindsChildren(unsigned path) const {
    return traversal.nodesAreNumbers &&
           llvm::none_of(traversal.arrays, [&](const DataArray &array) {
             return array.start == int(path) || array.size == int(path);
           });
  }

  /// `Node`; then after the pointer that leads to a group's data, `NodePoint`,
  /// or else `NodeDetail`.
  void name() {
    const RecordDecl *record = traversal.nodeNaming()->getAsRecordDecl();
    const std::string node = record ? record->getNameAsString() : "";
    const std::string var = traversal.nodeName;
    for (unsigned i = 0; i < traversal.groups.size(); ++i) {
      RecordGroup &group = traversal.groups[i];
      if (i == 0) {
        group.typeName = node.empty() ? "Node" : node;
        group.varName = var;
        continue;
      }
      std::string stem = "detail";
      const auto firstField = [&](unsigned path) {
        const PathSteps &steps = traversal.paths[path].steps;
        return steps.empty() ? nullptr : steps.front().field;
      };
      const FieldDecl *first = firstField(group.paths.front());
      if (first && first->getType()->isPointerType() &&
          llvm::all_of(group.paths, [&](unsigned path) {
            return firstField(path) == first;
          }))
        stem = first->getNameAsString();
      group.varName = var + "_" + stem;
      stem[0] = llvm::toUpper(stem[0]);
      group.typeName = traversal.groups[0].typeName + stem;
      for (unsigned j = 1; j < i; ++j)
        if (traversal.groups[j].typeName == group.typeName) {
          group.typeName += std::to_string(i);
          group.varName += std::to_string(i);
        }
    }
  }

  unsigned groupOf(unsigned path) const {
    for (unsigned i = 0; i < traversal.groups.size(); ++i)
      if (llvm::is_contained(traversal.groups[i].paths, path))
        return i;
    return 0;
  }

  /// Whether an element is found by what the query says of its array.
  bool startsInQuery(const ElementRef &element) const {
    const DataArray &array = traversal.arrays[element.array];
    return (array.ofQueries || array.row >= 0) && !element.from &&
           !element.fromThis;
  }

  /// What has to be handed to a helper: groups, the query, the uniforms.
  /// Callees come before callers, so theirs are known.
  void bindHelpers(Function &function) {
    std::set<unsigned> groups;
    const auto note = [&](const Expr *e) {
      const auto access = function.accesses.find(e);
      if (access != function.accesses.end()) {
        const Base base = traversal.paths[access->second.path].base;
        function.usesQuery |= base == Base::Query;
        function.usesArrays |= base == Base::Element;
        if (base == Base::Element)
          function.usesQuery |= startsInQuery(access->second.element);
      }
      if (const auto element = function.elements.find(e);
          element != function.elements.end())
        function.usesQuery |= startsInQuery(element->second);
      forNodeReads(traversal, function, e,
                   [&](unsigned path) { groups.insert(groupOf(path)); });
      if (function.children.count(e) || function.listSizes.count(e) ||
          function.nullTests.count(e))
        groups.insert(0);
      if (function.uniforms.count(e))
        function.usesUniforms = true;
      const auto call = function.helperCalls.find(e);
      if (call == function.helperCalls.end())
        return;
      const Function &helper = *traversal.helpers[call->second];
      groups.insert(helper.groupsRead.begin(), helper.groupsRead.end());
      function.usesQuery |= helper.usesQuery;
      function.usesUniforms |= helper.usesUniforms;
      function.usesArrays |= helper.usesArrays;
    };
    walkStmts(function.body, [&](const Statement &stmt) {
      for (const Expr *own : ownExprs(traversal, stmt))
        walkReads(function, own, note);
    });
    function.groupsRead.assign(groups.begin(), groups.end());
  }

  PassContext &context;
  Traversal &traversal;
  std::vector<PathSet> summaries;
  std::map<unsigned, const Statement *> home;
};

} // namespace

bool regtt::runRecordLayout(PassContext &context) {
  LayoutPlanner(context).run();
  return true;
}
