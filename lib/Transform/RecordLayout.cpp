// Groups node data by where it is read: what a visit reads in any case is
// loaded on arrival with the children; what only one branch reads becomes a
// record of its own, loaded in that branch, if leaving it out makes the arrival
// record touch fewer 32-byte sectors.
//
//     if far() { return }               node(0), node(1) -> group 0
//     if load node(2: bool) {           node(2) -> group 0
//       lib "rt::load"(1:i32)
//       call @near(load node(3: f32))   node(3) -> group 1, loaded there
//     }
//
// Where the loads stand is RecordLoads.h's question. What helpers have to be
// handed of the records is noted in Helper.
#include "RecordLoads.h"

#include "regtt/IR/Walk.h"
#include "regtt/Transform/Passes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;

namespace {

class LayoutPlanner {
public:
  explicit LayoutPlanner(PassContext &context)
      : context(context), kernel(context.kernel), reads(kernel) {}

  bool run() {
    visit(kernel.whole->body, nullptr);
    for (const ir::Function *body : bodies())
      for (unsigned datum : reads.of(body).nodeData)
        home.insert({datum, nullptr}); // in no place of the body as a whole
    // Of another node there is its arrival record.
    for (const ir::Function *body : kernel.bodies())
      if (body && body->body)
        onArrival(reads.of(body).linkedData);
    // A guard is asked when no record is there but the one on arrival.
    for (const Guard &guard : kernel.guards)
      if (guard.function)
        onArrival(reads.of(guard.function).nodeData);
    keepConditions(kernel.whole->body);
    throughPointers = true;
    resolved.clear();
    keepWaysToChildren(kernel.whole->body, false);
    keepExtents();
    group();
    name();
    bindHelpers();
    return load();
  }

private:
  using DataSet = std::set<unsigned>;

  //===--- Where data is read ---------------------------------------------===//

  void onArrival(const DataSet &data) {
    for (unsigned datum : data)
      home[datum] = nullptr;
  }

  /// Notes, for every datum, the outermost branch that holds all its reads.
  void visit(const ir::Statement *s, const ir::IfStatement *branch) {
    for (unsigned datum : reads.ofItself(s).nodeData) {
      const auto [entry, isNew] = home.insert({datum, branch});
      if (!isNew && entry->second != branch)
        entry->second = nullptr;
    }
    const auto *chosen = dyn_cast<ir::IfStatement>(s);
    // Linearising asks what children stand under, through helpers, too, which
    // are handed the arrival record.
    if (kernel.nodesAreNumbers && chosen)
      ir::walk(chosen->condition, [&](const ir::Expr *e) {
        if (const auto *call = dyn_cast<ir::CallExpr>(e))
          onArrival(reads.of(call->callee).nodeData);
      });
    // Only what an `if` holds is a branch of its own; an `else` is arrival's.
    const bool opens = chosen && !branch;
    if (opens)
      branches.push_back(chosen);
    ir::forEachChild(s, [&](const ir::Statement *child) {
      visit(child, opens && child == chosen->then ? chosen : branch);
    });
  }

  //===--- What linearising asks ------------------------------------------===//

  /// Whether linearising follows a pointer of the node for what is read here.
  bool followsPointer(const DataSet &data) const {
    return llvm::any_of(data, [&](unsigned datum) {
      return isThroughPointer(kernel.data[datum].steps) ||
             llvm::any_of(kernel.arrays, [&](const DataArray &array) {
               return array.isOfNodes() && array.size < 0 &&
                      array.start == static_cast<int>(datum);
             });
    });
  }

  /// Whether the datum is another node's: what is read there, too, may depend
  /// on it.
  bool isOfOtherNode(unsigned datum) const {
    return !kernel.nodesAreNumbers &&
           llvm::any_of(kernel.data[datum].steps,
                        [](const DataStep &step) { return step.leadsToNode; });
  }

  /// Keeps what the parts of `condition` look at that ask for the node alone. A
  /// local is what it is set to.
  void keepCondition(const ir::Expr *condition) {
    if (const auto *cast = dyn_cast<ir::CastExpr>(condition))
      return keepCondition(cast->operand);
    if (const auto *unary = dyn_cast<ir::UnaryExpr>(condition);
        unary && unary->op == ir::UnaryOp::LNot)
      return keepCondition(unary->operand);
    if (const auto *both = dyn_cast<ir::LogicalExpr>(condition)) {
      keepCondition(both->left);
      return keepCondition(both->right);
    }
    if (!keepArrival(reads.of(condition)))
      return;
    ir::walk(condition, [&](const ir::Expr *e) {
      const auto *value = dyn_cast<ir::ValueExpr>(e);
      const ir::Place *place = ir::placeOf(e);
      if (value)
        keepLocal(value->variable);
      else if (place && place->variable())
        keepLocal(place->variable());
    });
  }

