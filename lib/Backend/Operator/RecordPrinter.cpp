// The structs a query and a node are held in, and the tables that tell the
// runtime where in the user's objects their bytes come from.
#include "ExprPrinter.h"
#include "OperatorPrinter.h"
#include "StmtPrinter.h"

#include "ValueTypes.h"
#include "regtt/Model/Layout.h"

using namespace regtt;
using namespace clang;

namespace {

class RecordPrinter {
public:
  RecordPrinter(const Site &site, const Unit &unit)
      : site(site), unit(unit), loop(site.model->loop),
        traversal(site.model->traversal), ast(*unit.ast), values(*unit.values),
        types(traversal, values) {}

  std::string records() {
    query();
    for (unsigned i = 0; i < traversal.groups.size(); ++i)
      group(i);
    arrays();
    return out;
  }

  std::string tables() {
    out += "static constexpr int numSlots = " +
           std::to_string(traversal.numSlots) + ";\n";
    if (childrenInTable(traversal))
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
    } else if (!childrenInTable(traversal)) {
      children();
    }
    objectFields("queryFields", types.query, false);
    objectFields("resultFields", types.query + "::Result", true);
    if (const auto rows = coordinateRows(traversal, ast, types.query);
        !rows.empty()) {
      out +=
          "// Numbers of a query that stay as they are: queries can be sorted "
          "by them.\n";
      table("rt::Coordinate", "coordinates", rows);
    }
    arrayTables();
    if (readsUniforms)
      out += "// What linearising reads.\n"
             "static constexpr bool linearisesByUniforms = true;\n";
    return out;
  }

private:
  void query() {
    out +=
        "// What one query reads and writes.\nstruct " + types.query + " {\n";
    std::string results, copied;
    for (const Path &path : traversal.paths) {
      if (path.base != Base::Query)
        continue;
      const std::string field =
          values.declare(path) + "; // " + path.text + "\n";
      out += field;
      if (!path.written() || path.isScratch())
        continue;
      results += values.declare(path) + ";\n";
      copied += (copied.empty() ? "" : ", ") + safeName(path.name);
    }
    out += "\nstruct Result {\n" + results + "};\n" + result(copied) + "};\n\n";
  }

  /// Arrays have no initialiser of their own kind: they are copied.
  std::string result(const std::string &copied) {
    bool arrays = false;
    std::string copies;
    for (const Path &path : traversal.paths)
      if (path.base == Base::Query && path.written() && !path.isScratch()) {
        arrays |= path.type->isArrayType();
        const std::string name = safeName(path.name);
        // A field may be named as the local is.
        copies += path.type->isArrayType()
                      ? "__builtin_memcpy(&out." + name + ", &this->" + name +
                            ", sizeof this->" + name + ");\n"
                      : "out." + name + " = this->" + name + ";\n";
      }
    if (!arrays)
      return "REGTT_OP Result result() const { return {" + copied + "}; }\n";
    return "REGTT_OP Result result() const {\nResult out;\n" + copies +
           "return out;\n}\n";
  }

  void group(unsigned index) {
    const RecordGroup &group = traversal.groups[index];
    uint64_t bytes = index != 0         ? 0
                     : traversal.list() ? 8
                                        : 4 * traversal.numSlots;
    std::string fields;
    uint64_t alignment = 4;
    for (unsigned p : group.paths) {
      const Path &path = traversal.paths[p];
      bytes += ast.getTypeSizeInChars(path.type).getQuantity();
      alignment = std::max<uint64_t>(
          alignment, ast.getTypeAlignInChars(path.type).getQuantity());
      fields += values.declare(path) + "; // " + path.text + "\n";
    }
    // Loads are as wide as the alignment.
    alignment = std::max<uint64_t>(alignment, bytes > 8   ? 16
                                              : bytes > 4 ? 8
                                                          : 4);
    const std::string alignas_ = "alignas(" + std::to_string(alignment) + ") ";
    if (index == 0)
      out +=
          "// Read on arrival at a node.\ntemplate <class Children> struct " +
          alignas_ + types.groups[0] + " {\n" + fields +
          "Children children;\n};\n\n";
    else
      out += "// Read on some paths only.\nstruct " + alignas_ +
             types.groups[index] + " {\n" + fields + "};\n\n";
  }

