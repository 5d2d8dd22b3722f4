// Where nodes are numbers: what linearising gathers of a node to find its
// children, and the function that finds them.
//
//     struct ChildNumbers { int left; int right; };
//     using Links = Node<ChildNumbers>;
//     if (const int child = n.children.left; child >= 0) visit(0, child);
#include "ExprPrinter.h"
#include "OperatorPrinter.h"

#include "ValueTypes.h"
#include "regtt/Model/Layout.h"

using namespace regtt;
using namespace clang;

namespace {

class NumberPrinter {
public:
  NumberPrinter(const Site &site, const Unit &unit)
      : traversal(site.model->traversal), ast(*unit.ast), values(*unit.values),
        types(traversal, values), exprs(traversal, traversal.function, values) {
    exprs.onHost = true;
  }

  std::string run() {
    out += "static constexpr int numNodeArrays = " +
           std::to_string(traversal.nodeArrays.size()) +
           ";\nstatic constexpr bool nodesAreNumbers = true;\n";
    links();
    children();
    if (!traversal.nodeTests.empty())
      isNode();
    return out;
  }

private:
  std::string node() const { return exprs.names.groups[0]; }

  std::string param() const { return values.spell(traversal.nodeType); }

  std::string row(const std::string &member, unsigned array, uint64_t at,
                  uint64_t bytes, const std::string &text) const {
    return "{0, offsetof(Links, " + member + "), " + viaOf(traversal, array) +
           ", " + std::to_string(at) + ", " + std::to_string(bytes) + "}, // " +
           text + "\n";
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
      rows += row(before + safeName(path.name), path.number,
                  offset(path.number, path.steps),
                  ast.getTypeSizeInChars(path.type).getQuantity(), path.text);
      ++numRows;
    };
    for (const SlotGroup &slots : traversal.slots) {
      if (slots.form != SlotGroup::Fields)
        continue;
      members +=
          values.declare(slots.type, safeName(slots.name)) +
          (isArray(slots) ? "[" + std::to_string(slots.count) + "]" : "") +
          "; // " + slots.text + "\n";
      rows +=
          row("children." + safeName(slots.name), slots.array,
              offset(slots.array, slots.steps),
              slots.count * ast.getTypeSizeInChars(slots.type).getQuantity(),
              slots.text);
      ++numRows;
    }
    for (unsigned p : traversal.hostPaths) {
      const Path &path = traversal.paths[p];
      members += values.declare(path.type, safeName(path.name)) + "; // " +
                 path.text + "\n";
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
    for (const SlotGroup &slots : traversal.slots) {
      std::string terms;
      for (const Term &term : slots.followedIf)
        terms += (terms.empty() ? "" : ") && (") +
                 exprs.condition(term.cond, term.negated);
      if (slots.followedIf.size() > 1)
        terms = "(" + terms + ")";
      const std::string visit = visits(slots);
      body += terms.empty() ? visit : "if (" + terms + ") {\n" + visit + "}\n";
    }
    const bool uses = llvm::StringRef(body).contains(node() + ".") ||
                      llvm::StringRef(body).contains("(" + node());
    out += "template <class Visit>\nstatic void children(const Links &" +
           (uses ? node() : "") + ", rt::NodeRef, const Uniforms &" +
           (usesUniforms(body) ? "u" : "") + ", Visit &&visit) {\n" + body +
           "}\n";
  }

  static bool usesUniforms(llvm::StringRef body) {
    return body.contains("u.") || body.contains(", u)");
  }

  /// The statements that visit a group's children.
  std::string visits(const SlotGroup &slots) {
    std::string number = slots.value
                             ? exprs.print(slots.value)
                             : node() + ".children." + safeName(slots.name);
    const bool several = slots.form == SlotGroup::Fields && isArray(slots);
    std::string slot = std::to_string(slots.first);
    std::string head;
    if (several) {
      head = "for (std::size_t k = 0; k < " + std::to_string(slots.count) +
             "; ++k)\n";
      number += "[k]";
      slot = slots.first ? slot + " + k" : "k";
    }
    const std::string test = tests(slots);
    if (test.empty())
      return head + "visit(" + slot + ", " + converted(slots.type, number) +
             ");\n";
    const QualType type =
        slots.test ? slots.test->number->getType().getUnqualifiedType()
                   : traversal.nodeType;
    return head + "if (const " + values.spell(type) + " child = " +
           (ast.hasSameType(type, slots.type) || slots.test
                ? number
                : "static_cast<" + values.spell(type) + ">(" + number + ")") +
           "; " + test + ")\nvisit(" + slot + ", " + converted(type, "child") +
           ");\n";
  }

  bool isArray(const SlotGroup &slots) const {
    return slots.steps.empty()
               ? traversal.nodeArrays[slots.array].element->isArrayType()
               : slots.steps.back().field->getType()->isArrayType();
  }

  /// `number`, of `type`, as the parameter takes it.
  std::string converted(QualType type, const std::string &number) const {
    return ast.hasSameUnqualifiedType(type, traversal.nodeType)
               ? number
               : "static_cast<" + param() + ">(" + number + ")";
  }

  std::string tests(const SlotGroup &slots) {
    if (slots.test)
      return exprs.numberTest(*slots.test, "child");
    std::string text;
    for (const NumberTest &test : traversal.nodeTests)
      text += (text.empty() ? "" : " && ") + exprs.numberTest(test, "child");
    return text;
  }

  void isNode() {
    std::string text;
    for (const NumberTest &test : traversal.nodeTests)
      text += (text.empty() ? "" : " && ") + exprs.numberTest(test, "number");
    out +=
        "// Whether the root is a node.\nstatic bool isNode(rt::NodeRef root, "
        "const Uniforms &" +
        std::string(usesUniforms(text) ? "u" : "") + ") {\nconst " + param() +
        " number = static_cast<" + param() + ">(root);\nreturn " + text +
        ";\n}\n";
  }

  const Traversal &traversal;
  const ASTContext &ast;
  const ValueTypes &values;
  TypeNames types;
  ExprPrinter exprs;
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
