// Finds the floating-point work of a visit that depends on the node and
// uniforms alone, which linearising does once for each node instead: a maximal
// expression becomes a datum of the node, the data that only such expressions
// read leave its record. Nothing is regrouped, so results keep their bits.
//
//     for { var %i ... } ... {
//       let %center = div(add(load node(0)[%i], load node(1)[%i]), 2)
//       let %side = div(sub(load node(0)[%i], load node(1)[%i]), 2)
//       store %sum = add(%sum, @sq(sub(load own(2)[%i], %center)))
//       store %box = add(%box, mul(%side, %side))
//     }
//     return lt(sub(sqrt(%sum), sqrt(%box)), load own(3))
//
//  -> in the loop `let %center = load node(4)[%i]` and no %side, after it
//     `sub(sqrt(%sum), load node(5))`
//
// A record never grows by it: expressions that share data are hoisted together,
// if what they come to takes no more bytes than the data that go.
#include "ExprSpelling.h"
#include "FunctionReads.h"
#include "InvariantRewrite.h"

#include "regtt/IR/Walk.h"
#include "regtt/Transform/Passes.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;

namespace {

/// Plans and applies it for a whole traversal.
class Hoister {
public:
  explicit Hoister(Kernel &kernel) : kernel(kernel), module(*kernel.module) {}

  void run() {
    keepHostFunctions();
    for (const Helper &helper : kernel.helpers)
      look(helper.function);
    // A body that is cut into segments is not looked at: what they share would
    // have to be.
    if (kernel.resumes.empty() && kernel.whole == kernel.enter &&
        !kernel.truncates && !kernel.proceed)
      look(kernel.whole);
    choose();
    for (Part &part : parts)
      if (!part.candidates.empty())
        apply(part);
  }

private:
  struct Part {
    ir::Function *function;
    InvariantFinder finder;
    std::vector<InvariantCandidate> candidates;
  };

  //===--- What is looked at ----------------------------------------------===//

  /// What linearising evaluates as it stands, with all that it calls.
  void keepHostFunctions() {
    const auto keep = [&](const ir::Function *function) {
      if (function)
        hostFunctions.push_back(function);
    };
    for (const SlotGroup &slots : kernel.slots)
      for (const ir::Function *function : slots.hostFunctions())
        keep(function);
    for (const NodePointer &pointer : kernel.pointers)
      keep(pointer.followedIf);
    keep(kernel.isNode);
    keep(kernel.firstNumber);
    keep(kernel.assumed);
    for (size_t k = 0; k < hostFunctions.size(); ++k)
      if (const ir::BlockStatement *body = hostFunctions[k]->body)
        ir::walkExprs(body, [&](const ir::Expr *e) {
          const auto *call = dyn_cast<ir::CallExpr>(e);
          if (call && !llvm::is_contained(hostFunctions, call->callee))
            hostFunctions.push_back(call->callee);
        });
  }

  void look(ir::Function *function) {
    if (!function || !function->body ||
        llvm::is_contained(hostFunctions, function))
      return;
    Part part{function, InvariantFinder(kernel, *function), {}};
    part.candidates = part.finder.candidates();
    parts.push_back(std::move(part));
  }

  //===--- What pays ------------------------------------------------------===//

  /// Drops candidates that share data where they do not pay together. What they
  /// read is read again then: that changes nothing for the others.
  void choose() {
    const std::set<unsigned> read = stillRead();
    // Candidates by the data they share.
    llvm::EquivalenceClasses<unsigned> shared;
    for (const Part &part : parts)
      for (const InvariantCandidate &candidate : part.candidates)
        for (unsigned datum : candidate.reads)
          shared.unionSets(*candidate.reads.begin(), datum);
    const auto family = [&](const InvariantCandidate &candidate) {
      return shared.getLeaderValue(*candidate.reads.begin());
    };
    std::map<unsigned, int64_t> saved;
    std::set<unsigned> counted;
    for (const Part &part : parts)
      for (const InvariantCandidate &candidate : part.candidates) {
        int64_t &sum = saved[family(candidate)];
        sum -= static_cast<int64_t>(candidate.bytes);
        for (unsigned datum : candidate.reads)
          if (!read.count(datum) && counted.insert(datum).second)
            sum += static_cast<int64_t>(kernel.data[datum].bytes);
      }
    for (Part &part : parts)
      llvm::erase_if(part.candidates, [&](const InvariantCandidate &candidate) {
        return saved[family(candidate)] < 0;
      });
  }

