// What the call to the runtime is handed: the root, where iterations find what
// is their own, arrays, and values that they share.
#include "Parts.h"

#include <llvm/ADT/StringExtras.h>

#include "regtt/Kernel/Names.h"

using namespace regtt;
using namespace regtt::host;

llvm::ArrayRef<Place> regtt::host::laterWrites(const Loop &loop) {
  if (!loop.tail)
    return {};
  return loop.tail->writes;
}

//===--- Places -----------------------------------------------------------===//

/// `regtt_reads[1]`
static std::string elementOf(const std::string &array,
                             const std::string &number) {
  return array + "[" + number + "]";
}
static std::string elementOf(const std::string &array, size_t number) {
  return elementOf(array, std::to_string(number));
}

/// `3 * ` of three elements side by side.
static std::string timesOf(int extent) {
  return extent ? std::to_string(extent) + " * " : "";
}

/// What the record of the first iteration holds in field `input`, and that the
/// next iteration's is in the next record.
static std::string inRecord(int input, const Tables &tables) {
  return "regtt_inputs[0]." + tables.site.inputs[input].name +
         ", sizeof(regtt_inputs[0]), 1, ";
}

/// `&(q)[regtt_first], sizeof((q)[regtt_first]), 1, 0, sizeof(...)`
static std::string placeOf(const Operand &operand, const Tables &tables) {
  if (operand.input >= 0) // of a pointer, regtt_object says the bytes
    return inRecord(operand.input, tables) +
           (operand.isIndirect
                ? "1, 0"
                : "0, sizeof(regtt_inputs[0]." +
                      tables.site.inputs[operand.input].name + ")");
  const std::string several = timesOf(operand.extent);
  return operand.text + ", " + several + "sizeof(" + operand.text + "), " +
         std::to_string(tables.loop.step) + ", " +
         (operand.isIndirect ? "1, sizeof(*" : "0, " + several + "sizeof(") +
         operand.text + ")";
}

static std::string placeOf(const Place &place, const Tables &tables) {
  if (place.input >= 0) // regtt_object says the bytes
    return inRecord(place.input, tables) + "1, 0";
  const std::string step = std::to_string(tables.loop.step);
  if (place.isIndirect)
    return place.text + ", sizeof(" + place.text + "), " + step +
           ", 1, sizeof(*" + place.text + ")";
  if (!place.count.empty())
    return place.text + ", 0, 0, 0, " +
           cast(tables.loop, "size_t", place.count) + " * sizeof(" +
           place.text + ")";
  const std::string element =
      "sizeof(" + (place.element.empty() ? place.text : place.element) + ")";
  // From the first of several elements to the end of the last one's part.
  const std::string upToLast =
      place.extent > 1 && !place.element.empty()
          ? std::to_string(place.extent - 1) + " * " + element + " + "
          : timesOf(place.extent);
  return place.text + ", " + timesOf(place.apart ? place.apart : place.extent) +
         element + ", " + (place.varies ? step : "0") + ", 0, " + upToLast +
         "sizeof(" + place.text + ")";
}

/// `regtt_set_operand(&regtt_reads[0], &radius[regtt_first], ...);`
template <class Row>
static std::string setPlaces(const std::string &array, llvm::ArrayRef<Row> rows,
                             const Tables &tables) {
  std::string out;
  for (size_t number = 0; number < rows.size(); ++number)
    out += "regtt_set_operand(&" + elementOf(array, number) + ", &" +
           placeOf(rows[number], tables) + ");\n";
  return out;
}

std::string regtt::host::setAssigns(const Tables &tables, size_t number) {
  std::string out;
  size_t container = 0;
  for (const unsigned row : tables.kernel.containers()) {
    const kernel::Datum &datum = tables.kernel.data[row];
    if (datum.number == number) {
      std::string text = tables.loop.operands[number].object;
      for (const kernel::DataStep &step : datum.steps)
        if (!step.field.empty())
          text += "." + step.field;
      out += elementOf("regtt_assigns", container) + " = regtt_assigner(&" +
             text + ");\n";
    }
    ++container;
  }
  return out;
}

static std::string setOperands(const Tables &tables) {
  const std::vector<Operand> &operands = tables.loop.operands;
  std::string out;
  for (size_t number = 0; number < operands.size(); ++number) {
    out += "regtt_set_operand(&" + elementOf("regtt_operands", number) + ", &" +
           placeOf(operands[number], tables) + ");\n";
    if (operands[number].input < 0)
      out += setAssigns(tables, number);
  }
  return out;
}

//===--- Arrays -----------------------------------------------------------===//

/// `statements`, where each of `pointers` leads somewhere:
///
///     if (options != nullptr) {
///       regtt_uniforms.radius = options->radius;
///     }
static std::string whereThere(llvm::ArrayRef<std::string> pointers,
                              const std::string &statements, const Loop &loop) {
  std::string test;
  for (const std::string &pointer : pointers)
    test += (test.empty() ? "" : " && ") + pointer + " != " + null(loop);
  return test.empty() ? statements
                      : "if (" + test + ") {\n" + statements + "}\n";
}

/// `regtt_arrays[0].base = points; ...`
static std::string setArray(const Array &array, const std::string &row,
                            const Loop &loop) {
  const std::string target = row + ".";
  const std::string count = array.count.empty()
                                ? "REGTT_UNKNOWN_COUNT"
                                : cast(loop, "size_t", array.count);
  return whereThere(array.pointers,
                    target + "base = " + array.base + ";\n" + target +
                        "stride = sizeof(*(" + array.base + "));\n" + target +
                        "count = " + count + ";\n",
                    loop);
}

