// The tables of a node's and a query's data.
#include "TablePrinter.h"

#include "HostValues.h"
#include "OperatorPrinter.h"

#include "regtt/Cpp/Printer.h"
#include "regtt/Frontend/Model/Layout.h"

using namespace regtt;
using namespace clang;

std::string TablePrinter::tables() {
  out +=
      "static constexpr int numSlots = " + std::to_string(traversal.numSlots) +
      ";\n";
  if (childrenInTable(site))
    slots();
  pointers();
  out += "template <class Children>\nusing Records = rt::Records<";
  for (unsigned i = 0; i < types.groups.size(); ++i)
    out += (i ? ", " : "") + types.groups[i] + (i ? "" : "<Children>");
  out += ">;\n";
  invariants();
  nodeFields();
  watchedFields();
  if (traversal.nodesAreNumbers) {
    const std::string links = printNumberLinks(site, unit);
    readsUniforms |= llvm::StringRef(links).contains("const Uniforms &u");
    out += links;
  } else if (!childrenInTable(site)) {
    children();
  }
  objectFields("queryFields", types.query, false);
  objectFields("resultFields", types.query + "::Result", true);
  if (const auto rows = coordinateRows(traversal, ast, types.query);
      !rows.empty()) {
    out += "// Numbers of a query that stay as they are: queries can be sorted "
           "by them.\n";
    table("rt::Coordinate", "coordinates", rows);
  }
  arrayTables();
  if (readsUniforms)
    out += "// What linearising reads.\n"
           "enum : bool { linearisesByUniforms = true };\n";
  return out;
}

void TablePrinter::pointers() {
  std::vector<std::string> rows;
  for (const NodePointer &pointer : traversal.pointers)
    rows.push_back("{" +
                   (pointer.via >= 0 ? std::to_string(pointer.via)
                                     : viaOf(traversal, pointer.array)) +
                   ", " +
                   std::to_string(offsetOf(traversal.nodeObject(pointer.array),
                                           pointer.steps, ast)) +
                   "}, // " + text(pointer));
  table("rt::PointerField", "pointers", rows);
  follows();
}

void TablePrinter::follows() {
  if (llvm::all_of(site.kernel.parts.pointers,
                   [](const ir::Function *followed) { return !followed; }))
    return;
  const HostValues host(site, values);
  out += "// Whether the traversal reads through pointer P of this "
         "node.\ntemplate <int P, class Children>\nstatic bool "
         "follows([[maybe_unused]] const " +
         types.groups[0] + "<Children> &" + host.names.groups[0] + ") {\n";
  for (size_t i = 0; i < traversal.pointers.size(); ++i)
    if (const ir::Function *followed = site.kernel.parts.pointers[i])
      out += "if constexpr (P == " + std::to_string(i) + ")\nreturn " +
             host.value(followed).text + ";\n";
  out += "return true;\n}\n";
}

void TablePrinter::invariants() {
  if (traversal.invariants.empty())
    return;
  std::string sources, kept, body;
  std::vector<std::string> rows;
  for (unsigned p : traversal.sources) {
    const Path &path = traversal.paths[p];
    sources += values.declare(path) + "; // " + path.text + "\n";
    rows.push_back("{0, offsetof(Source, " + safeName(path.name) + "), " +
                   fromNode(path) + ", " + values.contents(path, true) +
                   "}, // " + path.text);
  }
  for (const Path &path : traversal.paths)
    if (path.computed)
      kept += values.declare(path) + "; // " + path.text + "\n";
  std::string node;
  for (size_t k = 0; k < traversal.invariants.size(); ++k) {
    const ir::Function *printed = site.kernel.parts.invariants[k];
    SliceWords words(site, values, traversal.invariants[k], *printed);
    words.ofSource = true;
    node = words.names.groups[0];
    auto printedBody = cpp::printBody(*site.kernel.module, *printed, words);
    if (!printedBody)
      values.notPrinted(llvm::toString(printedBody.takeError()));
    const std::string text = printedBody ? printedBody->text : "";
    body += traversal.invariants.size() > 1 ? "{\n" + text + "}\n" : text;
  }
  out += "// What linearising computes of each node, for all its visits, and "
         "from what.\nstruct Source {\n" +
         sources + "};\nstruct Invariants {\n" + kept + "};\n";
  table("rt::NodeField", "sourceFields", rows);
  const bool usesUniforms = namesIt(body, "u");
  readsUniforms |= usesUniforms;
  out += "static void invariants(const Source &" + node + ", const Uniforms &" +
         (usesUniforms ? "u" : "") + ", Invariants &kept) {\n" + body + "}\n";
}

void TablePrinter::nodeFields() {
  std::vector<std::string> rows;
  for (unsigned i = 0; i < traversal.groups.size(); ++i)
    for (unsigned p : traversal.groups[i].paths) {
      const Path &path = traversal.paths[p];
      const std::string type = types.groups[i] + (i == 0 ? "<Children>" : "");
      rows.push_back("{" + std::to_string(i) + ", offsetof(" + type + ", " +
                     safeName(path.name) + "), " +
                     (path.computed  ? placeInInvariants(path)
                      : path.address ? "rt::ownRef, 0"
                                     : fromNode(path)) +
                     ", " + values.contents(path, true) + "}, // " + path.text);
    }
  out += "template <class Children>\n";
  table("rt::NodeField", "nodeFields", rows);
}

