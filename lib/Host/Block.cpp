// The block that stands for an annotated loop: declarations first, as C89 wants
// them, then what the runtime is told before and after the user's statements.
#include "regtt/Host/Block.h"

#include "Parts.h"

#include "regtt/Support/Quoting.h"

#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace regtt::host;

namespace {

/// Declares a tag, and by `instantiated` what its friend returns. What an
/// explicit instantiation names need not be accessible (C++14, [temp.spec]/6).
std::string reach(const std::string &tag, const std::string &instantiated) {
  return "namespace {\nstruct " + tag +
         " { friend constexpr auto regtt_member(" + tag + "); };\n" +
         instantiated + "} // namespace\n";
}

std::string reach(const HiddenMember &member, const std::string &tag) {
  const std::string full = member.owner + "::" + member.name;
  if (!member.isReference)
    return reach(tag, "template struct regtt_reach<" + tag + ", decltype(&" +
                          full + "), &" + full + ">;\n");
  // Compilers say where members lie of any class without virtual bases; some
  // warn that C++ itself promises less.
  return reach(tag, "#pragma GCC diagnostic push\n"
                    "#pragma GCC diagnostic ignored \"-Winvalid-offsetof\"\n"
                    "template struct regtt_reach_reference<" +
                        tag + ", " + member.owner + ", decltype(" + full +
                        "), __builtin_offsetof(" + member.owner + ", " +
                        member.name + ")>;\n#pragma GCC diagnostic pop\n");
}

std::string reach(const InstanceType &type, const std::string &tag) {
  return reach(tag, "template struct regtt_reach_type<" + tag + ", " +
                        type.text + ">;\n");
}

class BlockPrinter {
public:
  BlockPrinter(const Tables &tables, int text)
      : tables(tables), text(text), kernel(tables.kernel), loop(tables.loop),
        isTemplate(tables.site.isTemplate),
        symbol("regtt_" + tables.kernel.siteName),
        numContainers(tables.kernel.containers().size()) {}

  std::string open() {
    out = inRegion() + "{ /* regtt-cc: runs the loop below in parallel */\n";
    declare();
    out += "regtt_call.site = " +
           (isTemplate ? std::string("regtt_this::site()")
                       : "&" + symbol + "_site") +
           ";\n";
    out += setCount(tables);
    handTables();
    // What stands before the call must not be done twice.
    if (loop.hasEffects)
      out += "regtt_serial = regtt_prepare(&regtt_call);\n";
    fill();
    handData();
    if (loop.hasEffects)
      out += "if (!regtt_serial)\n";
    out += "regtt_serial = regtt_begin(&regtt_call);\nif (regtt_serial";
    out += loop.tail ? " && !regtt_call.verification) {" : ") {";
    return out + (loop.restart.empty() ? "" : "\n" + loop.restart);
  }

  std::string close() const {
    std::string end = "}";
    if (loop.tail)
      end += closeTail(tables);
    else if (const std::string set = setVariables(loop); !set.empty())
      end += " else {\n" + set + "}\n";
    else
      end += "\n";
    return end + "regtt_end(&regtt_call);\n}" + (loop.isInRegion ? "\n}" : "");
  }

  /// What an instantiation has for itself.
  std::string specialization() const {
    std::string result;
    for (const HiddenMember &member : loop.members)
      result += reach(member, ownTag(member.tag));
    for (const InstanceType &type : loop.types)
      if (type.mayBeHidden)
        result += reach(type, ownTag(type.name));
    std::string params;
    for (const std::string &name : loop.deduced)
      params += (params.empty() ? "class " : ", class ") + name;
    result += "template <" + params + "> struct regtt_" + tables.site.baseName +
              "<" + tables.site.instantiation + "> {\n";
    for (const HiddenMember &member : loop.members)
      result += "typedef " + ownTag(member.tag) + " " + member.tag + ";\n";
    for (const InstanceType &type : loop.types)
      result += "using " + type.name + " = " +
                (type.mayBeHidden ? "decltype(regtt_member(" +
                                        ownTag(type.name) + "()))::type"
                                  : type.text) +
                ";\n";
    if (kernel.hasHostUniforms)
      result += "typedef struct " + symbol + "_uniforms Uniforms;\n";
    if (!loop.inputs.empty())
      result += "typedef struct " + symbol + "_inputs Inputs;\n";
    if (kernel.deferred)
      result += "typedef struct " + symbol + "_deferred Deferred;\n";
    if (text >= 0)
      result += "static constexpr int text = " + std::to_string(text) + ";\n";
    return result + "static const struct regtt_site *site() { return &" +
           symbol + "_site; }\n};\n";
  }

private:
  /// Ahead of what the host reads for the call, or does in its stead.
  std::string inRegion() const {
    if (!loop.isInRegion)
      return "";
    if (!staysInRegion(tables) || loop.hostReads.isAny)
      return "{ regtt_sync(&regtt_region);\n";
    std::string result = "{ " + loop.aheadOfHead;
    for (const std::string &place : loop.hostReads.places)
      result += " regtt_read(&regtt_region, &(" + place + "), sizeof(" + place +
                "));\n";
    return result;
  }

