// How linearising finds a node's children: where they are held, and the
// function that visits them where that takes more than reading links.
#include "TablePrinter.h"

#include "HostValues.h"
#include "OperatorPrinter.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <map>

using namespace regtt;
using namespace regtt::kernel;

void TablePrinter::slots() {
  std::vector<std::string> rows;
  for (const SlotGroup &slots : kernel.slots)
    rows.push_back("{" + std::to_string(offsetOf(slots.steps)) + ", " +
                   std::to_string(slots.count) +
                   (slots.stride ? ", " + std::to_string(slots.stride) : "") +
                   "}, // " + slots.text);
  table("rt::Slots", "slots", rows);
}

namespace {

/// The node's data that functions read, what they call among them.
class DataRead {
public:
  void function(const ir::Function *function) {
    if (!function || !function->body || !seen.insert(function).second)
      return;
    ir::walkExprs(function->body, [&](const ir::Expr *e) {
      if (const auto *call = llvm::dyn_cast<ir::CallExpr>(e))
        this->function(call->callee);
      const ir::Place *place = ir::placeOf(e);
      const auto *data =
          place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
      if (data && data->kind == ir::DataRoot::Node)
        numbers.insert(data->number);
    });
  }

  std::set<unsigned> numbers;

private:
  llvm::SmallPtrSet<const ir::Function *, 8> seen;
};

} // namespace

/// Data behind pointers that linearising looks at to find children, and what
/// says that it may follow these.
std::set<unsigned> TablePrinter::behindForChildren() const {
  DataRead read;
  for (const SlotGroup &slots : kernel.slots) {
    for (const ir::Function *asked :
         {slots.followedIf, slots.placeFollowedIf, slots.extent})
      read.function(asked);
    for (int p = pointerOf(slots.array, slots.steps); p >= 0;
         p = kernel.pointers[p].via)
      read.function(kernel.pointers[p].followedIf);
  }
  // Conditions look at pointers of lower number.
  for (int p = int(kernel.pointers.size()) - 1; p >= 0; --p)
    if (llvm::any_of(read.numbers, [&](unsigned number) {
          for (int at = pointerOfDatum(number); at >= 0;
               at = kernel.pointers[at].via)
            if (at == p)
              return true;
          return false;
        }))
      read.function(kernel.pointers[p].followedIf);
  std::set<unsigned> result;
  for (unsigned number : read.numbers)
    if (pointerOfDatum(number) >= 0)
      result.insert(number);
  return result;
}

int TablePrinter::pointerOfDatum(unsigned number) const {
  const Datum &datum = kernel.data[number];
  return datum.isComputed || datum.isAddress
             ? -1
             : pointerOf(datum.number, datum.steps);
}

void TablePrinter::children() {
  const SlotGroup *list = kernel.list();
  if (list)
    out += "static constexpr bool hasChildList = true;\n";
  std::vector<std::string> rows;
  const std::string entries = hostEntries(rows);
  out += "// What linearising looks at to find a node's children.\n" + entries +
         "using Links = " + types.groups[0] + "<" +
         (list ? "rt::HostList"
          : !entries.empty()
              ? "HostChildren"
              : "rt::HostSlots<" + std::to_string(kernel.numSlots) + ">") +
         ">;\n";
  const std::set<unsigned> behind = behindForChildren();
  for (unsigned p : kernel.groups[0].data) {
    const Datum &datum = kernel.data[p];
    const int pointer = pointerOfDatum(p);
    if (pointer < 0 || behind.count(p))
      rows.push_back("{0, offsetof(Links, " + safeName(datum.name) + "), " +
                     (datum.isComputed ? placeInInvariants(datum)
                      : datum.isAddress
                          ? "rt::ownRef, 0"
                          : std::to_string(pointer) + ", " +
                                std::to_string(offsetOf(datum.steps))) +
                     ", " + values.contents(datum, true) +
                     (tellsClass(datum.steps) ? kindOf(datum) : "") + "}, // " +
                     datum.text);
  }
  for (const SlotGroup &slots : kernel.slots)
    for (const std::string &row : hostLinks(slots))
      rows.push_back(row);
  table("rt::NodeField", "linkFields", rows);
  const bool isBehind = llvm::any_of(kernel.slots, [&](const SlotGroup &slots) {
    return pointerOf(slots.array, slots.steps) >= 0;
  });
  if ((!behind.empty() || isBehind) && hasFollows())
    out += "// The same where only what links need is there.\n"
           "template <int P> static bool followsLinks(const Links &links) {\n"
           "return follows<P>(links);\n}\n";

  const HostValues host(site, values);
  const std::string &n = host.names.groups[0];
  std::string body;
  for (const SlotGroup &slots : kernel.slots) {
    if (slots.followedIf)
      body += "if (" + host.value(slots.followedIf).text + ")\n";
    body += hostVisits(
        slots, n, slots.extent ? host.extent(slots) : std::string(),
        slots.placeFollowedIf
            ? "[&]([[maybe_unused]] int place) { return " +
                  host.value(slots.placeFollowedIf, "place").text + "; }, "
            : std::string());
  }
  const bool uses = namesIt(body, n);
  const bool usesSelf = namesIt(body, "self");
  const bool usesUniforms = namesIt(body, "u");
  readsUniforms |= usesUniforms;
  out += "template <class Visit>\nstatic void children(const Links &" +
         (uses ? n : "") + ", rt::NodeRef" + (usesSelf ? " self" : "") +
         ", const Uniforms &" + (usesUniforms ? "u" : "") +
         ", Visit &&visit) {\n" + body + "}\n";
}

