// Where nodes are numbers: what linearising gathers of a node to find its
// children, and the function that finds them.
//
//     struct ChildNumbers { int left; int right; };
//     using Links = Node<ChildNumbers>;
//     if (const int child = n.children.left; child >= 0) visit(0, child);
#include "HostValues.h"
#include "OperatorPrinter.h"

#include "ValueTypes.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;

namespace {

class NumberPrinter {
public:
  NumberPrinter(const Site &site, const Unit &unit)
      : kernel(site.kernel), values(*unit.values), types(kernel, values),
        host(site, values) {}

  std::string run() {
    out += "static constexpr int numNodeArrays = " +
           std::to_string(kernel.nodeArrays.size()) +
           ";\nstatic constexpr bool nodesAreNumbers = true;\n";
    if (llvm::any_of(kernel.data, [](const Datum &datum) {
          return datum.owner == Owner::Node && datum.number == outsideOfArrays;
        }))
      out += "// Numbers outside of the arrays are nodes without data.\n"
             "static constexpr bool goesOutside = true;\n";
    if (kernel.isForest)
      out += "static constexpr bool isForest = true;\n";
    if (kernel.list())
      out += "static constexpr bool hasChildList = true;\n";
    links();
    children();
    watchedLists();
    if (kernel.isNode)
      isNode();
    if (kernel.firstNumber)
      firstNumber();
    return out;
  }

private:
  std::string node() const { return host.names.groups[0]; }

  std::string nameOf(const SlotGroup &slots) const {
    return safeName(kernel.slotNames[&slots - kernel.slots.data()]);
  }

  std::string param() const { return values.spell(kernel.numberType); }

  std::string row(const std::string &member, unsigned array, uint64_t at,
                  const std::string &bytes, const std::string &text) const {
    return "{0, offsetof(Links, " + member + "), " + viaOf(kernel, array) +
           ", " + std::to_string(at) + ", " + bytes + "}, // " + text + "\n";
  }

  void links() {
    std::string members, rows;
    size_t numRows = 0;
    const auto pathRow = [&](unsigned p, const std::string &before) {
      const Datum &datum = kernel.data[p];
      const std::string member = before + safeName(datum.name),
                        bytes = values.contents(datum, true);
      rows += datum.isComputed ? "{0, offsetof(Links, " + member + "), " +
                                     placeInInvariants(datum) + ", " + bytes +
                                     "}, // " + datum.text + "\n"
                               : row(member, datum.number,
                                     offsetOf(datum.steps), bytes, datum.text);
      ++numRows;
    };
    const auto slotRow = [&](const SlotGroup &slots, const std::string &member,
                             uint64_t after, uint64_t bytes) {
      rows +=
          row("children." + member, slots.array, offsetOf(slots.steps) + after,
              std::to_string(bytes), slots.text);
      ++numRows;
    };
    for (const SlotGroup &slots : kernel.slots) {
      const std::string name = nameOf(slots);
      const std::string comment = "; // " + slots.text + "\n";
      switch (slots.form) {
      case SlotGroup::Fields:
      case SlotGroup::Array: {
        members += values.declare(slots.held, name) + comment;
        slotRow(slots, name, 0, slots.heldBytes);
        break;
      }
      case SlotGroup::Counted:
        members += "const char *" + name + comment;
        slotRow(slots, name, 0, word);
        break;
      case SlotGroup::Vector:
        members += "const char *" + name + "; // its elements' begin\n" +
                   "const char *" + name + "_end" + comment;
        slotRow(slots, name, 0, word);
        slotRow(slots, name + "_end", word, word);
        break;
      case SlotGroup::Computed:
      case SlotGroup::Range:
      case SlotGroup::Consecutive:
      case SlotGroup::Siblings:
        break;
      }
    }
    for (unsigned p : kernel.hostData) {
      const Datum &datum = kernel.data[p];
      members += values.declare(datum) + "; // " + datum.text + "\n";
      pathRow(p, "children.");
    }
    for (unsigned p : kernel.groups[0].data)
      if (!isThroughPointer(kernel.data[p].steps))
        pathRow(p, "");
    out += "// What linearising looks at to find a node's children.\n"
           "struct ChildNumbers {\n" +
           members + "};\nusing Links = " + types.groups[0] +
           "<ChildNumbers>;\nstatic constexpr std::array<rt::NodeField, " +
           std::to_string(numRows) + "> linkFields = {" +
           (numRows ? "{\n" + rows + "}" : "") + "};\n";
  }

