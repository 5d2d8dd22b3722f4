// The tables of a node's and a query's data.
#include "TablePrinter.h"

#include "HostValues.h"
#include "OperatorPrinter.h"

using namespace regtt;
using namespace regtt::kernel;

void TablePrinter::nodeTables() {
  out += "static constexpr int numSlots = " + std::to_string(kernel.numSlots) +
         ";\n";
  if (kernel.mostNumber != 0)
    out += "// No greater number of a node fits in what holds it.\n"
           "static constexpr rt::NodeRef mostNumber = " +
           std::to_string(kernel.mostNumber) + ";\n";
  if (childrenInTable(site))
    slots();
  pointers();
  if (const Datum *told = kernel.classDatum())
    out += "// What says of which class a node is.\nstatic constexpr "
           "std::size_t classOffset = " +
           std::to_string(offsetOf(told->steps)) + ";\n";
  out += "template <class Children>\nusing Records = rt::Records<";
  for (unsigned i = 0; i < types.groups.size(); ++i)
    out += (i ? ", " : "") + types.groups[i] + (i ? "" : "<Children>");
  out += ">;\n";
  invariants();
  nodeFields();
  watchedFields();
  if (kernel.nodesAreNumbers) {
    const std::string links = printNumberLinks(site, unit);
    readsUniforms |= llvm::StringRef(links).contains("const Uniforms &u");
    out += links;
  } else if (!childrenInTable(site)) {
    children();
  }
}

std::string TablePrinter::tables() {
  if (!kernel.isNested())
    nodeTables();
  objectFields("queryFields", types.query, false);
  objectFields("resultFields", types.query + "::Result", true);
  keptContainers();
  if (const auto rows = coordinateRows(kernel, types.query); !rows.empty()) {
    out += "// Numbers of a query that stay as they are: queries can be sorted "
           "by them.\n";
    table("rt::Coordinate", "coordinates", rows);
  }
  arrayTables();
  if (kernel.assumed)
    out += "// Whether what iterations share is as it has to be for them to "
           "come to one\n// result in any order.\nstatic bool assumes(const "
           "Uniforms &u) {\nreturn " +
           HostValues(site, values).value(kernel.assumed).text + ";\n}\n";
  fixpointTables();
  if (readsUniforms)
    out += "// What linearising reads.\n"
           "enum : bool { linearisesByUniforms = true };\n";
  return out;
}

void TablePrinter::pointers() {
  std::vector<std::string> rows;
  for (const NodePointer &pointer : kernel.pointers)
    rows.push_back("{" +
                   (pointer.via >= 0 ? std::to_string(pointer.via)
                                     : viaOf(kernel, pointer.array)) +
                   ", " + std::to_string(offsetOf(pointer.steps)) +
                   (isHere(pointer.steps) ? ", true" : "") + "}, // " +
                   pointer.text);
  table("rt::PointerField", "pointers", rows);
  follows();
}

bool TablePrinter::hasFollows() const {
  return llvm::any_of(kernel.pointers, [](const NodePointer &pointer) {
    return pointer.followedIf;
  });
}

void TablePrinter::follows() {
  if (!hasFollows())
    return;
  const HostValues host(site, values);
  out += "// Whether the traversal reads through the pointer of this "
         "node.\ntemplate <int regtt_pointer, class Children>\nstatic bool "
         "follows([[maybe_unused]] const " +
         types.groups[0] + "<Children> &" + host.names.groups[0] + ") {\n";
  for (size_t i = 0; i < kernel.pointers.size(); ++i)
    if (const ir::Function *followed = kernel.pointers[i].followedIf)
      out += "if constexpr (regtt_pointer == " + std::to_string(i) +
             ")\nreturn " + host.value(followed).text + ";\n";
  out += "return true;\n}\n";
}

