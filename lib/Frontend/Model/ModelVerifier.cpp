// Structural invariants of the Model.
#include "regtt/Frontend/Model/Verifier.h"
#include "regtt/Frontend/Model/Walk.h"

#include <set>

using namespace regtt;

namespace {

class Verifier {
public:
  explicit Verifier(const Model &model)
      : model(model), traversal(model.traversal) {}

  std::string run() {
    check(!traversal.nodeType.isNull() && !traversal.queryName.empty(),
          "the node or the query is missing");
    check(model.loop.rootText.empty() == (traversal.program != nullptr),
          "the loop's root is missing");
    slots();
    paths();
    arrays();
    function(traversal.function, traversal.helpers.size());
    for (size_t i = 0; i < traversal.helpers.size(); ++i)
      function(*traversal.helpers[i], i);
    if (traversal.program)
      function(*traversal.program, traversal.helpers.size());
    calls();
    return fault;
  }

private:
  void check(bool condition, std::string text) {
    if (!condition && fault.empty())
      fault = std::move(text);
  }

  void slots() {
    int next = 0;
    for (const SlotGroup &group : traversal.slots) {
      check(group.first == next && (group.count > 0) != group.isList(),
            "slots of " + group.text + " are not numbered in order");
      next += group.count;
    }
    check(next == traversal.numSlots, "the number of slots is wrong");
    check(next > 0 || !traversal.slots.empty() || traversal.calls.empty(),
          "calls without children");
  }

  void paths() {
    std::set<std::tuple<Base, unsigned, std::string>> names;
    for (const Path &path : traversal.paths) {
      check(path.base == Base::Query
                ? path.number == iterationNumber ||
                      path.number < model.loop.operands.size() ||
                      (path.isScratch() &&
                       path.number - firstScratch < model.loop.scratch.size())
            : path.base == Base::Element ? path.number < traversal.arrays.size()
            : traversal.nodesAreNumbers
                ? path.number == nodeNumber ||
                      path.number < traversal.nodeArrays.size()
                : path.number == 0,
            "path " + path.text + " starts from nothing");
      // A datum is a field, or an object or element as a whole; of the node
      // itself only the address is one.
      check(path.base == Base::Element || path.base == Base::Query ||
                path.address || !path.steps.empty() ||
                traversal.nodesAreNumbers,
            "path " + path.text + " is the node as a whole");
      check(
          names
              .insert({path.base, path.base == Base::Element ? path.number : 0,
                       path.name})
              .second,
          "two paths are named " + path.name);
      check(path.base == Base::Query ||
                (path.base == Base::Element &&
                 traversal.arrays[path.number].ofQueries) ||
                !path.written(),
            "shared path " + path.text + " is written");
    }
  }

  void arrays() {
    for (const DataArray &array : traversal.arrays) {
      const auto isOfNode = [&](int path) {
        return path < int(traversal.paths.size()) &&
               (path < 0 || traversal.paths[path].base ==
                                (array.ofQueries ? Base::Query : Base::Node));
      };
      check(!array.stored.isNull() && !array.name.empty(),
            "an array without elements or name");
      check(isOfNode(array.start) && isOfNode(array.size),
            "array " + array.text + " starts at no datum of its own");
      check(!array.isShared()
                ? array.size >= 0 || !array.extent.empty()
                : !array.hostText.empty() && !array.extentText.empty(),
            "array " + array.text + " has no extent");
      check(array.row < 0 ||
                (array.isShared() && array.row < int(traversal.paths.size()) &&
                 traversal.paths[array.row].base == Base::Query),
            "a row of array " + array.text + " starts at no datum");
      for (const ExtentTerm &term : array.extent)
        check(isOfNode(term.path) &&
                  term.uniform < int(traversal.uniforms.size()),
              "the extent of " + array.text + " is made of nothing");
    }
  }

  /// `numHelpers`: helpers that this function may call.
  void function(const Function &function, size_t numHelpers) {
    check(function.decl != nullptr, "a function without a declaration");
    for (const auto &entry : function.accesses)
      check(entry.second.path < traversal.paths.size(), "an access to no path");
    for (const auto &entry : function.roles)
      check(entry.second.kind != Role::Object ||
                entry.second.base != Base::Element ||
                entry.second.number < traversal.arrays.size(),
            "a variable is bound to an element of no array");
    for (const auto &entry : function.children)
      check(entry.second.group < traversal.slots.size(),
            "a child of no slot group");
    for (const auto &entry : function.roots)
      check(entry.second.group < model.loop.roots.size(), "a root of no group");
    for (const auto &entry : function.uniforms)
      check(entry.second < traversal.uniforms.size(), "a use of no uniform");
    for (const auto &entry : function.helperCalls)
      check(entry.second < numHelpers,
            "a helper is called before it is defined");
    for (const auto &entry : function.containerCalls) {
      const auto object = function.accesses.find(entry.second.object);
      check(object != function.accesses.end() &&
                traversal.paths[object->second.path].isContainer(),
            "a container's function is called on none");
      check(entry.second.orderHelper < int(numHelpers),
            "an order is used before it is defined");
    }
    walkStmts(function.body, [&](const Statement &stmt) {
      check(stmt.kind != Statement::If || stmt.cond,
            "an if without a condition");
      check(stmt.kind != Statement::Let || !stmt.vars.empty(),
            "a let without variables");
      check(stmt.kind != Statement::CallNode ||
                stmt.call < traversal.calls.size(),
            "a call statement without a call");
      check(stmt.kind != Statement::CallNode ||
                &function == &traversal.function,
            "a recursive call in a helper");
      check(stmt.kind != Statement::CallTree ||
                (&function == traversal.program.get() &&
                 stmt.call < traversal.treeCalls.size()),
            "a call of a tree outside of the program");
    });
  }

  void calls() {
    std::set<unsigned> seen;
    walkStmts(traversal.function.body, [&](const Statement &stmt) {
      if (stmt.kind == Statement::CallNode)
        check(seen.insert(stmt.call).second, "a call stands in two places");
    });
    for (const Call &call : traversal.calls)
      check(call.child != nullptr, "a call without a child");
  }

  const Model &model;
  const Traversal &traversal;
  std::string fault;
};

} // namespace

std::string regtt::verifyModel(const Model &model) {
  return Verifier(model).run();
}