  /// False where the query is asked, too.
  bool keepArrival(const Reads &asked) {
    if (asked.query || asked.otherNodes)
      return false;
    for (unsigned datum : asked.nodeData)
      if (throughPointers || !isThroughPointer(kernel.data[datum].steps) ||
          isOfOtherNode(datum))
        home[datum] = nullptr;
    return true;
  }

  void keepLocal(const ir::Variable *local) {
    if (!resolved.insert(local).second)
      return;
    ir::walk(kernel.whole->body, [&](ir::Statement *s) {
      if (const auto *let = dyn_cast<ir::LetStatement>(s);
          let && let->variable == local)
        keepCondition(let->value);
      if (const auto *var = dyn_cast<ir::VarStatement>(s);
          var && var->variable == local && var->init)
        keepCondition(var->init);
      if (const auto *store = dyn_cast<ir::StoreStatement>(s);
          store && store->place->wholeVariable() == local)
        keepCondition(store->value);
      if (const auto *call = dyn_cast<ir::CallStatement>(s);
          call && call->result == local)
        keepArrival(reads.of(call->callee));
    });
  }

  /// Keeps in the arrival record what the conditions look at under which a
  /// pointer is followed: linearising asks them there.
  void keepConditions(const ir::Statement *s) {
    ir::forEachOperand(s, [&](const ir::Expr *own) {
      ir::walk(own, [&](const ir::Expr *e) {
        const auto *choice = dyn_cast<ir::SelectExpr>(e);
        const auto *both = dyn_cast<ir::LogicalExpr>(e);
        if ((choice || both) && followsPointer(reads.of(e).nodeData))
          keepCondition(choice ? choice->condition : both->left);
      });
    });
    if (const auto *branch = dyn_cast<ir::IfStatement>(s)) {
      const auto &inside = branch->then->statements;
      const bool leaves =
          !inside.empty() && llvm::isa<ir::ReturnStatement>(inside.back()) &&
          (!branch->otherwise || branch->otherwise->statements.empty());
      const ir::Statement *decided = branch;
      if (leaves)
        decided = kernel.whole->body;
      if (followsPointer(reads.of(decided).nodeData))
        keepCondition(branch->condition);
    }
    if (const auto *choice = dyn_cast<ir::SwitchStatement>(s);
        choice && followsPointer(reads.of(s).nodeData))
      keepCondition(choice->value);
    ir::forEachChild(
        s, [&](const ir::Statement *child) { keepConditions(child); });
  }

  template <class... Kinds> static bool holds(const ir::Statement *s) {
    bool result = false;
    ir::walk(s, [&](const ir::Statement *each) {
      result |= llvm::isa<Kinds...>(each);
    });
    return result;
  }

  /// Keeps what the conditions look at under which a visit looks at its
  /// children, behind pointers, too. Where it would not, what a node has for
  /// children may be anything. `isOfLoop`: a loop around makes calls.
  ///
  ///     if (n->has) { if (n->extra->leaf) return; }
  void keepWaysToChildren(const ir::Statement *s, bool isOfLoop) {
    const auto *branch = dyn_cast<ir::IfStatement>(s);
    const auto *choice = dyn_cast<ir::SwitchStatement>(s);
    const bool decides =
        holds<ir::VisitStatement, ir::ReturnStatement, ir::LeaveStatement>(s) ||
        (isOfLoop && holds<ir::BreakStatement, ir::ContinueStatement>(s));
    if (decides && (branch || choice))
      keepCondition(branch ? branch->condition : choice->value);
    isOfLoop |= llvm::isa<ir::LoopStatement, ir::CountedLoopStatement,
                          ir::RangeLoopStatement>(s) &&
                holds<ir::VisitStatement>(s);
    ir::forEachChild(s, [&](const ir::Statement *child) {
      keepWaysToChildren(child, isOfLoop);
    });
  }

  /// Linearising reads how long a list or an array is off the arrival record.
  void keepExtents() {
    if (const SlotGroup *list = kernel.list(); list && list->extent)
      onArrival(reads.of(list->extent).nodeData);
    for (const DataArray &array : kernel.arrays)
      for (const ExtentTerm &term : array.extent)
        if (term.datum >= 0)
          home[term.datum] = nullptr;
  }

  //===--- Groups ---------------------------------------------------------===//

  static uint64_t sectors(uint64_t bytes) { return (bytes + 31) / 32; }

  /// Whether no visit reads the datum, nor the gathering of an array.
  bool onlyFindsChildren(unsigned datum) const {
    return kernel.nodesAreNumbers &&
           llvm::none_of(kernel.arrays, [&](const DataArray &array) {
             return array.start == static_cast<int>(datum) ||
                    array.size == static_cast<int>(datum);
           });
  }

