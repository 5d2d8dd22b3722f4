// How linearising finds a node's children: where they are held, and the
// function that visits them where that takes more than reading links.
#include "TablePrinter.h"

#include "HostValues.h"
#include "OperatorPrinter.h"

using namespace regtt;
using namespace regtt::kernel;

void TablePrinter::slots() {
  std::vector<std::string> rows;
  for (const SlotGroup &slots : kernel.slots)
    rows.push_back("{" + std::to_string(offsetOf(slots.steps)) + ", " +
                   std::to_string(slots.count) + "}, // " + slots.text);
  table("rt::Slots", "slots", rows);
}

void TablePrinter::children() {
  const SlotGroup *list = kernel.list();
  if (list)
    out += "static constexpr bool hasChildList = true;\n";
  out += "// What linearising looks at to find a node's children.\n"
         "using Links = " +
         types.groups[0] + "<rt::" +
         (list ? "HostList"
               : "HostSlots<" + std::to_string(kernel.numSlots) + ">") +
         ">;\n";
  std::vector<std::string> rows;
  for (unsigned p : kernel.groups[0].data) {
    const Datum &datum = kernel.data[p];
    if (datum.isComputed || datum.isAddress ||
        pointerOf(datum.number, datum.steps) < 0)
      rows.push_back(
          "{0, offsetof(Links, " + safeName(datum.name) + "), " +
          (datum.isComputed  ? placeInInvariants(datum)
           : datum.isAddress ? "rt::ownRef, 0"
                             : "-1, " + std::to_string(offsetOf(datum.steps))) +
          ", " + values.contents(datum, true) + "}, // " + datum.text);
  }
  for (const SlotGroup &slots : kernel.slots)
    for (const std::string &row : hostLinks(slots))
      rows.push_back(row);
  table("rt::NodeField", "linkFields", rows);

  const HostValues host(site, values);
  const std::string &n = host.names.groups[0];
  std::string body;
  for (const SlotGroup &slots : kernel.slots) {
    if (slots.followedIf)
      body += "if (" + host.value(slots.followedIf).text + ")\n";
    body += hostVisits(
        slots, n, slots.extent ? host.value(slots.extent).text : std::string());
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

std::vector<std::string> TablePrinter::hostLinks(const SlotGroup &slots) const {
  const auto row = [&](const std::string &member, uint64_t at, uint64_t bytes) {
    return "{0, offsetof(Links, children." + member + "), -1, " +
           std::to_string(at) + ", " + std::to_string(bytes) + "}, // " +
           slots.text;
  };
  const uint64_t word = 8, at = offsetOf(slots.steps);
  switch (slots.form) {
  case SlotGroup::Fields:
    return {row("refs[" + std::to_string(slots.first) + "]", at,
                word * slots.count)};
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
                                     const std::string &extent) const {
  const std::string first = n + ".children.first";
  if (slots.form == SlotGroup::Fields)
    return "rt::eachSlot(" + n + ".children, " + std::to_string(slots.first) +
           ", " + std::to_string(slots.count) + ", visit);\n";
  if (slots.form == SlotGroup::Siblings)
    return "rt::eachSibling(" + first + ", " + std::to_string(slots.next) +
           ", visit);\n";
  const uint64_t stride = slots.isInPlace ? kernel.nodeBytes : 8;
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
  return (kernel.asksListLength ? "rt::eachPointerToLast("
                                : "rt::eachPointer(") +
         range + ", visit);\n";
}