//===--- Roots ------------------------------------------------------------===//

/// The roots that a query program enters:
///
///     if (regtt_make_roots(&regtt_roots[1], trees.size()))
///       for (regtt_root = 0; regtt_root < regtt_roots[1].count; ++regtt_root)
///         regtt_roots[1].at[regtt_root].node = trees[regtt_root];
static std::string setRoots(const Tables &tables) {
  const std::vector<RootGroup> &roots = tables.loop.roots;
  const bool areNumbers = tables.kernel.nodesAreNumbers;
  std::string out;
  if (llvm::any_of(roots,
                   [](const RootGroup &group) { return !group.count.empty(); }))
    out += "size_t regtt_root;\n";
  for (size_t g = 0; g < roots.size(); ++g) {
    const std::string group = elementOf("regtt_roots", g);
    const bool several = !roots[g].count.empty();
    const size_t numArrays = roots[g].arrays.size();
    out += std::string("if (regtt_make_") + (numArrays ? "forest" : "roots") +
           "(&" + group + ", " +
           (several ? cast(tables.loop, "size_t", roots[g].count) : "1") +
           (numArrays ? ", " + std::to_string(numArrays) : "") + "))\n";
    if (several)
      out += "for (regtt_root = 0; regtt_root < " + group +
             ".count; ++regtt_root)\n";
    if (!roots[g].guard.empty())
      out += "if (" + roots[g].guard + ")\n";
    const std::string number = several ? "regtt_root" : "0";
    std::string set = group + ".at[" + number + "]" +
                      (areNumbers ? ".number = " : ".node = ") + roots[g].text +
                      ";\n";
    for (size_t a = 0; a < numArrays; ++a)
      set += setArray(roots[g].arrays[a],
                      elementOf(group + ".arrays",
                                number + " * " + std::to_string(numArrays) +
                                    " + " + std::to_string(a)),
                      tables.loop);
    out += numArrays ? "{\n" + set + "}\n" : set;
  }
  // The type is the same for all; in C, too, sizeof evaluates nothing.
  if (!areNumbers && !roots.empty())
    out += "regtt_call.node_bytes = sizeof(*(" + roots[0].text + "));\n";
  return "{\n" + out + "}\n";
}

/// What tells the class of a node.
static std::string setClasses(const NodeClasses &classes) {
  if (classes.base.empty())
    return "";
  return "regtt_call.class_of = " +
         (classes.tag.empty() ? "&regtt_classes<" + classes.base + ", " +
                                    llvm::join(classes.names, ", ") + ">::of"
                              : "regtt_member(" + classes.tag + "())") +
         ";\n";
}

static std::string setRoot(const Tables &tables) {
  const std::string &root = tables.loop.root;
  if (tables.kernel.program)
    return setRoots(tables);
  if (tables.kernel.nodesAreNumbers)
    return "regtt_call.root_number = " + root + ";\n";
  return "regtt_call.root = " + root + ";\nregtt_call.node_bytes = sizeof(*(" +
         root + "));\n";
}

//===--- What iterations share --------------------------------------------===//

static std::string setShared(const Tables &tables) {
  const kernel::Kernel &kernel = tables.kernel;
  const Loop &loop = tables.loop;
  std::string out;
  // Residents' are compared, with what lies between them.
  const bool mayStayUnset =
      llvm::any_of(loop.uniforms, [](const Uniform &uniform) {
        return !uniform.pointers.empty();
      });
  if ((loop.isResident && kernel.hasHostUniforms) || mayStayUnset)
    out += "regtt_clear(&regtt_uniforms, sizeof regtt_uniforms);\n";
  if (!loop.order.empty())
    out += "regtt_call.reorder = REGTT_ORDER_" + loop.order + ";\n";
  if (loop.orderLevels != 0)
    out += "regtt_call.reorder_levels = " + std::to_string(loop.orderLevels) +
           ";\n";
  for (size_t number = 0; number < loop.arrays.size(); ++number)
    if (!loop.arrays[number].base.empty())
      out += setArray(loop.arrays[number], elementOf("regtt_arrays", number),
                      loop);
  for (size_t u = 0; u < loop.uniforms.size(); ++u)
    out +=
        whereThere(loop.uniforms[u].pointers,
                   assign("regtt_uniforms." + safeName(kernel.uniforms[u].name),
                          loop.uniforms[u].value, loop),
                   loop);
  size_t next = 0;
  for (const kernel::Argument &argument : kernel.args)
    if (argument.startsAtLoop)
      out += assign("regtt_uniforms.first_" + argument.name,
                    loop.arguments[next++], loop);
  return out;
}

static std::string setResident(const Loop &loop) {
  if (!loop.isResident)
    return "";
  // What is no integer has no `|`.
  return "regtt_call.resident = 1;\n" +
         (loop.version.empty()
              ? ""
              : "regtt_call.version = " +
                    cast(loop, "size_t", "(" + loop.version + ") | 0") + ";\n");
}

std::string regtt::host::setCall(const Tables &tables) {
  const Loop &loop = tables.loop;
  return setRoot(tables) + setClasses(loop.classes) + setOperands(tables) +
         setPlaces<Place>("regtt_reads", loop.reads, tables) +
         setPlaces<Place>("regtt_later_reads", loop.laterReads, tables) +
         setPlaces("regtt_later", laterWrites(loop), tables) +
         setResident(loop) + setShared(tables);
}