  void group() {
    kernel.groups.assign(1, RecordGroup());
    groupBranches.assign(1, nullptr);
    uint64_t arrival = kernel.list() ? 8 : 4 * kernel.numSlots;
    std::map<const ir::IfStatement *, std::vector<unsigned>> apart;
    for (unsigned k = 0; k < kernel.data.size(); ++k) {
      if (kernel.data[k].owner != Owner::Node)
        continue;
      const auto found = home.find(k);
      if (found == home.end() &&
          (onlyFindsChildren(k) || llvm::is_contained(kernel.sources, k)))
        continue;
      if (found != home.end() && found->second) {
        apart[found->second].push_back(k);
        continue;
      }
      kernel.groups[0].data.push_back(k);
      arrival += kernel.data[k].bytes;
    }
    for (const ir::IfStatement *branch : branches) {
      const std::vector<unsigned> &data = apart[branch];
      uint64_t size = 0;
      for (unsigned k : data)
        size += kernel.data[k].bytes;
      if (data.empty())
        continue;
      if (sectors(arrival + size) == sectors(arrival)) {
        arrival += size;
        llvm::append_range(kernel.groups[0].data, data);
        continue;
      }
      RecordGroup made;
      made.data = data;
      kernel.groups.push_back(made);
      groupBranches.push_back(branch);
    }
  }

  /// `Node`; then after the pointer that leads to a group's data, `NodePoint`,
  /// or else `NodeDetail`.
  void name() {
    for (unsigned i = 0; i < kernel.groups.size(); ++i) {
      RecordGroup &group = kernel.groups[i];
      if (i == 0) {
        group.typeName =
            kernel.nodeTypeName.empty() ? "Node" : kernel.nodeTypeName;
        group.varName = kernel.nodeName;
        continue;
      }
      std::string stem = pointerTo(group);
      if (stem.empty())
        stem = "detail";
      group.varName = kernel.nodeName + "_" + stem;
      stem[0] = llvm::toUpper(stem[0]);
      group.typeName = kernel.groups[0].typeName + stem;
      for (unsigned j = 1; j < i; ++j)
        if (kernel.groups[j].typeName == group.typeName) {
          group.typeName += std::to_string(i);
          group.varName += std::to_string(i);
        }
    }
  }

  /// The pointer of the node that all data of a group is reached through; empty
  /// where there is none.
  std::string pointerTo(const RecordGroup &group) const {
    const DataStep *first = nullptr;
    for (unsigned k : group.data) {
      const DataSteps &steps = kernel.data[k].steps;
      if (steps.empty() || !steps.front().isPointer ||
          (first && !(*first == steps.front())))
        return "";
      first = &steps.front();
    }
    return first ? first->field : "";
  }

  //===--- Helpers and loads ----------------------------------------------===//

  /// What has to be handed to a helper: groups, the query, the uniforms.
  void bindHelpers() {
    for (Helper &helper : kernel.helpers) {
      if (!helper.function)
        continue;
      const Reads &found = reads.of(helper.function);
      std::set<unsigned> groups;
      for (unsigned k : found.nodeData)
        groups.insert(groupOf(kernel, k));
      if (found.children)
        groups.insert(0);
      helper.groupsRead.assign(groups.begin(), groups.end());
      helper.usesQuery = found.query;
      helper.usesUniforms = found.uniforms;
      helper.usesArrays = found.arrays;
      helper.usesTree = found.otherNodes;
      helper.changesQuery = found.changesQuery;
    }
  }

  /// What runs with the node's records at hand.
  std::vector<ir::Function *> bodies() const {
    std::vector<ir::Function *> result = {kernel.whole};
    const auto add = [&](ir::Function *function) {
      if (function && function->body && !llvm::is_contained(result, function))
        result.push_back(function);
    };
    add(kernel.enter);
    for (const ResumePoint &point : kernel.resumes)
      add(point.function);
    add(kernel.truncates);
    add(kernel.proceed);
    return result;
  }

  bool load() {
    RecordLoads loads(kernel, reads, groupBranches);
    for (ir::Function *body : bodies()) {
      loads.place(*body);
      if (const std::string fault = loads.fault(*body); !fault.empty()) {
        context.messages.push_back(
            {Diag::RTT2099, body->loc, {"@" + body->name + ": " + fault}});
        return false;
      }
    }
    return true;
  }

  PassContext &context;
  Kernel &kernel;
  FunctionReads reads;
  std::map<unsigned, const ir::IfStatement *> home;
  std::vector<const ir::IfStatement *> branches, groupBranches;
  llvm::SmallPtrSet<const ir::Variable *, 4> resolved;
  /// Whether what lies behind pointers is kept, too.
  bool throughPointers = false;
};

} // namespace

bool kernel::runRecordLayout(PassContext &context) {
  return !context.kernel.whole || !context.kernel.whole->body ||
         LayoutPlanner(context).run();
}
