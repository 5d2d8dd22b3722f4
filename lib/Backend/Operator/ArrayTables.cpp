// The tables of arrays: their forms, the fields that are gathered, where
// records hold their addresses, and how many elements they have.
#include "TablePrinter.h"

#include "OperatorPrinter.h"
#include "SliceWords.h"

#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::kernel;

/// Whether a negative extent is a mistake, and whether a null element ends it.
static std::string exactness(const DataArray &array) {
  return std::string(array.hasExactExtent || array.isUnsigned ? "true"
                                                              : "false") +
         (array.endsAtNull ? ", true" : "");
}

/// How its elements lead from one to the next, where they are a list.
static std::string listOf(const Kernel &kernel, const DataArray &array) {
  const ListForm *list =
      array.start < 0 ? nullptr : listAt(kernel.data[array.start].steps);
  if (!list)
    return "";
  const bool isCounted = array.size >= 0;
  return ", {" + std::to_string(list->nextAt) + ", " +
         std::to_string(list->headAt) +
         (list->isRing || isCounted ? list->isRing ? ", true" : ", false"
                                    : "") +
         (isCounted ? ", true}" : "}");
}

void TablePrinter::arrayTables() {
  if (!kernel.hasArrays() && kernel.nodeArrays.empty())
    return;
  std::vector<std::string> forms, fields, written, nodes, queries, elements,
      covered;
  size_t given = kernel.nodeArrays.size();
  for (unsigned i = 0; i < kernel.arrays.size(); ++i) {
    const DataArray &array = kernel.arrays[i];
    const std::string type = elementType(i);
    const auto read = fieldsOf(i);
    const std::string list = listOf(kernel, array);
    forms.push_back("{\"" + array.name + "\", " + std::to_string(array.stride) +
                    ", " + (read.empty() ? "0" : "sizeof(" + type + ")") +
                    ", " + (array.isIndirect ? "true" : "false") + ", " +
                    (array.isShared() ? std::to_string(given++) : "-1") +
                    (llvm::is_contained(site.loop.staying, i) ? ", true"
                     : list.empty()                           ? ""
                                                              : ", false") +
                    list + "},");
    if (array.isOfNodes())
      nodes.push_back(
          "{" + std::to_string(i) + ", " + placeInRecord(array.start) + ", " +
          (array.size < 0 ? "0, rt::noSize" : placeInRecord(array.size)) +
          ", " + std::to_string(array.pointer) + ", " + exactness(array) +
          "}, // " + array.text);
    if (array.isOfQueries)
      queries.push_back(
          "{" + std::to_string(i) + ", " + placeInQuery(array.start) + ", " +
          (array.size < 0 ? "rt::noSize" : placeInQuery(array.size)) + ", " +
          exactness(array) + "}, // " + array.text);
    if (array.isOfElements())
      elements.push_back(
          "{" + std::to_string(i) + ", " + std::to_string(array.parent) + ", " +
          placeInElement(array.start) + ", " +
          (array.size < 0 ? "rt::noSize" : placeInElement(array.size)) + ", " +
          exactness(array) + "}, // " + array.text);
    for (const unsigned other : array.covers)
      covered.push_back("{" + std::to_string(i) + ", " + std::to_string(other) +
                        "}, // " + array.text);
    for (const Datum *datum : read) {
      fields.push_back("{" + std::to_string(i) + ", " +
                       (isWhole(i) ? "0"
                                   : "offsetof(" + type + ", " +
                                         safeName(datum->name) + ")") +
                       ", " + std::to_string(offsetOf(datum->steps)) + ", " +
                       values.contents(*datum) + "}, // " + datum->text);
      if (datum->isWritten)
        written.push_back(fields.back());
    }
  }
  nodeArrayForms(forms, fields);
  table("rt::ArrayForm", "arrayForms", forms);
  table("rt::ArrayField", "arrayFields", fields);
  if (!written.empty())
    table("rt::ArrayField", "writtenFields", written);
  flagArrays();
  reachedArrays();
  if (!queries.empty()) {
    out += "// What gathering finds in queries: addresses, before they become "
           "numbers of\n// elements.\n";
    table("rt::QueryArray", "queryArrays", queries);
    queryExtents();
  }
  if (!elements.empty()) {
    out += "// What gathering finds in elements: addresses, before they become "
           "numbers of\n// other arrays' elements.\n";
    table("rt::ElementArray", "elementArrays", elements);
    elementExtents();
  }
  if (!covered.empty())
    table("rt::CoveredArray", "coveredArrays", covered);
  if (nodes.empty())
    return;
  out += "// What linearising finds there: addresses, before they become "
         "numbers of\n// elements.\ntemplate <class Children>\n";
  table("rt::NodeArray", "nodeArrays", nodes);
  extents();
}

