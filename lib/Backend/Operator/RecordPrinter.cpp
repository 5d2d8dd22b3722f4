// The structs a query and a node are held in, and the tables that tell the
// runtime where in the user's objects their bytes come from.
#include "Names.h"
#include "OperatorPrinter.h"

#include <clang/AST/RecordLayout.h>

using namespace regtt;
using namespace clang;

namespace {

class RecordPrinter {
public:
  RecordPrinter(const Site &site, const Unit &unit)
      : traversal(site.model->traversal), ast(*unit.ast), types(traversal) {}

  std::string records() {
    query();
    for (unsigned i = 0; i < traversal.groups.size(); ++i)
      group(i);
    return out;
  }

  std::string tables() {
    std::vector<std::string> rows;
    for (const SlotGroup &slots : traversal.slots)
      rows.push_back("{" + std::to_string(offset(slots.steps)) + ", " +
                     std::to_string(slots.count) + "}, // " + slots.text);
    table("rt::Slots", "slots", rows);
    out += "static constexpr int numSlots = " +
           std::to_string(traversal.numSlots) + ";\n";
    pointers();
    out += "template <class Children>\nusing Records = rt::Records<";
    for (unsigned i = 0; i < types.groups.size(); ++i)
      out += (i ? ", " : "") + types.groups[i] + (i ? "" : "<Children>");
    out += ">;\n";
    nodeFields();
    objectFields("queryFields", types.query, false);
    objectFields("resultFields", types.query + "::Result", true);
    return out;
  }

private:
  void query() {
    out += "// What one query reads and writes.\nstruct " + types.query +
           " {\n";
    std::string results, values;
    for (const Path &path : traversal.paths) {
      if (path.base != Base::Query)
        continue;
      const std::string field =
          declare(path.type, safeName(path.name), ast) + "; // " + path.text +
          "\n";
      out += field;
      if (!path.written())
        continue;
      results += declare(path.type, safeName(path.name), ast) + ";\n";
      values += (values.empty() ? "" : ", ") + safeName(path.name);
    }
    out += "\nstruct Result {\n" + results + "};\n" + result(values) + "};\n\n";
  }

  /// Arrays have no initialiser of their own kind: they are copied.
  std::string result(const std::string &values) {
    bool arrays = false;
    std::string copies;
    for (const Path &path : traversal.paths)
      if (path.base == Base::Query && path.written()) {
        arrays |= path.type->isArrayType();
        copies += "__builtin_memcpy(&out." + safeName(path.name) + ", &" +
                  safeName(path.name) + ", sizeof " + safeName(path.name) +
                  ");\n";
      }
    if (!arrays)
      return "REGTT_OP Result result() const { return {" + values + "}; }\n";
    return "REGTT_OP Result result() const {\nResult out;\n" + copies +
           "return out;\n}\n";
  }

  void group(unsigned index) {
    const RecordGroup &group = traversal.groups[index];
    uint64_t bytes = index == 0 ? 4 * traversal.numSlots : 0;
    std::string fields;
    uint64_t alignment = 4;
    for (unsigned p : group.paths) {
      const Path &path = traversal.paths[p];
      bytes += ast.getTypeSizeInChars(path.type).getQuantity();
      alignment = std::max<uint64_t>(
          alignment, ast.getTypeAlignInChars(path.type).getQuantity());
      fields += declare(path.type, safeName(path.name), ast) + "; // " +
                path.text + "\n";
    }
    // Loads are as wide as the alignment.
    alignment = std::max<uint64_t>(alignment, bytes > 8 ? 16 : bytes > 4 ? 8 : 4);
    const std::string alignas_ = "alignas(" + std::to_string(alignment) + ") ";
    if (index == 0)
      out += "// Read on arrival at a node.\ntemplate <class Children> struct " +
             alignas_ + types.groups[0] + " {\n" + fields +
             "Children children;\n};\n\n";
    else
      out += "// Read on some paths only.\nstruct " + alignas_ +
             types.groups[index] + " {\n" + fields + "};\n\n";
  }