/// Children with what conditions read of the entries that hold them; adds the
/// rows that gather it. Empty: nothing.
///
///     struct HostChildren : ... { struct { int kind; } branch_entries[2]; };
std::string TablePrinter::hostEntries(std::vector<std::string> &rows) const {
  std::string members;
  for (const SlotGroup &slots : kernel.slots) {
    std::map<unsigned, std::set<unsigned>> read; // of each array
    if (slots.placeFollowedIf)
      ir::walkExprs(slots.placeFollowedIf->body, [&](const ir::Expr *e) {
        const ir::Place *place = ir::placeOf(e);
        const auto *data =
            place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
        if (data && data->kind == ir::DataRoot::Element)
          read[kernel.data[data->number].number].insert(data->number);
      });
    for (const auto &[array, data] : read) {
      const std::string name = entriesName(kernel, array);
      members += "struct {\n";
      for (unsigned number : data) {
        const Datum &datum = kernel.data[number];
        members += values.declare(datum) + "; // " + datum.text + "\n";
        for (int k = 0; k < slots.count; ++k)
          rows.push_back(
              "{0, offsetof(Links, children." + name + "[" + std::to_string(k) +
              "]." + safeName(datum.name) + "), " +
              std::to_string(pointerOf(slots.array, slots.steps)) + ", " +
              std::to_string(
                  offsetOf(kernel.data[kernel.arrays[array].start].steps) +
                  slots.stride * k + offsetOf(datum.steps)) +
              ", " + values.contents(datum, true) + "}, // " + datum.text);
      }
      members += "} " + name + "[" + std::to_string(slots.count) + "];\n";
    }
  }
  return members.empty()
             ? ""
             : "struct HostChildren {\nrt::NodeRef refs[" +
                   std::to_string(kernel.numSlots) + "];\n" + members +
                   "bool has(int slot) const { return refs[slot] "
                   "!= 0; }\n};\n";
}

std::vector<std::string> TablePrinter::hostLinks(const SlotGroup &slots) const {
  const auto row = [&](const std::string &member, uint64_t at, uint64_t bytes) {
    return "{0, offsetof(Links, children." + member + "), " +
           std::to_string(pointerOf(slots.array, slots.steps)) + ", " +
           std::to_string(at) + ", " + std::to_string(bytes) + "}, // " +
           slots.text;
  };
  const uint64_t word = 8, at = offsetOf(slots.steps);
  switch (slots.form) {
  case SlotGroup::Fields: {
    if (slots.stride == 0)
      return {row("refs[" + std::to_string(slots.first) + "]", at,
                  word * slots.count)};
    std::vector<std::string> rows;
    for (int k = 0; k < slots.count; ++k)
      rows.push_back(row("refs[" + std::to_string(slots.first + k) + "]",
                         at + slots.stride * k, word));
    return rows;
  }
  case SlotGroup::Array:
  case SlotGroup::Computed:
  case SlotGroup::Range:
  case SlotGroup::Consecutive:
    return {};
  case SlotGroup::Counted:
  case SlotGroup::Siblings:
    return {row("first", at, word)};
  case SlotGroup::Vector:
    return {row("first", at, word), row("last", at + word, word)};
  }
  llvm_unreachable("covered switch");
}

std::string TablePrinter::hostVisits(const SlotGroup &slots,
                                     const std::string &n,
                                     const std::string &extent,
                                     const std::string &isLookedAt) const {
  const std::string first = n + ".children.first";
  if (slots.form == SlotGroup::Fields)
    return (isLookedAt.empty() ? "rt::eachSlot(" : "rt::eachSlotIf(") + n +
           ".children, " + std::to_string(slots.first) + ", " +
           std::to_string(slots.count) + ", " + isLookedAt + "visit);\n";
  if (slots.form == SlotGroup::Siblings)
    return "rt::eachSibling(" + first + ", " + std::to_string(slots.next) +
           ", visit);\n";
  const uint64_t stride = slots.isInPlace     ? kernel.nodeBytes
                          : slots.stride != 0 ? slots.stride
                                              : 8;
  const std::string begin =
      slots.form == SlotGroup::Array
          ? "rt::inNode(self, " + std::to_string(offsetOf(slots.steps)) + ")"
          : first;
  const std::string bytes = std::to_string(stride);
  const std::string range =
      slots.form == SlotGroup::Vector
          ? begin + ", " + n + ".children.last"
          : begin + ", rt::after(" + begin + ", " + extent + ", " + bytes + ")";
  if (slots.isInPlace)
    return "rt::eachObject(" + range + ", " + bytes + ", visit);\n";
  // What asks for the length must not miss null pointers at the end.
  const bool needsLast = kernel.asksListLength || slots.needsLast;
  return (needsLast ? "rt::eachPointerToLast(" : "rt::eachPointer(") + range +
         ", visit" +
         (slots.stride ? ", " + std::to_string(slots.stride) + ", " +
                             std::to_string(slots.within)
                       : "") +
         ");\n";
}