void TablePrinter::reachedArrays() {
  std::vector<std::string> rows;
  for (unsigned i = 0; i < kernel.arrays.size(); ++i) {
    const bool isInOrder = llvm::any_of(kernel.data, [&](const Datum &datum) {
      return datum.owner == Owner::Element && datum.number == i &&
             datum.inOrder;
    });
    if (kernel.arrays[i].isReached)
      rows.push_back("{" + std::to_string(i) +
                     (isInOrder ? ", true}, // " : ", false}, // ") +
                     kernel.arrays[i].text);
  }
  if (rows.empty())
    return;
  out += "// Nothing says how long they are: iterations are asked ahead.\n";
  table("rt::ReachedForm", "reachedArrays", rows);
  reachReads();
}

/// What that depends on: arrays of which it looks at what they hold, and data
/// of the iteration's.
void TablePrinter::reachReads() {
  std::set<unsigned> arrays;
  bool readsOwn = false;
  std::vector<const ir::Function *> open = {kernel.reach};
  for (size_t k = 0; k < open.size(); ++k) {
    std::set<const ir::Expr *> notes; // what lies there does not matter
    ir::walk(static_cast<const ir::Statement *>(open[k]->body),
             [&](const ir::Statement *s) {
               const auto *call = llvm::dyn_cast<ir::LibraryCallStatement>(s);
               if (call && call->name == "rt::reach")
                 notes.insert(call->arguments[0]);
             });
    ir::walkExprs(open[k]->body, [&](const ir::Expr *e) {
      const auto *call = llvm::dyn_cast<ir::CallExpr>(e);
      if (call && call->callee->body && !llvm::is_contained(open, call->callee))
        open.push_back(call->callee);
      const ir::Place *place = ir::placeOf(e);
      const auto *root =
          place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
      if (!root || notes.count(e))
        return;
      if (root->kind == ir::DataRoot::Element)
        arrays.insert(kernel.data[root->number].number);
      readsOwn |= root->kind == ir::DataRoot::Own &&
                  kernel.data[root->number].hasOperand();
    });
  }
  std::vector<std::string> rows;
  for (const unsigned array : arrays)
    rows.push_back(std::to_string(array) + ", // " + kernel.arrays[array].text);
  out += "// What they are asked depends on what lies there.\n";
  table("int", "reachReads", rows);
  out += std::string("enum : bool { reachReadsOwn = ") +
         (readsOwn ? "true" : "false") + " };\n";
}

void TablePrinter::flagArrays() {
  std::vector<std::string> flags;
  for (unsigned i = 0; i < kernel.arrays.size(); ++i)
    if (kernel.arrays[i].isFlag)
      flags.push_back(std::to_string(i) + ", // " + kernel.arrays[i].text);
  if (flags.empty())
    return;
  out += "// Variables of the function that holds the loop.\n";
  table("int", "flagArrays", flags);
}

void TablePrinter::nodeArrayForms(std::vector<std::string> &forms,
                                  std::vector<std::string> &fields) const {
  for (unsigned i = 0; i < kernel.nodeArrays.size(); ++i) {
    const DataArray &array = kernel.nodeArrays[i];
    const std::string number = std::to_string(kernel.arrays.size() + i);
    forms.push_back("{\"" + array.text + "\", " + std::to_string(array.stride) +
                    ", 0, false, " + std::to_string(i) + "},");
    for (unsigned p = 0; p < kernel.data.size(); ++p)
      if (const Datum &datum = kernel.data[p]; isRead(p) && !datum.isComputed &&
                                               datum.number == i &&
                                               pointerOf(i, datum.steps) < 0)
        fields.push_back("{" + number + ", 0, " +
                         std::to_string(offsetOf(datum.steps)) + ", " +
                         std::to_string(datum.bytesInObject()) + "}, // " +
                         datum.text);
    for (const SlotGroup &slots : kernel.slots)
      if (slots.form == SlotGroup::Fields && slots.array == i)
        fields.push_back("{" + number + ", 0, " +
                         std::to_string(offsetOf(slots.steps)) + ", " +
                         std::to_string(slots.count * slots.bytes) + "}, // " +
                         slots.text);
  }
}

std::string TablePrinter::placeInRecord(unsigned datum) const {
  unsigned group = 0;
  while (!llvm::is_contained(kernel.groups[group].data, datum))
    ++group;
  return std::to_string(group) + ", offsetof(" + types.groups[group] +
         (group == 0 ? "<Children>" : "") + ", " +
         safeName(kernel.data[datum].name) + ")";
}