  void table(const std::string &type, const std::string &name,
             const std::vector<std::string> &rows) {
    out += "static constexpr std::array<" + type + ", " +
           std::to_string(rows.size()) + "> " + name + " = {";
    if (!rows.empty()) {
      out += "{\n";
      for (const std::string &row : rows)
        out += row + "\n";
      out += "}";
    }
    out += "};\n";
  }

  /// Bytes from the last pointer of `steps`, or its start, to its end.
  uint64_t offset(const PathSteps &steps) const {
    uint64_t bits = 0;
    for (const PathStep &step : steps) {
      if (step.kind == PathStep::Deref)
        bits = 0;
      else
        bits += ast.getFieldOffset(step.field);
    }
    return bits / 8;
  }

  /// Number of the pointer whose pointee `steps` ends in; -1: the node.
  int via(const PathSteps &steps) {
    for (size_t end = steps.size(); end-- > 0;)
      if (steps[end].kind == PathStep::Deref)
        return pointer(PathSteps(steps.begin(), steps.begin() + end));
    return -1;
  }

  int pointer(const PathSteps &steps) {
    for (size_t i = 0; i < knownPointers.size(); ++i)
      if (knownPointers[i] == steps)
        return i;
    via(steps); // those on the way come first
    knownPointers.push_back(steps);
    return knownPointers.size() - 1;
  }

  void pointers() {
    for (const Path &path : traversal.paths)
      if (path.base == Base::Node)
        via(path.steps);
    std::vector<std::string> rows;
    for (const PathSteps &steps : knownPointers) {
      std::string text;
      for (const PathStep &step : steps)
        if (step.kind == PathStep::Field)
          text += "->" + step.field->getNameAsString();
      rows.push_back("{" + std::to_string(via(steps)) + ", " +
                     std::to_string(offset(steps)) + "}, // " +
                     traversal.nodeParam->getNameAsString() + text);
    }
    table("rt::PointerField", "pointers", rows);
  }

  void nodeFields() {
    std::vector<std::string> rows;
    for (unsigned i = 0; i < traversal.groups.size(); ++i)
      for (unsigned p : traversal.groups[i].paths) {
        const Path &path = traversal.paths[p];
        const std::string type =
            types.groups[i] + (i == 0 ? "<Children>" : "");
        rows.push_back(
            "{" + std::to_string(i) + ", offsetof(" + type + ", " +
            safeName(path.name) + "), " + std::to_string(via(path.steps)) +
            ", " + std::to_string(offset(path.steps)) + ", " +
            std::to_string(ast.getTypeSizeInChars(path.type).getQuantity()) +
            "}, // " + path.text);
      }
    out += "template <class Children>\n";
    table("rt::NodeField", "nodeFields", rows);
  }

  void objectFields(const std::string &name, const std::string &type,
                    bool writtenOnly) {
    std::vector<std::string> rows;
    for (const Path &path : traversal.paths)
      if (path.base == Base::Query && (path.written() || !writtenOnly))
        rows.push_back(
            "{0, offsetof(" + type + ", " + safeName(path.name) + "), " +
            std::to_string(offset(path.steps)) + ", " +
            std::to_string(ast.getTypeSizeInChars(path.type).getQuantity()) +
            "}, // " + path.text);
    table("rt::ObjectField", name, rows);
  }

  const Traversal &traversal;
  const ASTContext &ast;
  TypeNames types;
  std::vector<PathSteps> knownPointers;
  std::string out;
};

} // namespace

std::string regtt::printRecords(const Site &site, const Unit &unit) {
  return RecordPrinter(site, unit).records();
}

std::string regtt::printTables(const Site &site, const Unit &unit) {
  return RecordPrinter(site, unit).tables();
}