  /// Whether an array's elements are held as they are, in no record.
  bool isWhole(unsigned array) const {
    return llvm::any_of(traversal.paths, [&](const Path &path) {
      return path.base == Base::Element && path.number == array &&
             path.name.empty();
    });
  }

  std::vector<const Path *> fieldsOf(unsigned array) const {
    std::vector<const Path *> result;
    for (const Path &path : traversal.paths)
      if (path.base == Base::Element && path.number == array)
        result.push_back(&path);
    return result;
  }

  /// What one element of an array is held in.
  std::string elementType(unsigned array) const {
    const auto fields = fieldsOf(array);
    if (fields.empty())
      return "char"; // its elements are counted, never read
    return isWhole(array) ? values.declareHeld(fields[0]->type, "")
                          : types.elements[array];
  }

  /// The elements' records, and the arrays as the operator sees them.
  void arrays() {
    if (traversal.arrays.empty())
      return;
    std::string members, pointers;
    for (unsigned i = 0; i < traversal.arrays.size(); ++i) {
      const DataArray &array = traversal.arrays[i];
      if (!isWhole(i) && !fieldsOf(i).empty())
        element(i);
      const std::string type = "rt::Array<" + elementType(i) +
                               (traversal.writesArray(i) ? ", rt::Written>"
                                : array.inPlace          ? ", rt::InPlace>"
                                                         : ">");
      members +=
          type + " " + safeName(array.name) + "; // " + array.text + "\n";
      pointers +=
          (i ? ", " : "") + type + "::at(records[" + std::to_string(i) + "])";
    }
    out += "// Arrays, as far as they are read.\nstruct Arrays {\n" + members +
           "\nstatic Arrays at(void *const *records) {\nreturn {" + pointers +
           "};\n}\n};\n\n";
  }

  void element(unsigned array) {
    uint64_t bytes = 0, alignment = 1;
    std::string fields;
    for (const Path *path : fieldsOf(array)) {
      bytes += ast.getTypeSizeInChars(path->type).getQuantity();
      alignment = std::max<uint64_t>(
          alignment, ast.getTypeAlignInChars(path->type).getQuantity());
      fields += values.declare(*path) + "; // " + path->text + "\n";
    }
    // Loads are as wide as the alignment.
    alignment = std::max<uint64_t>(alignment, bytes > 8   ? 16
                                              : bytes > 4 ? 8
                                                          : 1);
    out += "// What is read of an element of " + traversal.arrays[array].text +
           ".\nstruct alignas(" + std::to_string(alignment) + ") " +
           types.elements[array] + " {\n" + fields + "};\n\n";
  }

  void arrayTables() {
    if (traversal.arrays.empty() && traversal.nodeArrays.empty())
      return;
    std::vector<std::string> forms, fields, written, nodes, queries;
    size_t given = traversal.nodeArrays.size();
    for (unsigned i = 0; i < traversal.arrays.size(); ++i) {
      const DataArray &array = traversal.arrays[i];
      const std::string type = elementType(i);
      const auto read = fieldsOf(i);
      const uint64_t stride =
          ast.getTypeSizeInChars(array.stored).getQuantity();
      forms.push_back("{\"" + array.name + "\", " + std::to_string(stride) +
                      ", " + (read.empty() ? "0" : "sizeof(" + type + ")") +
                      ", " + (array.indirect ? "true" : "false") + ", " +
                      (array.isShared() ? std::to_string(given++) : "-1") +
                      "},");
      if (array.ofNodes())
        nodes.push_back(
            "{" + std::to_string(i) + ", " + placeInRecord(array.start) + ", " +
            (array.size < 0 ? "0, rt::noSize" : placeInRecord(array.size)) +
            ", " + std::to_string(array.pointer) + ", " +
            (array.exactExtent ? "true" : "false") + "}, // " + array.text);
      if (array.ofQueries)
        queries.push_back(
            "{" + std::to_string(i) + ", " + placeInQuery(array.start) + ", " +
            (array.size < 0 ? "rt::noSize" : placeInQuery(array.size)) + ", " +
            (array.exactExtent ? "true" : "false") + "}, // " + array.text);
      for (const Path *path : read) {
        PathSteps steps = path->steps;
        if (array.indirect)
          steps.erase(steps.begin());
        const uint64_t at =
            steps.empty() ? 0 : offsetOf(array.element, steps, ast);
        fields.push_back("{" + std::to_string(i) + ", " +
                         (isWhole(i) ? "0"
                                     : "offsetof(" + type + ", " +
                                           safeName(path->name) + ")") +
                         ", " + std::to_string(at) + ", " +
                         values.contents(*path) + "}, // " + path->text);
        if (path->written())
          written.push_back(fields.back());
      }
    }
    nodeArrayForms(forms, fields);
    table("rt::ArrayForm", "arrayForms", forms);
    table("rt::ArrayField", "arrayFields", fields);
    if (!written.empty())
      table("rt::ArrayField", "writtenFields", written);
    if (!queries.empty()) {
      out +=
          "// What gathering finds in queries: addresses, before they become "
          "numbers of\n// elements.\n";
      table("rt::QueryArray", "queryArrays", queries);
      queryExtents();
    }
    if (nodes.empty())
      return;
    out += "// What linearising finds there: addresses, before they become "
           "numbers of\n// elements.\ntemplate <class Children>\n";
    table("rt::NodeArray", "nodeArrays", nodes);
    extents();
  }

