// Where nodes are numbers: what linearising gathers of a node to find its
// children, and the function that finds them.
//
//     struct ChildNumbers { int left; int right; };
//     using Links = Node<ChildNumbers>;
//     if (const int child = n.children.left; child >= 0) visit(0, child);
#include "HostValues.h"
#include "OperatorPrinter.h"

#include "ValueTypes.h"
#include "regtt/Frontend/Model/Layout.h"

using namespace regtt;
using namespace clang;

namespace {

class NumberPrinter {
public:
  NumberPrinter(const Site &site, const Unit &unit)
      : traversal(site.model->traversal), ast(*unit.ast), values(*unit.values),
        types(traversal, values), kernel(site.kernel.parts),
        host(site, values) {}

  std::string run() {
    out += "static constexpr int numNodeArrays = " +
           std::to_string(traversal.nodeArrays.size()) +
           ";\nstatic constexpr bool nodesAreNumbers = true;\n";
    if (traversal.list())
      out += "static constexpr bool hasChildList = true;\n";
    links();
    children();
    if (!traversal.nodeTests.empty())
      isNode();
    return out;
  }

private:
  std::string node() const { return host.names.groups[0]; }

  std::string nameOf(const SlotGroup &slots) const {
    return safeName(kernel.slotNames[&slots - traversal.slots.data()]);
  }

  std::string param() const { return values.spell(traversal.nodeType); }

  std::string row(const std::string &member, unsigned array, uint64_t at,
                  const std::string &bytes, const std::string &text) const {
    return "{0, offsetof(Links, " + member + "), " + viaOf(traversal, array) +
           ", " + std::to_string(at) + ", " + bytes + "}, // " + text + "\n";
  }

  uint64_t offset(unsigned array, const PathSteps &steps) const {
    return steps.empty() ? 0
                         : offsetOf(traversal.nodeObject(array), steps, ast);
  }