  std::string ownTag(const std::string &tag) const {
    return symbol + "_" + tag;
  }

  //===--- Declarations ---------------------------------------------------===//

  void declare() {
    for (const std::string &view : loop.views)
      out += view;
    if (isTemplate)
      out += "typedef ::regtt_" + tables.site.baseName + "<" + loop.tag +
             "> regtt_this;\n";
    out += declareBounds(tables);
    if (kernel.hasHostUniforms)
      out += (isTemplate ? "typename regtt_this::Uniforms"
                         : "struct " + symbol + "_uniforms") +
             std::string(" regtt_uniforms;\n");
    table("regtt_operand", "regtt_operands", loop.operands.size(), 3);
    table("regtt_array", "regtt_arrays", loop.arrays.size(), 3);
    table("regtt_roots", "regtt_roots", loop.roots.size(), 1, true);
    if (numContainers != 0)
      out += "regtt_assign regtt_assigns[" + std::to_string(numContainers) +
             "] = {nullptr};\n";
    if (llvm::any_of(loop.inputs,
                     [](const Input &input) { return input.isKept; }))
      out += "regtt_keeper regtt_kept;\n";
    table("regtt_operand", "regtt_reads", loop.reads.size(), 3);
    table("regtt_operand", "regtt_later_reads", loop.laterReads.size(), 3);
    table("regtt_operand", "regtt_later", laterWrites(loop).size(), 3);
    out += std::string("struct regtt_call regtt_call = ") +
           (loop.isC ? "{0}" : "{}") + ";\nint regtt_serial;\n";
  }

  /// `struct regtt_operand regtt_reads[2] = {{0, 0, 0, 0}};`, where there are
  /// any: a pointer, `numNumbers` numbers, and perhaps another pointer.
  void table(const std::string &type, const std::string &name, size_t count,
             unsigned numNumbers, bool endsInPointer = false) {
    if (count == 0)
      return;
    out += "struct " + type + " " + name + "[" + std::to_string(count) +
           "] = {{" + null(loop);
    for (unsigned k = 0; k < numNumbers; ++k)
      out += ", 0";
    out += (endsInPointer ? ", " + null(loop) : "") + "}};\n";
  }

  //===--- What the runtime is told ---------------------------------------===//

  /// `regtt_call.reads = regtt_reads; regtt_call.num_reads = 2;`
  void hand(const std::string &name, size_t count) {
    if (count != 0)
      out += "regtt_call." + name + " = regtt_" + name + ";\nregtt_call.num_" +
             name + " = " + std::to_string(count) + ";\n";
  }

  void handTables() {
    for (const std::string &tie : loop.ties)
      out += "regtt_tie(&" + tie + ");\n";
    if (!loop.arrays.empty())
      out += "regtt_call.arrays = regtt_arrays;\n";
    hand("roots", loop.roots.size());
    hand("reads", loop.reads.size());
    hand("later_reads", loop.laterReads.size());
    hand("later", laterWrites(loop).size());
    if (loop.isOfRounds || staysInRegion(tables))
      out += "regtt_call.region = &regtt_region;\n";
    if (loop.isIrrevocable)
      out += "regtt_call.irrevocable = 1;\n";
    if (numContainers != 0)
      out += "regtt_call.assign = regtt_assigns;\n";
  }

  /// Whether visits read the value of the loop's variable.
  bool readsVariable() const {
    return llvm::any_of(kernel.data, [](const kernel::Datum &datum) {
      return datum.owner == kernel::Owner::Query &&
             datum.number == kernel::iterationNumber;
    });
  }

  void handData() {
    if (!loop.operands.empty())
      out += "regtt_call.operands = regtt_operands;\n";
    if (readsVariable())
      out +=
          "regtt_call.first = " + castName(loop, "ptrdiff_t", "regtt_first") +
          ";\nregtt_call.step = " + std::to_string(loop.step) + ";\n";
    if (kernel.hasHostUniforms)
      out += "regtt_call.uniforms = &regtt_uniforms;\n";
  }

  //===--- What is found for the iterations -------------------------------===//