std::string TablePrinter::placeInQuery(unsigned datum) const {
  return "offsetof(" + types.query + ", " + safeName(kernel.data[datum].name) +
         ")";
}

std::string TablePrinter::placeInElement(unsigned datum) const {
  const Datum &of = kernel.data[datum];
  return isWhole(of.number) ? "0"
                            : "offsetof(" + elementType(of.number) + ", " +
                                  safeName(of.name) + ")";
}

/// A datum of the node, of the query or of an element: `n.count`.
static std::string datumText(const Kernel &kernel, const FunctionNames &names,
                             unsigned number) {
  const Datum &datum = kernel.data[number];
  if (datum.owner == Owner::Element)
    return (datum.name.empty() ? "element"
                               : "element." + safeName(datum.name)) +
           (datum.isBitField() ? ".value" : "");
  std::string text = datum.owner == Owner::Query ? names.query : "";
  for (unsigned group = 0; group < kernel.groups.size(); ++group)
    if (llvm::is_contained(kernel.groups[group].data, number))
      text = names.groups[group];
  return text + "." + safeName(datum.name) +
         (datum.isBitField() ? ".value" : "");
}

/// How many elements the array of a node or of a query has.
static std::string extentText(const Kernel &kernel, const FunctionNames &names,
                              const ValueTypes &values,
                              const DataArray &array) {
  std::string text;
  for (const ExtentTerm &term : array.extent) {
    std::string leaf;
    if (term.datum >= 0) {
      leaf = datumText(kernel, names, term.datum);
      for (const ir::Field *part : term.parts)
        leaf += "." + values.fieldName(*part);
    } else if (term.uniform >= 0) {
      leaf = "u." + safeName(kernel.uniforms[term.uniform].name);
    }
    leaf = leaf.empty() ? std::to_string(term.number)
                        : "static_cast<rt::Index>(" + leaf + ")";
    if (text.empty())
      text = leaf;
    else if (term.op == '*')
      text = "(" + text + ") * " + leaf;
    else
      text += std::string(" ") + term.op + " " + leaf;
  }
  if (array.wrapsAt != 0)
    return "static_cast<rt::Index>(static_cast<std::uint" +
           std::to_string(array.wrapsAt) + "_t>(" + text + "))";
  return text;
}

std::string TablePrinter::extentCases(const FunctionNames &names,
                                      Owner owner) const {
  std::string cases;
  for (unsigned i = 0; i < kernel.arrays.size(); ++i) {
    const DataArray &array = kernel.arrays[i];
    if (array.isShared() || kernel.data[array.start].owner != owner ||
        array.extent.empty())
      continue;
    const std::string text = extentText(kernel, names, values, array);
    cases += "if constexpr (regtt_array == " + std::to_string(i) + ")";
    if (namesIt(text, "element"))
      cases += " {\nconst auto &element = *static_cast<const " +
               elementType(array.parent) + " *>(record);\nreturn " + text +
               ";\n}\n";
    else
      cases += "\nreturn " + text + ";\n";
  }
  return cases;
}

void TablePrinter::elementExtents() {
  const std::string cases =
      extentCases(FunctionNames(kernel, nullptr), Owner::Element);
  if (!cases.empty())
    out += "// How many elements the array has that belongs to the element of "
           "this record.\ntemplate <int regtt_array>\nstatic rt::Index "
           "elementExtent([[maybe_unused]] const void *record, "
           "[[maybe_unused]] const Uniforms &u) {\n" +
           cases + "return 0;\n}\n";
}

void TablePrinter::queryExtents() {
  const FunctionNames names(kernel, nullptr);
  const std::string cases = extentCases(names, Owner::Query);
  if (!cases.empty())
    out += "// How many elements the array of this query has.\ntemplate <int "
           "regtt_array>\n"
           "static rt::Index queryExtent([[maybe_unused]] const " +
           types.query + " &" + names.query +
           ", [[maybe_unused]] const Uniforms &u) {\n" + cases +
           "return 0;\n}\n";
}

void TablePrinter::extents() {
  const FunctionNames names(kernel, nullptr);
  const std::string cases = extentCases(names, Owner::Node);
  if (cases.empty())
    return;
  readsUniforms |= namesIt(cases, "u");
  out += "// How many elements the array of this node has.\ntemplate <int "
         "regtt_array, "
         "class Children>\nstatic rt::Index extent([[maybe_unused]] const " +
         types.groups[0] + "<Children> &" + names.groups[0] +
         ", [[maybe_unused]] const Uniforms &u) {\n" + cases + "return 0;\n}\n";
}
