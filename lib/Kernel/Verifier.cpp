// What passes and backends rely on of a kernel.
#include "regtt/Kernel/Verifier.h"

#include "regtt/IR/Printer.h"
#include "regtt/IR/Verifier.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

#include <set>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;

namespace {

class Checker {
public:
  explicit Checker(const Kernel &kernel) : kernel(kernel) {}

  std::string run() {
    if (!kernel.enter || !kernel.whole)
      return "there is no body";
    if (kernel.isNested() &&
        (!kernel.program || !kernel.enter->body->statements.empty() ||
         !kernel.slots.empty()))
      return "a loop without traversals has more, or less, than a program";
    for (const ir::Function *function : kernel.module->functions())
      body(*function);
    for (const ir::Function *function : kernel.module->kernels())
      body(*function);
    for (const Datum &each : kernel.data)
      datum(each);
    for (const DataArray &array : kernel.arrays)
      dataArray(array);
    functions();
    groups();
    return fault;
  }

private:
  void check(bool holds, const std::string &what) {
    if (!holds && fault.empty())
      fault = what;
  }

  //===--- Functions ------------------------------------------------------===//

  void body(const ir::Function &function) {
    if (!function.body)
      return;
    const std::string in = " in @" + function.name;
    const auto place = [&](const ir::Place *place) {
      const auto *data =
          place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
      if (data)
        check(isRow(*data), ir::toString(place) + " is no datum" + in);
    };
    ir::walkExprs(function.body,
                  [&](const ir::Expr *e) { place(ir::placeOf(e)); });
    ir::walk(function.body, [&](const ir::Statement *s) {
      ir::forEachPlace(s, place);
      if (const auto *visit = dyn_cast<ir::VisitStatement>(s))
        this->visit(*visit, in);
      if (const auto *later = dyn_cast<ir::DeferStatement>(s))
        defer(*later, in);
      if (const auto *resume = dyn_cast<ir::ResumeStatement>(s))
        check(llvm::any_of(kernel.resumes,
                           [&](const ResumePoint &point) {
                             return point.function == resume->segment;
                           }),
              "a resume point of another traversal" + in);
    });
  }

  bool isRow(const ir::DataRoot &root) const {
    const size_t row = root.number;
    const auto isOwned = [&](Owner owner) {
      return row < kernel.data.size() && kernel.data[row].owner == owner;
    };
    switch (root.kind) {
    case ir::DataRoot::Node:
      return isOwned(Owner::Node);
    case ir::DataRoot::Linked: // of which nothing is known but its record
      return isOwned(Owner::Node) && !kernel.data[row].isComputed;
    case ir::DataRoot::Own:
      return isOwned(Owner::Query);
    case ir::DataRoot::Element:
      return isOwned(Owner::Element);
    case ir::DataRoot::Shared:
      return row < kernel.uniforms.size();
    case ir::DataRoot::Host:
      return row < kernel.slots.size();
    }
    return false;
  }

  void visit(const ir::VisitStatement &visit, const std::string &in) {
    check(visit.callee == kernel.enter, "a visit of another traversal" + in);
    check(!visit.guard || llvm::any_of(kernel.guards,
                                       [&](const Guard &guard) {
                                         return guard.function == visit.guard;
                                       }),
          "a guard of another traversal" + in);
    const auto *position = llvm::dyn_cast_or_null<ir::IntExpr>(visit.position);
    check(!position || kernel.maxRopes == 0 ||
              position->value().getSExtValue() < kernel.maxRopes,
          "a position that is no rope's" + in);
  }

  /// In a kernel the condition stands around it.
  void defer(const ir::DeferStatement &later, const std::string &in) {
    check(!later.body && !later.when, "the host's own statements" + in);
    check(kernel.deferred &&
              kernel.deferred->fields.size() == later.values.size(),
          "what is left to the host has no record" + in);
  }

  void functions() {
    for (const Guard &guard : kernel.guards) {
      check(guard.function &&
                guard.function->params.size() == guard.captures.size(),
            "a guard is not given what its rope carries");
      for (unsigned capture : guard.captures)
        check(capture < kernel.captures.size(), "a guard of no capture");
    }
    for (const ResumePoint &point : kernel.resumes)
      check(point.function != nullptr, "a resume point without a segment");
    check(kernel.args.size() + 1 == kernel.enter->params.size(),
          "the traversal's arguments are not those of its function");
  }

  //===--- Tables ---------------------------------------------------------===//

  void datum(const Datum &datum) {
    const bool isThere = datum.owner == Owner::Element
                             ? datum.number < kernel.arrays.size()
                         : datum.owner == Owner::Node && kernel.nodesAreNumbers
                             ? datum.number >= outsideOfArrays ||
                                   datum.number < kernel.nodeArrays.size()
                             : true;
    check(isThere, "the datum '" + datum.text + "' is of nothing");
    check(!datum.inOrder || (datum.owner == Owner::Element && datum.isWritten &&
                             datum.inOrder->value),
          "the datum '" + datum.text + "' is changed in no order");
  }

  void dataArray(const DataArray &array) {
    const Owner owner = array.isOfElements() ? Owner::Element
                        : array.isOfNodes()  ? Owner::Node
                                             : Owner::Query;
    const auto isOwn = [&](int row) {
      return row < 0 || (row < int(kernel.data.size()) &&
                         kernel.data[row].owner == owner &&
                         (!array.isOfElements() ||
                          kernel.data[row].number == unsigned(array.parent)));
    };
    check(array.parent < int(&array - kernel.arrays.data()),
          "the array '" + array.text + "' is of elements that come after it");
    check(isOwn(array.start) && isOwn(array.size) && isOwn(array.row),
          "the array '" + array.text + "' starts at no datum of its own");
    check(array.pointer < int(kernel.pointers.size()),
          "the array '" + array.text + "' lies behind no pointer");
  }

  void groups() {
    std::set<unsigned> seen;
    for (const RecordGroup &group : kernel.groups)
      for (unsigned row : group.data)
        check(row < kernel.data.size() &&
                  kernel.data[row].owner == Owner::Node &&
                  seen.insert(row).second,
              "a record holds what is no datum of the node, or twice");
  }

  const Kernel &kernel;
  std::string fault;
};

} // namespace

llvm::Error regtt::kernel::verify(const Kernel &kernel) {
  if (llvm::Error error = ir::verify(*kernel.module))
    return error;
  const std::string fault = Checker(kernel).run();
  return fault.empty() ? llvm::Error::success()
                       : llvm::createStringError(fault);
}