  void children() {
    std::string body;
    for (const SlotGroup &slots : kernel.slots) {
      const std::string visit = visits(slots);
      body += slots.followedIf ? "if (" + host.value(slots.followedIf).text +
                                     ") {\n" + visit + "}\n"
                               : visit;
    }
    const bool uses = namesIt(body, node());
    out += "template <class Visit>\nstatic void children(const Links &" +
           (uses ? node() : "") + ", rt::NodeRef, const Uniforms &" +
           (usesUniforms(body) ? "u" : "") + ", Visit &&visit) {\n" + body +
           "}\n";
  }

  /// The bytes of the lists of numbers that iterations may write.
  void watchedLists() {
    std::string body;
    for (const SlotGroup &slots : kernel.slots) {
      if (!slots.isWatched || !slots.leadsToNumbers())
        continue;
      const std::string begin = node() + ".children." + nameOf(slots);
      const std::string end = slots.form == SlotGroup::Vector
                                  ? begin + "_end"
                                  : "rt::after(" + begin + ", " +
                                        host.value(slots.extent).text + ", " +
                                        std::to_string(slots.bytes) + ")";
      const std::string look =
          "look(" + begin + ", " + end + ", \"" + slots.text + "\");\n";
      body += slots.followedIf ? "if (" + host.value(slots.followedIf).text +
                                     ") {\n" + look + "}\n"
                               : look;
    }
    if (!body.empty())
      out += "// Where numbers of children lie that iterations may write.\n"
             "static constexpr bool watchesLists = true;\n"
             "template <class Look>\nstatic void watchedLists(const Links &" +
             node() + ", const Uniforms &" + (usesUniforms(body) ? "u" : "") +
             ", Look &&look) {\n" + body + "}\n";
  }

  static bool usesUniforms(llvm::StringRef body) { return namesIt(body, "u"); }

  /// The statements that visit a group's children.
  std::string visits(const SlotGroup &slots) {
    if (slots.isList())
      return listVisits(slots);
    const bool computed = slots.form == SlotGroup::Computed && slots.count > 1;
    std::string number = slots.value ? computed ? host.summand(slots.value)
                                                : host.value(slots.value).text
                                     : node() + ".children." + nameOf(slots);
    const bool several = computed || (slots.form == SlotGroup::Fields &&
                                      slots.held->kind == ir::Type::Array);
    std::string slot = std::to_string(slots.first);
    std::string head;
    if (several) {
      head =
          "for (" +
          (computed ? values.spell(slots.type) : std::string("std::size_t")) +
          " k = 0; k < " + std::to_string(slots.count) + "; ++k)\n";
      number += computed ? " + k" : "[k]";
      slot = slots.first ? slot + " + k" : "k";
      if (computed)
        slot = "static_cast<std::size_t>(" + slot + ")";
      if (slots.placeFollowedIf)
        head += "if ([[maybe_unused]] const int place = static_cast<int>(k); " +
                host.value(slots.placeFollowedIf, "place").text + ")\n";
    }
    return head + testedVisit(slots, slots.type, slot, number);
  }

  /// The statement that visits `number`, of `type`, if it is a node.
  std::string testedVisit(const SlotGroup &slots, const ir::Type *type,
                          const std::string &slot, const std::string &number,
                          const std::string &visit = "visit(") {
    const std::string test = tests(slots);
    if (test.empty())
      return "visit(" + slot + ", " + converted(type, number) + ");\n";
    const ir::Type *asked = slots.tested;
    return "if (const " + values.spell(asked) + " child = " +
           (asked == type
                ? number
                : "static_cast<" + values.spell(asked) + ">(" + number + ")") +
           "; " + test + ")\n" + visit + slot + ", " +
           converted(asked, "child") + ");\n";
  }