  /// Data of the node that something reads once what is chosen is hoisted.
  std::set<unsigned> stillRead() const {
    std::set<unsigned> result;
    const auto note = [&](const ir::DataRoot *root) {
      if (const auto datum = nodeDatum(root))
        result.insert(*datum);
      if (root && root->kind == ir::DataRoot::Linked)
        result.insert(root->number);
    };
    const auto noteAll = [&](const ir::Function *function) {
      if (!function || !function->body)
        return;
      ir::walkExprs(function->body,
                    [&](const ir::Expr *e) { note(dataOf(e)); });
      ir::walk(function->body, [&](const ir::Statement *s) {
        ir::forEachPlace(s, [&](const ir::Place *p) { note(dataOf(p)); });
      });
    };
    for (const Part &part : parts)
      InvariantRewrite(kernel, *part.function, part.finder, part.candidates)
          .forEachRest([&](const ir::Expr *e) { note(dataOf(e)); },
                       [&](const ir::Place *place) { note(dataOf(place)); });
    for (const ir::Function *function : kernel.bodies())
      if (llvm::none_of(parts, [&](const Part &part) {
            return part.function == function;
          }))
        noteAll(function);
    for (const ir::Function *function : hostFunctions)
      noteAll(function);
    noteAll(kernel.truncates);
    noteAll(kernel.proceed);
    for (const DataArray &array : kernel.arrays) {
      for (int datum : {array.start, array.size})
        if (datum >= 0)
          result.insert(datum);
      for (const ExtentTerm &term : array.extent)
        if (term.datum >= 0)
          result.insert(term.datum);
    }
    return result;
  }

  //===--- What is hoisted ------------------------------------------------===//

  void apply(Part &part) {
    std::vector<ChosenInvariant> chosen;
    for (const InvariantCandidate &candidate : part.candidates)
      chosen.push_back({&candidate, addDatum(candidate)});
    ir::Function *made = module.createFunction(
        module.freeName(kernel.name + "::invariants"),
        module.functionType(module.voidType(), {}), part.function->loc);
    made->body = invariantSlice(kernel, part.finder, *part.function, chosen);
    kernel.invariants.push_back(made);
    ir::walkExprs(made->body, [&](const ir::Expr *e) {
      const auto datum = nodeDatum(dataOf(e));
      if (datum && !llvm::is_contained(kernel.sources, *datum))
        kernel.sources.push_back(*datum);
    });
    InvariantRewrite(kernel, *part.function, part.finder, part.candidates)
        .apply(chosen);
  }

  unsigned addDatum(const InvariantCandidate &candidate) {
    Datum datum;
    datum.owner = Owner::Node;
    datum.isComputed = true;
    datum.type = candidate.expr->type;
    datum.align = ir::sizeOf(datum.type).value_or(1);
    for (const CountedLoop &loop : llvm::reverse(candidate.counters))
      datum.type = module.array(datum.type, arrayLength(loop));
    datum.bytes = candidate.bytes;
    datum.text = spell(kernel, candidate.expr);
    datum.name = freshName(candidate);
    datum.firstUse = candidate.expr->loc;
    kernel.data.push_back(std::move(datum));
    return kernel.data.size() - 1;
  }

  //===--- Names ----------------------------------------------------------===//

  /// What `e` itself names: `x`, `point` of `n->point.x`; `sqrt`; a local.
  std::vector<std::string> namesIn(const ir::Expr *e) const {
    std::vector<std::string> result;
    if (const auto *call = dyn_cast<ir::LibraryCallExpr>(e))
      return {call->name.rsplit("::").second.str()};
    if (const ir::Variable *variable = variableRead(e))
      return {variable->name};
    const ir::DataRoot *root = dataOf(e);
    if (!root)
      return result;
    if (root->kind == ir::DataRoot::Shared)
      return root->number < kernel.uniforms.size()
                 ? std::vector{kernel.uniforms[root->number].name}
                 : result;
    for (const ir::Step &step : llvm::reverse(ir::placeOf(e)->steps))
      if (const auto *field = std::get_if<ir::FieldStep>(&step);
          field && field->field->isNamed())
        result.push_back(field->field->name);
    const Datum &datum = kernel.data[root->number];
    for (const DataStep &step : llvm::reverse(datum.steps))
      if (!step.isDeref && !step.field.empty())
        result.push_back(step.field);
    return result.empty() ? std::vector{datum.name} : result;
  }

  /// `center` of a local; else what is named in it: `sqrt_box`.
  std::string freshName(const InvariantCandidate &candidate) const {
    std::string name;
    const Setting set = settingOf(candidate.in);
    const ir::Variable *local = candidate.local;
    if (set.value && !llvm::isa<ir::StoreStatement>(candidate.in) &&
        plainExpr(set.value) == plainExpr(candidate.expr))
      local = set.variable;
    if (local)
      name = local->name;
    else
      ir::walk(candidate.expr, [&](const ir::Expr *e) {
        for (const std::string &part : namesIn(e))
          if (name.size() < 24)
            name += (name.empty() ? "" : "_") + part;
      });
    if (name.empty())
      name = "invariant";
    const std::string base = name;
    for (int suffix = 2; llvm::any_of(kernel.data,
                                      [&](const Datum &datum) {
                                        return datum.owner != Owner::Element &&
                                               datum.name == name;
                                      });
         ++suffix)
      name = base + "_" + std::to_string(suffix);
    return name;
  }

  Kernel &kernel;
  ir::Module &module;
  std::vector<Part> parts;
  std::vector<const ir::Function *> hostFunctions;
};

} // namespace

bool kernel::runNodeInvariants(PassContext &context) {
  if (context.hoist && context.kernel.whole && context.kernel.whole->body)
    Hoister(context.kernel).run();
  return true;
}