bool TablePrinter::isInKnownArray(const Path &path) const {
  return traversal.nodesAreNumbers && pointerOf(path.number, path.steps) < 0 &&
         !traversal.nodeArrays[path.number].extentText.empty();
}

void TablePrinter::watchedFields() {
  std::vector<std::string> rows;
  for (unsigned p = 0; p < traversal.paths.size(); ++p)
    if (const Path &path = traversal.paths[p];
        path.watched && isRead(p) && !isInKnownArray(path))
      rows.push_back("{" + fromNode(path) + ", " +
                     std::to_string(datumBits(path, ast).bytes) + ", \"" +
                     path.text + "\"},");
  if (rows.empty())
    return;
  out += "// What iterations may write as data of other objects': looked for "
         "when the\n// call runs.\n";
  table("rt::WatchedField", "watchedFields", rows);
}

std::string TablePrinter::operandNumber(const Path &path) {
  return path.number == iterationNumber ? "rt::iterationNumber"
                                        : std::to_string(path.number);
}

std::string TablePrinter::containerNumber(const Path &path) const {
  if (!path.isContainer())
    return "";
  const auto containers = traversal.containers();
  const auto *found = llvm::find(containers, &path - &traversal.paths[0]);
  return ", false, {}, " + std::to_string(found - containers.begin());
}

void TablePrinter::objectFields(const std::string &name,
                                const std::string &type, bool writtenOnly) {
  std::vector<std::string> rows;
  for (const Path &path : traversal.paths)
    if (path.base == Base::Query && !path.isScratch() &&
        (path.written() || !writtenOnly))
      rows.push_back(
          "{" + operandNumber(path) + ", offsetof(" + type + ", " +
          safeName(path.name) + "), " + std::to_string(offset(path)) + ", " +
          values.contents(path) + containerNumber(path) + "}, // " + path.text);
  table("rt::ObjectField", name, rows);
}

bool TablePrinter::isRead(unsigned path) const {
  return llvm::is_contained(site.kernel.parts.hostPaths, path) ||
         llvm::is_contained(traversal.sources, path) ||
         llvm::any_of(traversal.groups, [&](const RecordGroup &group) {
           return llvm::is_contained(group.paths, path);
         });
}

void TablePrinter::table(const std::string &type, const std::string &name,
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

uint64_t TablePrinter::offset(const Path &path) const {
  if (path.steps.empty())
    return 0;
  return offsetOf(path.base == Base::Query ? loop.operands[path.number].type
                                           : traversal.nodeObject(path.number),
                  path.steps, ast);
}

std::string TablePrinter::via(const Path &path) const {
  const int pointer = pointerOf(path.number, path.steps);
  return pointer >= 0 ? std::to_string(pointer) : viaOf(traversal, path.number);
}

int TablePrinter::pointerOf(unsigned array, const PathSteps &steps) const {
  for (size_t i = 0; i < traversal.pointers.size(); ++i) {
    const PathSteps &pointer = traversal.pointers[i].steps;
    const size_t after = pointer.size() + 1;
    if (traversal.pointers[i].array == array && after <= steps.size() &&
        std::equal(pointer.begin(), pointer.end(), steps.begin()) &&
        steps[pointer.size()].kind == PathStep::Deref &&
        std::none_of(
            steps.begin() + after, steps.end(),
            [](const PathStep &step) { return step.kind == PathStep::Deref; }))
      return i;
  }
  return -1;
}

std::string TablePrinter::fromNode(const Path &path) const {
  return via(path) + ", " + std::to_string(offset(path));
}

std::string TablePrinter::text(const NodePointer &pointer) const {
  std::string result = traversal.nodesAreNumbers
                           ? traversal.nodeArrays[pointer.array].text + "[" +
                                 traversal.nodeParam->getNameAsString() + "]."
                           : traversal.nodeText;
  llvm::StringRef separator = "";
  for (const PathStep &step : pointer.steps) {
    if (step.kind == PathStep::Field)
      result += (separator + step.field->getName()).str();
    separator = step.kind == PathStep::Deref ? "->" : ".";
  }
  return result;
}

std::string regtt::placeInInvariants(const Path &path) {
  return "rt::computed, offsetof(Invariants, " + safeName(path.name) + ")";
}

bool regtt::childrenInTable(const Site &site) {
  const Traversal &traversal = site.model->traversal;
  return !traversal.nodesAreNumbers &&
         llvm::none_of(traversal.slots,
                       [](const SlotGroup &slots) { return slots.isList(); }) &&
         llvm::none_of(
             site.kernel.parts.slots,
             [](const KernelParts::Slots &slots) { return slots.followedIf; });
}

std::string regtt::printTables(const Site &site, const Unit &unit) {
  return TablePrinter(site, unit).tables();
}