void TablePrinter::invariants() {
  if (kernel.invariants.empty())
    return;
  std::string sources, kept, body;
  std::vector<std::string> rows;
  for (unsigned p : kernel.sources) {
    const Datum &datum = kernel.data[p];
    sources += values.declare(datum) + "; // " + datum.text + "\n";
    rows.push_back("{0, offsetof(Source, " + safeName(datum.name) + "), " +
                   fromNode(datum) + ", " + values.contents(datum, true) +
                   kindOf(datum) + "}, // " + datum.text);
  }
  for (const Datum &datum : kernel.data)
    if (datum.isComputed)
      kept += values.declare(datum) + "; // " + datum.text + "\n";
  std::string node;
  for (size_t k = 0; k < kernel.invariants.size(); ++k) {
    const ir::Function *printed = kernel.invariants[k];
    SliceWords words(site, values, *printed);
    words.ofSource = true;
    node = words.names.groups[0];
    const std::string text = bodyOf(kernel, *printed, words, values).text;
    body += kernel.invariants.size() > 1 ? "{\n" + text + "}\n" : text;
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

/// What a row of a node's data holds but what lies there; empty: that.
std::string regtt::kindOf(const Datum &datum) {
  return tellsClass(datum.steps) ? ", {}, false, true"
         : isHere(datum.steps)   ? ", {}, true"
                                 : "";
}

void TablePrinter::nodeFields() {
  std::vector<std::string> rows;
  for (unsigned i = 0; i < kernel.groups.size(); ++i)
    for (unsigned p : kernel.groups[i].data) {
      const Datum &datum = kernel.data[p];
      const std::string type = types.groups[i] + (i == 0 ? "<Children>" : "");
      rows.push_back("{" + std::to_string(i) + ", offsetof(" + type + ", " +
                     safeName(datum.name) + "), " +
                     (datum.isComputed  ? placeInInvariants(datum)
                      : datum.isAddress ? "rt::ownRef, 0"
                                        : fromNode(datum)) +
                     ", " + values.contents(datum, true) + kindOf(datum) +
                     "}, // " + datum.text);
    }
  out += "template <class Children>\n";
  table("rt::NodeField", "nodeFields", rows);
}

bool TablePrinter::isInKnownArray(const Datum &datum) const {
  return kernel.nodesAreNumbers && pointerOf(datum.number, datum.steps) < 0 &&
         kernel.nodeArrays[datum.number].hasExtent;
}

/// All pointers in nodes, and in what they lead to, that linearising follows. A
/// vector begins with one.
void TablePrinter::watchedPointers(std::vector<std::string> &rows) const {
  constexpr uint64_t word = 8;
  const auto add = [&](const std::string &from, uint64_t bytes,
                       const std::string &text) {
    rows.push_back("{" + from + ", " + std::to_string(bytes) + ", \"" + text +
                   "\"},");
  };
  for (const SlotGroup &slots : kernel.slots) {
    const bool isFollowed = slots.form == SlotGroup::Siblings;
    const bool isVector = slots.form == SlotGroup::Vector;
    const int pointer = pointerOf(slots.array, slots.steps);
    const std::string via = kernel.nodesAreNumbers ? viaOf(kernel, slots.array)
                                                   : std::to_string(pointer);
    if (isVector ||
        (!kernel.nodesAreNumbers && (isFollowed || !slots.isList())))
      add(via + ", " + std::to_string(offsetOf(slots.steps)),
          std::max(word, slots.stride) * uint64_t(std::max(slots.count, 1)),
          slots.text);
    if (isFollowed)
      add("-1, " + std::to_string(slots.next), word, slots.text);
  }
  for (const NodePointer &pointer : kernel.pointers)
    if (!isHere(pointer.steps))
      add((pointer.via >= 0 ? std::to_string(pointer.via)
                            : viaOf(kernel, pointer.array)) +
              ", " + std::to_string(offsetOf(pointer.steps)),
          word, pointer.text);
  for (const DataArray &array : kernel.arrays)
    if (array.isOfNodes() && array.start >= 0 &&
        (!isHere(kernel.data[array.start].steps) || array.isIndirect))
      add(fromNode(kernel.data[array.start]),
          word * std::max<uint64_t>(array.countInNode, 1), array.text);
}

void TablePrinter::watchedFields() {
  std::vector<std::string> rows;
  for (unsigned p = 0; p < kernel.data.size(); ++p)
    if (const Datum &datum = kernel.data[p];
        datum.isWatched && isRead(p) && !isInKnownArray(datum))
      rows.push_back("{" + fromNode(datum) + ", " +
                     std::to_string(datum.bytesInObject()) + ", \"" +
                     datum.text + "\"},");
  for (const SlotGroup &slots : kernel.slots)
    if (slots.isWatched && slots.holdsNumbers() &&
        !kernel.nodeArrays[slots.array].hasExtent)
      rows.push_back("{" + viaOf(kernel, slots.array) + ", " +
                     std::to_string(offsetOf(slots.steps)) + ", " +
                     std::to_string(slots.heldBytes) + ", \"" + slots.text +
                     "\"},");
  if (kernel.writesPointers)
    watchedPointers(rows);
  if (rows.empty())
    return;
  out += "// What iterations may write as data of other objects': looked for "
         "when the\n// call runs.\n";
  table("rt::WatchedField", "watchedFields", rows);
}

std::string TablePrinter::operandNumber(const Datum &datum) {
  return datum.number == iterationNumber ? "rt::iterationNumber"
                                         : std::to_string(datum.number);
}

std::string TablePrinter::containerNumber(const Datum &datum) const {
  if (!datum.isContainer())
    return "";
  const auto containers = kernel.containers();
  const auto found = llvm::find(containers, &datum - kernel.data.data());
  std::string text =
      ", false, {}, " + std::to_string(found - containers.begin());
  if (datum.container->isAppended)
    text += ", " + std::to_string(datum.container->elementBytes);
  return text;
}

void TablePrinter::objectFields(const std::string &name,
                                const std::string &type, bool writtenOnly) {
  std::vector<std::string> rows;
  for (const Datum &datum : kernel.data)
    if (datum.owner == Owner::Query && !datum.isScratch() &&
        (datum.isWritten || !writtenOnly))
      rows.push_back("{" + operandNumber(datum) + ", offsetof(" + type + ", " +
                     safeName(datum.name) + "), " +
                     std::to_string(offsetOf(datum.steps)) + ", " +
                     values.contents(datum) + containerNumber(datum) +
                     "}, // " + datum.text);
  table("rt::ObjectField", name, rows);
}

void TablePrinter::keptContainers() {
  std::vector<std::string> rows;
  for (const Datum &datum : kernel.data)
    if (datum.isScratch() && datum.isContainer()) {
      const std::string name = safeName(datum.name);
      rows.push_back("{offsetof(" + types.query + ", " + name + "), offsetof(" +
                     types.query + "::Result, " + name + "), \"" + datum.text +
                     "\", " + std::to_string(datum.container->bound) + "},");
    }
  if (rows.empty())
    return;
  out += "// Containers of the program's own.\n";
  table("rt::KeptContainer", "keptContainers", rows);
}

bool TablePrinter::isRead(unsigned datum) const {
  return llvm::is_contained(kernel.hostData, datum) ||
         llvm::is_contained(kernel.sources, datum) ||
         llvm::any_of(kernel.groups, [&](const RecordGroup &group) {
           return llvm::is_contained(group.data, datum);
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

std::string TablePrinter::via(const Datum &datum) const {
  const int pointer = pointerOf(datum.number, datum.steps);
  return pointer >= 0 ? std::to_string(pointer) : viaOf(kernel, datum.number);
}

int TablePrinter::pointerOf(unsigned array, const DataSteps &steps) const {
  for (size_t i = 0; i < kernel.pointers.size(); ++i) {
    const DataSteps &pointer = kernel.pointers[i].steps;
    const size_t after = pointer.size() + 1;
    if (kernel.pointers[i].array == array && after <= steps.size() &&
        std::equal(pointer.begin(), pointer.end(), steps.begin()) &&
        steps[pointer.size()].isDeref &&
        std::none_of(steps.begin() + after, steps.end(),
                     [](const DataStep &step) { return step.isDeref; }))
      return i;
  }
  return -1;
}

std::string TablePrinter::fromNode(const Datum &datum) const {
  return via(datum) + ", " + std::to_string(offsetOf(datum.steps));
}

std::string regtt::placeInInvariants(const Datum &datum) {
  return "rt::computed, offsetof(Invariants, " + safeName(datum.name) + ")";
}

bool regtt::childrenInTable(const Site &site) {
  return !site.kernel.nodesAreNumbers &&
         llvm::none_of(site.kernel.slots, [](const SlotGroup &slots) {
           return slots.isList() || slots.followedIf || slots.placeFollowedIf ||
                  !derivedClass(slots.steps).empty();
         });
}

std::string regtt::printTables(const Site &site, const Unit &unit) {
  return TablePrinter(site, unit).tables();
}
