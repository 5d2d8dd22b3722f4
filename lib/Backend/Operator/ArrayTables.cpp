// The tables of arrays: their forms, the fields that are gathered, where
// records hold their addresses, and how many elements they have.
#include "TablePrinter.h"

#include "OperatorPrinter.h"
#include "SliceWords.h"
#include "regtt/Frontend/Model/Layout.h"

using namespace regtt;
using namespace clang;

void TablePrinter::arrayTables() {
  if (traversal.arrays.empty() && traversal.nodeArrays.empty())
    return;
  std::vector<std::string> forms, fields, written, nodes, queries;
  size_t given = traversal.nodeArrays.size();
  for (unsigned i = 0; i < traversal.arrays.size(); ++i) {
    const DataArray &array = traversal.arrays[i];
    const std::string type = elementType(i);
    const auto read = fieldsOf(i);
    const uint64_t stride = ast.getTypeSizeInChars(array.stored).getQuantity();
    forms.push_back("{\"" + array.name + "\", " + std::to_string(stride) +
                    ", " + (read.empty() ? "0" : "sizeof(" + type + ")") +
                    ", " + (array.indirect ? "true" : "false") + ", " +
                    (array.isShared() ? std::to_string(given++) : "-1") + "},");
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
    out += "// What gathering finds in queries: addresses, before they become "
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

void TablePrinter::nodeArrayForms(std::vector<std::string> &forms,
                                  std::vector<std::string> &fields) const {
  for (unsigned i = 0; i < traversal.nodeArrays.size(); ++i) {
    const DataArray &array = traversal.nodeArrays[i];
    const std::string number = std::to_string(traversal.arrays.size() + i);
    forms.push_back(
        "{\"" + array.text + "\", " +
        std::to_string(ast.getTypeSizeInChars(array.stored).getQuantity()) +
        ", 0, false, " + std::to_string(i) + "},");
    for (unsigned p = 0; p < traversal.paths.size(); ++p)
      if (const Path &path = traversal.paths[p]; isRead(p) && !path.computed &&
                                                 path.number == i &&
                                                 pointerOf(i, path.steps) < 0)
        fields.push_back("{" + number + ", 0, " + std::to_string(offset(path)) +
                         ", " + std::to_string(datumBits(path, ast).bytes) +
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

std::string TablePrinter::placeInRecord(unsigned path) const {
  unsigned group = 0;
  while (!llvm::is_contained(traversal.groups[group].paths, path))
    ++group;
  return std::to_string(group) + ", offsetof(" + types.groups[group] +
         (group == 0 ? "<Children>" : "") + ", " +
         safeName(traversal.paths[path].name) + ")";
}

std::string TablePrinter::placeInQuery(unsigned path) const {
  return "offsetof(" + types.query + ", " +
         safeName(traversal.paths[path].name) + ")";
}

/// A datum of the node or of the query: `n.count`.
static std::string datumText(const Traversal &traversal,
                             const FunctionNames &names, unsigned number) {
  const Path &path = traversal.paths[number];
  std::string text = path.base == Base::Query ? names.query : "";
  for (unsigned group = 0; group < traversal.groups.size(); ++group)
    if (llvm::is_contained(traversal.groups[group].paths, number))
      text = names.groups[group];
  return text + "." + safeName(path.name) + (path.bitField() ? ".value" : "");
}

/// How many elements the array of a node or of a query has.
static std::string extentText(const Traversal &traversal,
                              const FunctionNames &names,
                              const ValueTypes &values,
                              const DataArray &array) {
  std::string text;
  for (const ExtentTerm &term : array.extent) {
    std::string leaf;
    if (term.path >= 0) {
      leaf = datumText(traversal, names, term.path);
      for (const regtt::Selector &part : term.parts)
        leaf += "." + values.fieldName(part.field);
    } else if (term.uniform >= 0) {
      leaf = "u." + safeName(traversal.uniforms[term.uniform].name);
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
  return text;
}

std::string TablePrinter::extentCases(const FunctionNames &names,
                                      bool ofQueries) const {
  std::string cases;
  for (unsigned i = 0; i < traversal.arrays.size(); ++i)
    if (const DataArray &array = traversal.arrays[i];
        array.ofQueries == ofQueries && !array.extent.empty())
      cases += "if constexpr (A == " + std::to_string(i) + ")\nreturn " +
               extentText(traversal, names, values, array) + ";\n";
  return cases;
}

void TablePrinter::queryExtents() {
  const FunctionNames names(traversal, traversal.function);
  const std::string cases = extentCases(names, true);
  if (!cases.empty())
    out += "// How many elements array A of this query has.\ntemplate <int A>\n"
           "static rt::Index queryExtent([[maybe_unused]] const " +
           types.query + " &" + names.query +
           ", [[maybe_unused]] const Uniforms &u) {\n" + cases +
           "return 0;\n}\n";
}

void TablePrinter::extents() {
  const FunctionNames names(traversal, traversal.function);
  const std::string cases = extentCases(names, false);
  if (cases.empty())
    return;
  readsUniforms |= namesIt(cases, "u");
  out += "// How many elements array A of this node has.\ntemplate <int A, "
         "class Children>\nstatic rt::Index extent([[maybe_unused]] const " +
         types.groups[0] + "<Children> &" + names.groups[0] +
         ", [[maybe_unused]] const Uniforms &u) {\n" + cases + "return 0;\n}\n";
}