  void links() {
    std::string members, rows;
    size_t numRows = 0;
    const auto pathRow = [&](unsigned p, const std::string &before) {
      const Path &path = traversal.paths[p];
      const std::string member = before + safeName(path.name),
                        bytes = values.contents(path, true);
      rows += path.computed
                  ? "{0, offsetof(Links, " + member + "), " +
                        placeInInvariants(path) + ", " + bytes + "}, // " +
                        path.text + "\n"
                  : row(member, path.number, offset(path.number, path.steps),
                        bytes, path.text);
      ++numRows;
    };
    const auto slotRow = [&](const SlotGroup &slots, const std::string &member,
                             uint64_t after, uint64_t bytes) {
      rows += row("children." + member, slots.array,
                  offset(slots.array, slots.steps) + after,
                  std::to_string(bytes), slots.text);
      ++numRows;
    };
    for (const SlotGroup &slots : traversal.slots) {
      const std::string name = nameOf(slots);
      const std::string comment = "; // " + slots.text + "\n";
      switch (slots.form) {
      case SlotGroup::Fields:
      case SlotGroup::Array: {
        const QualType type = heldType(slots);
        members += values.declareHeld(type, name) + comment;
        slotRow(slots, name, 0, ast.getTypeSizeInChars(type).getQuantity());
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
    for (unsigned p : kernel.hostPaths) {
      const Path &path = traversal.paths[p];
      members += values.declare(path) + "; // " + path.text + "\n";
      pathRow(p, "children.");
    }
    for (unsigned p : traversal.groups[0].paths)
      if (llvm::none_of(traversal.paths[p].steps, [](const PathStep &step) {
            return step.kind == PathStep::Deref;
          }))
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
    for (size_t k = 0; k < traversal.slots.size(); ++k) {
      const ir::Function *followed = kernel.slots[k].followedIf;
      const std::string visit = visits(traversal.slots[k], kernel.slots[k]);
      body += followed
                  ? "if (" + host.value(followed).text + ") {\n" + visit + "}\n"
                  : visit;
    }
    const bool uses = namesIt(body, node());
    out += "template <class Visit>\nstatic void children(const Links &" +
           (uses ? node() : "") + ", rt::NodeRef, const Uniforms &" +
           (usesUniforms(body) ? "u" : "") + ", Visit &&visit) {\n" + body +
           "}\n";
  }

  static bool usesUniforms(llvm::StringRef body) { return namesIt(body, "u"); }

  /// The statements that visit a group's children.
  std::string visits(const SlotGroup &slots, const KernelParts::Slots &made) {
    if (slots.isList())
      return listVisits(slots, made);
    const bool computed = slots.form == SlotGroup::Computed && slots.count > 1;
    std::string number = made.value ? computed ? host.summand(made.value)
                                               : host.value(made.value).text
                                    : node() + ".children." + nameOf(slots);
    const bool several = computed || (slots.form == SlotGroup::Fields &&
                                      heldType(slots)->isArrayType());
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
    }
    return head + testedVisit(slots, made, slots.type, slot, number);
  }

  /// The statement that visits `number`, of `type`, if it is a node.
  std::string testedVisit(const SlotGroup &slots,
                          const KernelParts::Slots &made, QualType type,
                          const std::string &slot, const std::string &number) {
    const std::string test = tests(made);
    if (test.empty())
      return "visit(" + slot + ", " + converted(type, number) + ");\n";
    const QualType asked =
        slots.test ? slots.test->number->getType().getUnqualifiedType()
                   : traversal.nodeType;
    return "if (const " + values.spell(asked) + " child = " +
           (!type.isNull() && ast.hasSameUnqualifiedType(asked, type)
                ? number
                : "static_cast<" + values.spell(asked) + ">(" + number + ")") +
           "; " + test + ")\nvisit(" + slot + ", " + converted(asked, "child") +
           ");\n";
  }

  std::string listVisits(const SlotGroup &slots,
                         const KernelParts::Slots &made) {
    std::string call;
    const std::string held = node() + ".children." + nameOf(slots);
    const std::string bytes =
        std::to_string(ast.getTypeSizeInChars(slots.type).getQuantity());
    const auto numbers = [&](const std::string &begin, const std::string &end) {
      return "rt::eachNumber<" + values.spell(slots.type) + ">(" + begin +
             ", " + end + ", ";
    };
    const auto counted = [&](const std::string &begin) {
      return numbers(begin, "rt::after(" + begin + ", " +
                                host.value(made.extent).text + ", " + bytes +
                                ")");
    };
    switch (slots.form) {
    case SlotGroup::Range:
      call = "rt::eachInRange<" + values.spell(slots.type) + ">(" +
             host.value(made.value).text + ", " +
             (slots.inclusive ? host.summand(made.extent) + " + 1"
                              : host.value(made.extent).text) +
             ", ";
      break;
    case SlotGroup::Consecutive: {
      const std::string first = host.summand(made.value);
      call = "rt::eachInRange<" + values.spell(slots.type) + ">(" + first +
             ", " + first + " + " + host.summand(made.extent) + ", ";
      break;
    }
    case SlotGroup::Vector:
      call = numbers(held, held + "_end");
      break;
    case SlotGroup::Array:
      call = counted("reinterpret_cast<const char *>(" + held + ")");
      break;
    default:
      call = counted(held);
    }
    if (tests(made).empty())
      return call + "visit);\n";
    return call + "[&](std::size_t slot, rt::NodeRef number) {\n" +
           testedVisit(slots, made, QualType(), "slot", "number") + "});\n";
  }

  /// What holds the numbers of a group: one, or a fixed array of them.
  QualType heldType(const SlotGroup &slots) const {
    return slots.steps.empty() ? traversal.nodeArrays[slots.array].element
                               : slots.steps.back().field->getType();
  }

  /// `number`, of `type`, as the parameter takes it.
  std::string converted(QualType type, const std::string &number) const {
    return ast.hasSameUnqualifiedType(type, traversal.nodeType)
               ? number
               : "static_cast<" + param() + ">(" + number + ")";
  }

  /// What says whether `child` is a node; empty where every number is one's.
  std::string tests(const KernelParts::Slots &made) const {
    const ir::Function *test = made.test ? made.test : kernel.isNode;
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

  static constexpr uint64_t word = 8; ///< bytes of a pointer

  const Traversal &traversal;
  const ASTContext &ast;
  const ValueTypes &values;
  TypeNames types;
  const KernelParts &kernel;
  const HostValues host;
  std::string out;
};

} // namespace

std::string regtt::printNumberLinks(const Site &site, const Unit &unit) {
  return NumberPrinter(site, unit).run();
}

std::string regtt::viaOf(const Traversal &traversal, unsigned array) {
  if (!traversal.nodesAreNumbers)
    return "-1";
  return array == nodeNumber ? "rt::ownRef" : std::to_string(-int(array) - 1);
}