  /// Where no iteration runs, nothing of the user's is evaluated but the
  /// bounds.
  void fill() {
    out += std::string("if (regtt_call.count != 0") +
           (loop.hasEffects ? " && !regtt_serial" : "") + ") {\n" +
           lines(loop.constants) + checkApart();
    const bool hasInputs = !loop.inputs.empty();
    if (hasInputs)
      makeRecords();
    if (!loop.isConditional())
      out += setCall(tables);
    if (loop.isConditional())
      out += "int regtt_ready = 0;\nif (regtt_inputs) {\nregtt_call.runs = "
             "&regtt_inputs[0]." +
             tables.site.inputs[loop.levels.back().taken].name +
             ";\nregtt_call.runs_stride = sizeof(regtt_inputs[0]);\n" +
             prepare(tables) + "}\n";
    else if (hasInputs)
      out += "if (regtt_inputs)\n" + prepare(tables);
    else if (loop.hasEffects)
      out += prepare(tables);
    out += "}\n";
  }

  /// A loop whose containers are not told apart by their text is refused where
  /// two are one.
  std::string checkApart() const {
    std::string result;
    for (const Apart &pair : loop.apart)
      result += "if (regtt_field(&" + pair.written + ") == regtt_field(&" +
                pair.asked + "))\nregtt_call.fault = " +
                quotedForC("iterations ask for elements of '" + pair.asked +
                           "', which '" + pair.written +
                           "' is, too, and that changes otherwise") +
                ";\n";
    return result;
  }

  void makeRecords() {
    const std::string record = recordType(tables);
    const std::string made =
        "regtt_make_inputs(&regtt_call, sizeof(" + record + "))";
    out += record + " *const regtt_inputs = " +
           (loop.isC ? made : cast(loop, record + " *", made)) +
           ";\nsize_t regtt_i = 0;\n";
  }

  const Tables &tables;
  const int text;
  const kernel::Kernel &kernel;
  const Loop &loop;
  const bool isTemplate;
  const std::string symbol;
  const size_t numContainers;
  std::string out;
};

} // namespace

/// How classes are reached that are private: a function tells one that a node
/// is of.
static std::string reach(const NodeClasses &classes) {
  return "namespace {\nstruct " + classes.tag +
         " { friend regtt_class_of regtt_member(" + classes.tag +
         "); };\ntemplate struct regtt_reach_classes<" + classes.tag + ", " +
         classes.base + ", " + llvm::join(classes.names, ", ") +
         ">;\n} // namespace\n";
}

/// Some compilers warn of a name that hides another one's of ours.
static std::string declareRegion(bool isC, bool isInner,
                                 const std::string &attribute) {
  const std::string declared = "struct regtt_region regtt_region " + attribute +
                               "= " + (isC ? "{0, 0}" : "{}") + ";\n";
  return isInner ? "#pragma GCC diagnostic push\n"
                   "#pragma GCC diagnostic ignored \"-Wshadow\"\n" +
                       declared + "#pragma GCC diagnostic pop\n"
                 : declared;
}

Block regtt::host::printRounds(bool isC, const std::string &flag,
                               bool isInner) {
  Block result;
  result.open = "{ /* regtt-cc: rounds up to a fixed point */\n" +
                declareRegion(isC, isInner, "");
  if (!flag.empty())
    result.open += "const " +
                   (isC ? "__typeof__(" + flag + ")" : std::string("auto")) +
                   " regtt_start = " + flag + ";\n";
  result.open += "while (regtt_next_pass(&regtt_region)) {";
  result.open += flag.empty() ? "" : "\n" + flag + " = regtt_start;";
  result.close = "}\n}";
  return result;
}

bool regtt::host::staysInRegion(const Tables &tables) {
  return tables.loop.isInRegion && tables.kernel.isNested() &&
         !tables.loop.isPrepared();
}

Block regtt::host::printRegion(bool isC, bool isInner) {
  Block result;
  result.open = "{ /* regtt-cc: a region */\n" +
                declareRegion(isC, isInner, "REGTT_REGION ");
  result.close = "}";
  return result;
}

Block regtt::host::printBlock(const Tables &tables, int text) {
  BlockPrinter printer(tables, text);
  Block result;
  result.open = printer.open();
  result.close = printer.close();
  result.text = text;
  if (tables.site.isTemplate) {
    result.specialization = printer.specialization();
    result.asked =
        "::regtt_" + tables.site.baseName + "<" + tables.loop.tag + ">::text";
  } else {
    for (const HiddenMember &member : tables.loop.members)
      result.members.push_back(reach(member, member.tag));
    if (!tables.loop.classes.tag.empty())
      result.members.push_back(reach(tables.loop.classes));
  }
  return result;
}