  /// The arrays whose elements nodes are: checked as the others are, but not
  /// gathered.
  void nodeArrayForms(std::vector<std::string> &forms,
                      std::vector<std::string> &fields) const {
    for (unsigned i = 0; i < traversal.nodeArrays.size(); ++i) {
      const DataArray &array = traversal.nodeArrays[i];
      const std::string number = std::to_string(traversal.arrays.size() + i);
      forms.push_back(
          "{\"" + array.text + "\", " +
          std::to_string(ast.getTypeSizeInChars(array.stored).getQuantity()) +
          ", 0, false, " + std::to_string(i) + "},");
      for (unsigned p = 0; p < traversal.paths.size(); ++p)
        if (const Path &path = traversal.paths[p];
            isRead(p) && !path.computed && path.number == i &&
            pointerOf(i, path.steps) < 0)
          fields.push_back("{" + number + ", 0, " +
                           std::to_string(offset(path)) + ", " +
                           std::to_string(datumBits(path, ast).bytes) +
                           "}, // " + path.text);
      for (const SlotGroup &slots : traversal.slots)
        if (slots.form == SlotGroup::Fields && slots.array == i)
          fields.push_back(
              "{" + number + ", 0, " +
              std::to_string(offsetOf(array.element, slots.steps, ast)) + ", " +
              std::to_string(slots.count *
                             ast.getTypeSizeInChars(slots.type).getQuantity()) +
              "}, // " + slots.text);
    }
  }

  bool isRead(unsigned path) const {
    return llvm::is_contained(traversal.hostPaths, path) ||
           llvm::is_contained(traversal.sources, path) ||
           llvm::any_of(traversal.groups, [&](const RecordGroup &group) {
             return llvm::is_contained(group.paths, path);
           });
  }

  /// `0, offsetof(Node<Children>, points)`.
  std::string placeInRecord(unsigned path) const {
    unsigned group = 0;
    while (!llvm::is_contained(traversal.groups[group].paths, path))
      ++group;
    return std::to_string(group) + ", offsetof(" + types.groups[group] +
           (group == 0 ? "<Children>" : "") + ", " +
           safeName(traversal.paths[path].name) + ")";
  }

  /// `offsetof(Query, coord)`.
  std::string placeInQuery(unsigned path) const {
    return "offsetof(" + types.query + ", " +
           safeName(traversal.paths[path].name) + ")";
  }

  /// What `extent` or `queryExtent` returns for each array.
  std::string extentCases(ExprPrinter &printer, bool ofQueries) const {
    std::string cases;
    for (unsigned i = 0; i < traversal.arrays.size(); ++i)
      if (const DataArray &array = traversal.arrays[i];
          array.ofQueries == ofQueries && !array.extent.empty())
        cases += "if constexpr (A == " + std::to_string(i) + ")\nreturn " +
                 printer.extent(array) + ";\n";
    return cases;
  }