  /// The beginning of a call of `function` with a list's first number and what
  /// ends it.
  std::string spanned(llvm::StringRef function, const SlotGroup &slots) const {
    return (function + "<" + values.spell(slots.type) + ", " +
            values.spell(slots.extent->type->result) + ">(" +
            host.value(slots.value).text + ", " +
            host.value(slots.extent).text + ", ")
        .str();
  }

  std::string listVisits(const SlotGroup &slots) {
    std::string call;
    const std::string held = node() + ".children." + nameOf(slots);
    const std::string bytes = std::to_string(slots.bytes);
    const auto numbers = [&](const std::string &begin, const std::string &end) {
      return "rt::eachNumber<" + values.spell(slots.type) + ">(" + begin +
             ", " + end + ", ";
    };
    const auto counted = [&](const std::string &begin) {
      return numbers(begin, "rt::after(" + begin + ", " + host.extent(slots) +
                                ", " + bytes + ")");
    };
    switch (slots.form) {
    case SlotGroup::Range:
      call = spanned(slots.isInclusive ? "rt::eachUpTo"
                     : slots.isUnequal ? "rt::eachUntil"
                                       : "rt::eachInRange",
                     slots);
      break;
    case SlotGroup::Consecutive:
      call = spanned("rt::eachFrom", slots);
      break;
    case SlotGroup::Vector:
      call = numbers(held, held + "_end");
      break;
    case SlotGroup::Array:
      call = counted("reinterpret_cast<const char *>(" + held + ")");
      break;
    default:
      call = counted(held);
    }
    if (tests(slots).empty())
      return call + "visit);\n";
    call += "[&](std::size_t slot, rt::NodeRef number) {\n";
    if (!slots.needsLast)
      return call + testedVisit(slots, nullptr, "slot", "number") + "});\n";
    return "rt::LastPlace last;\n" + call + "last.isThere = false;\n" +
           testedVisit(slots, nullptr, "slot", "number", "last.visit(visit, ") +
           "});\nlast.check();\n";
  }

  /// `number`, of `type`, as the parameter takes it.
  std::string converted(const ir::Type *type, const std::string &number) const {
    return type == kernel.numberType
               ? number
               : "static_cast<" + param() + ">(" + number + ")";
  }

  /// What says whether `child` is a node; empty where every number is one's.
  std::string tests(const SlotGroup &slots) const {
    const ir::Function *test = slots.test ? slots.test : kernel.isNode;
    return test ? host.value(test, "child").text : "";
  }

  void isNode() {
    const std::string text = host.value(kernel.isNode).text;
    out +=
        "// Whether the root is a node.\nstatic bool isNode(rt::NodeRef root, "
        "const Uniforms &" +
        std::string(usesUniforms(text) ? "u" : "") + ") {\nconst " + param() +
        " number = static_cast<" + param() + ">(root);\nreturn " + text +
        ";\n}\n";
  }

  void firstNumber() {
    const std::string text = host.value(kernel.firstNumber).text;
    out += "// Whose number the first element of the node arrays is.\n"
           "static rt::NodeRef firstNumber(const Uniforms &" +
           std::string(usesUniforms(text) ? "u" : "") +
           ") {\nreturn static_cast<rt::NodeRef>(" + text + ");\n}\n";
  }

  static constexpr uint64_t word = 8; ///< bytes of a pointer

  const Kernel &kernel;
  const ValueTypes &values;
  TypeNames types;
  const HostValues host;
  std::string out;
};

} // namespace

std::string regtt::printNumberLinks(const Site &site, const Unit &unit) {
  return NumberPrinter(site, unit).run();
}

std::string regtt::viaOf(const Kernel &kernel, unsigned array) {
  if (!kernel.nodesAreNumbers)
    return "-1";
  if (array == outsideOfArrays)
    return "rt::outside";
  return array == nodeNumber ? "rt::ownRef" : std::to_string(-int(array) - 1);
}