  void queryExtents() {
    ExprPrinter printer(traversal, traversal.function, values);
    const std::string cases = extentCases(printer, true);
    if (!cases.empty())
      out +=
          "// How many elements array A of this query has.\ntemplate <int A>\n"
          "static rt::Index queryExtent([[maybe_unused]] const " +
          types.query + " &" + printer.names.query +
          ", [[maybe_unused]] const Uniforms &u) {\n" + cases +
          "return 0;\n}\n";
  }

  void extents() {
    ExprPrinter printer(traversal, traversal.function, values);
    const std::string cases = extentCases(printer, false);
    if (cases.empty())
      return;
    readsUniforms |= namesIt(cases, "u");
    out += "// How many elements array A of this node has.\ntemplate <int A, "
           "class Children>\nstatic rt::Index extent([[maybe_unused]] const " +
           types.groups[0] + "<Children> &" + printer.names.groups[0] +
           ", [[maybe_unused]] const Uniforms &u) {\n" + cases +
           "return 0;\n}\n";
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

  uint64_t offset(const Path &path) const {
    if (path.steps.empty())
      return 0;
    return offsetOf(path.base == Base::Query
                        ? loop.operands[path.number].type
                        : traversal.nodeObject(path.number),
                    path.steps, ast);
  }

  /// Number of the pointer whose pointee `path` ends in, or the node itself.
  std::string via(const Path &path) const {
    const int pointer = pointerOf(path.number, path.steps);
    return pointer >= 0 ? std::to_string(pointer)
                        : viaOf(traversal, path.number);
  }

  /// -1: none.
  int pointerOf(unsigned array, const PathSteps &steps) const {
    for (size_t i = 0; i < traversal.pointers.size(); ++i) {
      const PathSteps &pointer = traversal.pointers[i].steps;
      const size_t after = pointer.size() + 1;
      if (traversal.pointers[i].array == array && after <= steps.size() &&
          std::equal(pointer.begin(), pointer.end(), steps.begin()) &&
          steps[pointer.size()].kind == PathStep::Deref &&
          std::none_of(steps.begin() + after, steps.end(),
                       [](const PathStep &step) {
                         return step.kind == PathStep::Deref;
                       }))
        return i;
    }
    return -1;
  }

  /// `1, 24`: through pointer 1, 24 bytes into the object there.
  std::string fromNode(const Path &path) const {
    return via(path) + ", " + std::to_string(offset(path));
  }

  std::string text(const NodePointer &pointer) const {
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

  void slots() {
    std::vector<std::string> rows;
    for (const SlotGroup &slots : traversal.slots)
      rows.push_back(
          "{" + std::to_string(offsetOf(traversal.nodeType, slots.steps, ast)) +
          ", " + std::to_string(slots.count) + "}, // " + slots.text);
    table("rt::Slots", "slots", rows);
  }

  /// The function that finds a node's children, and what it looks at: the
  /// arrival record, with the pointers as the user's node holds them.
  void children() {
    const SlotGroup *list = traversal.list();
    if (list)
      out += "static constexpr bool hasChildList = true;\n";
    out += "// What linearising looks at to find a node's children.\n"
           "using Links = " +
           types.groups[0] + "<rt::" +
           (list ? "HostList"
                 : "HostSlots<" + std::to_string(traversal.numSlots) + ">") +
           ">;\n";
    std::vector<std::string> rows;
    for (unsigned p : traversal.groups[0].paths) {
      const Path &path = traversal.paths[p];
      if (path.computed || path.address ||
          pointerOf(path.number, path.steps) < 0)
        rows.push_back(
            "{0, offsetof(Links, " + safeName(path.name) + "), " +
            (path.computed  ? placeInInvariants(path)
             : path.address ? "rt::ownRef, 0"
                            : "-1, " + std::to_string(offset(path))) +
            ", " + values.contents(path, true) + "}, // " + path.text);
    }
    for (const SlotGroup &slots : traversal.slots)
      for (const std::string &row : hostLinks(slots))
        rows.push_back(row);
    table("rt::NodeField", "linkFields", rows);

    ExprPrinter printer(traversal, traversal.function, values);
    printer.firstValues = true;
    const std::string &n = printer.names.groups[0];
    std::string body;
    for (const SlotGroup &slots : traversal.slots) {
      std::string terms;
      for (const Term &term : slots.followedIf)
        terms += (terms.empty() ? "" : ") && (") +
                 printer.condition(term.cond, term.negated);
      if (slots.followedIf.size() > 1)
        terms = "(" + terms + ")";
      if (!terms.empty())
        body += "if (" + terms + ")\n";
      body += hostVisits(slots, n, printer);
    }
    const bool uses = llvm::StringRef(body).contains(n + ".");
    const bool usesSelf = llvm::StringRef(body).contains("self");
    const bool usesUniforms = llvm::StringRef(body).contains("u.");
    readsUniforms |= usesUniforms;
    out += "template <class Visit>\nstatic void children(const Links &" +
           (uses ? n : "") + ", rt::NodeRef" + (usesSelf ? " self" : "") +
           ", const Uniforms &" + (usesUniforms ? "u" : "") +
           ", Visit &&visit) {\n" + body + "}\n";
  }

  /// Rows of linkFields for what holds the children.
  std::vector<std::string> hostLinks(const SlotGroup &slots) const {
    const auto row = [&](const std::string &member, uint64_t at,
                         uint64_t bytes) {
      return "{0, offsetof(Links, children." + member + "), -1, " +
             std::to_string(at) + ", " + std::to_string(bytes) + "}, // " +
             slots.text;
    };
    const uint64_t word = 8,
                   at = offsetOf(traversal.nodeType, slots.steps, ast);
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

  /// The statement that visits a group's children.
  std::string hostVisits(const SlotGroup &slots, const std::string &n,
                         ExprPrinter &printer) const {
    const std::string first = n + ".children.first";
    if (slots.form == SlotGroup::Fields)
      return "rt::eachSlot(" + n + ".children, " + std::to_string(slots.first) +
             ", " + std::to_string(slots.count) + ", visit);\n";
    if (slots.form == SlotGroup::Siblings)
      return "rt::eachSibling(" + first + ", " +
             std::to_string(offsetOf(traversal.nodeType,
                                     {{PathStep::Field, slots.next}}, ast)) +
             ", visit);\n";
    const uint64_t stride =
        slots.inPlace ? ast.getTypeSizeInChars(traversal.nodeType).getQuantity()
                      : 8;
    const std::string begin =
        slots.form == SlotGroup::Array
            ? "rt::inNode(self, " +
                  std::to_string(
                      offsetOf(traversal.nodeType, slots.steps, ast)) +
                  ")"
            : first;
    const std::string bytes = std::to_string(stride);
    const std::string range = slots.form == SlotGroup::Vector
                                  ? begin + ", " + n + ".children.last"
                                  : begin + ", rt::after(" + begin + ", " +
                                        printer.print(slots.extent) + ", " +
                                        bytes + ")";
    if (slots.inPlace)
      return "rt::eachObject(" + range + ", " + bytes + ", visit);\n";
    // What asks for the length must not miss null pointers at the end.
    const bool asked = !traversal.function.listSizes.empty() ||
                       llvm::any_of(traversal.helpers, [](const auto &helper) {
                         return !helper->listSizes.empty();
                       });
    return (asked ? "rt::eachPointerToLast(" : "rt::eachPointer(") + range +
           ", visit);\n";
  }

  void pointers() {
    std::vector<std::string> rows;
    for (const NodePointer &pointer : traversal.pointers)
      rows.push_back(
          "{" +
          (pointer.via >= 0 ? std::to_string(pointer.via)
                            : viaOf(traversal, pointer.array)) +
          ", " +
          std::to_string(offsetOf(traversal.nodeObject(pointer.array),
                                  pointer.steps, ast)) +
          "}, // " + text(pointer));
    table("rt::PointerField", "pointers", rows);
    follows();
  }

  /// When linearising follows the pointers: where the traversal does.
  void follows() {
    if (llvm::all_of(traversal.pointers, [](const NodePointer &pointer) {
          return pointer.followedIf.empty();
        }))
      return;
    ExprPrinter printer(traversal, traversal.function, values);
    printer.firstValues = true;
    out += "// Whether the traversal reads through pointer P of this "
           "node.\ntemplate <int P, class Children>\nstatic bool "
           "follows([[maybe_unused]] const " +
           types.groups[0] + "<Children> &" + printer.names.groups[0] + ") {\n";
    for (size_t i = 0; i < traversal.pointers.size(); ++i) {
      std::string terms;
      for (const Term &term : traversal.pointers[i].followedIf)
        terms += (terms.empty() ? "(" : " && (") +
                 printer.condition(term.cond, term.negated) + ")";
      if (!terms.empty())
        out += "if constexpr (P == " + std::to_string(i) + ")\nreturn " +
               (traversal.pointers[i].followedIf.size() == 1
                    ? terms.substr(1, terms.size() - 2)
                    : terms) +
               ";\n";
    }
    out += "return true;\n}\n";
  }

  /// What linearising computes, from which data, and how.
  void invariants() {
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
    for (const Function &function : traversal.invariants) {
      StmtPrinter printer(traversal, function, values);
      node = printer.exprs.names.groups[0];
      const std::string text = printer.invariants();
      body += traversal.invariants.size() > 1 ? "{\n" + text + "}\n" : text;
    }
    out += "// What linearising computes of each node, for all its visits, and "
           "from what.\nstruct Source {\n" +
           sources + "};\nstruct Invariants {\n" + kept + "};\n";
    table("rt::NodeField", "sourceFields", rows);
    const bool usesUniforms = namesIt(body, "u");
    readsUniforms |= usesUniforms;
    out += "static void invariants(const Source &" + node +
           ", const Uniforms &" + (usesUniforms ? "u" : "") +
           ", Invariants &kept) {\n" + body + "}\n";
  }

  void nodeFields() {
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
                       ", " + values.contents(path, true) + "}, // " +
                       path.text);
      }
    out += "template <class Children>\n";
    table("rt::NodeField", "nodeFields", rows);
  }

  /// Node arrays are looked at as a whole, if it is known how long they are.
  bool isInKnownArray(const Path &path) const {
    return traversal.nodesAreNumbers &&
           pointerOf(path.number, path.steps) < 0 &&
           !traversal.nodeArrays[path.number].extentText.empty();
  }

  void watchedFields() {
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

  static std::string operandNumber(const Path &path) {
    return path.number == iterationNumber ? "rt::iterationNumber"
                                          : std::to_string(path.number);
  }

  /// The last column of a container's row.
  std::string containerNumber(const Path &path) const {
    if (!path.isContainer())
      return "";
    const auto containers = traversal.containers();
    const auto *found = llvm::find(containers, &path - &traversal.paths[0]);
    return ", false, {}, " + std::to_string(found - containers.begin());
  }

  void objectFields(const std::string &name, const std::string &type,
                    bool writtenOnly) {
    std::vector<std::string> rows;
    for (const Path &path : traversal.paths)
      if (path.base == Base::Query && !path.isScratch() &&
          (path.written() || !writtenOnly))
        rows.push_back("{" + operandNumber(path) + ", offsetof(" + type + ", " +
                       safeName(path.name) + "), " +
                       std::to_string(offset(path)) + ", " +
                       values.contents(path) + containerNumber(path) +
                       "}, // " + path.text);
    table("rt::ObjectField", name, rows);
  }

  const Site &site;
  const Unit &unit;
  const QueryLoop &loop;
  const Traversal &traversal;
  const ASTContext &ast;
  const ValueTypes &values;
  TypeNames types;
  std::string out;
  bool readsUniforms = false; ///< linearising does
};

} // namespace

std::string regtt::placeInInvariants(const Path &path) {
  return "rt::computed, offsetof(Invariants, " + safeName(path.name) + ")";
}

bool regtt::childrenInTable(const Traversal &traversal) {
  return !traversal.nodesAreNumbers &&
         llvm::all_of(traversal.slots, [](const SlotGroup &slots) {
           return !slots.isList() && slots.followedIf.empty();
         });
}

std::string regtt::printRecords(const Site &site, const Unit &unit) {
  return RecordPrinter(site, unit).records();
}

std::string regtt::printTables(const Site &site, const Unit &unit) {
  return RecordPrinter(site, unit).tables();
}
