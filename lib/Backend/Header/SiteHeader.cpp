// `foo.regtt.h`, which the host file and the slices share: plain C89.
#include "regtt/Backend/Backend.h"

#include "../Operator/OperatorPrinter.h"
#include "../Operator/Slice.h"
#include "../Operator/ValueTypes.h"
#include "regtt/Kernel/Names.h"
#include "regtt/Support/Quoting.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Casting.h>

#include <set>

using namespace regtt;
using namespace regtt::kernel;

namespace {

/// Bytes of an optional's value, and where it says whether there is one.
struct HeldBytes {
  uint64_t offset, size, flag;
};

void findHeld(const ir::Type *type, uint64_t at, std::vector<HeldBytes> &to) {
  if (const auto *array = llvm::dyn_cast_or_null<ir::ArrayType>(type)) {
    const auto size = ir::sizeOf(array->element);
    for (uint64_t k = 0; size && k < array->count; ++k)
      findHeld(array->element, at + k * *size, to);
    return;
  }
  const auto *record = llvm::dyn_cast_or_null<ir::StructType>(type);
  if (!record || !record->isComplete())
    return;
  if (llvm::StringRef(record->name).starts_with("std::optional<")) {
    const ir::Field &value = record->fields()[0], &flag = record->fields()[1];
    to.push_back(
        {at + value.offset, flag.offset - value.offset, at + flag.offset});
    return;
  }
  for (const ir::Field &field : record->fields())
    findHeld(field.type, at + field.offset, to);
}

/// Of a part of an optional that is a datum by itself: another one tells.
void findTold(const Kernel &kernel, const Datum &datum,
              std::vector<HeldBytes> &to) {
  for (const Datum &other : kernel.data) {
    const size_t before = other.steps.size() - 1;
    if (other.steps.empty() || other.number != datum.number ||
        other.steps.back().field != "_M_engaged" ||
        datum.steps.size() < other.steps.size() ||
        datum.steps[before].field != "value" ||
        !std::equal(other.steps.begin(), other.steps.end() - 1,
                    datum.steps.begin()))
      continue;
    to.push_back({offsetOf(datum.steps), datum.bytes, offsetOf(other.steps)});
  }
}

/// The bytes that iterations write of a datum, each range all or none of an
/// optional's value.
void writtenRows(const Kernel &kernel, const Datum &datum,
                 std::vector<std::string> &rows) {
  std::vector<HeldBytes> held;
  const uint64_t start = offsetOf(datum.steps);
  const bool isOr =
      datum.part == ir::Combiner::Or || datum.part == ir::Combiner::OrElse;
  const std::string part = !datum.part ? "0" : isOr ? "1" : "2";
  findHeld(datum.type, start, held);
  findTold(kernel, datum, held);
  for (const Bytes &bytes : datum.values) {
    const uint64_t end = start + bytes.offset + bytes.size;
    for (uint64_t at = start + bytes.offset; at < end;) {
      uint64_t next = end, flag = 0;
      for (const HeldBytes &each : held) {
        if (at >= each.offset && at < each.offset + each.size) {
          next = std::min(next, each.offset + each.size);
          flag = each.flag + 1;
        } else if (at < each.offset) {
          next = std::min(next, each.offset);
        }
      }
      rows.push_back("{" + std::to_string(datum.number) + ", " +
                     std::to_string(at) + ", " + std::to_string(next - at) +
                     ", " + std::to_string(flag) + ", " + part + "}");
      at = next;
    }
  }
}

/// C spells bool another way, and C89 not at all. What stands alone is a
/// number; in arrays and structs, which are copied bit by bit, it is
/// regtt_bool.
std::string declareInC(const ir::Type *type, const std::string &name,
                       const Unit &unit) {
  if (type && type->isBool())
    return "unsigned char " + name;
  return unit.values->declareInC(type, name);
}

/// What the runtime knows of the containers that traversals change the size of:
/// rows of a table, after the tables they lead to.
std::vector<std::string> containerRows(const Kernel &kernel,
                                       const std::string &symbol,
                                       std::string &out) {
  std::vector<std::string> rows;
  for (const unsigned d : kernel.containers()) {
    const Datum &datum = kernel.data[d];
    const ContainerForm &container = *datum.container;
    std::vector<std::string> values;
    for (const Bytes &bytes : container.elementValues)
      values.push_back("{" + std::to_string(bytes.offset) + ", " +
                       std::to_string(bytes.size) + "}");
    const std::string table = symbol + "_element" + std::to_string(rows.size());
    out += "static const struct regtt_bytes " + table + "[] = {" +
           llvm::join(values, ", ") + "};\n";
    // After the rt::ListHead of a record.
    const uint64_t items = std::max<uint64_t>(8, container.elementAlign);
    rows.push_back("{\"" + datum.text + "\", " + std::to_string(datum.number) +
                   ", " + std::to_string(offsetOf(datum.steps)) + ", " +
                   std::to_string(container.elementsAt) + ", " +
                   std::to_string(container.elementBytes) + ", " +
                   std::to_string(container.bound) + ", " +
                   std::to_string(items) + ", " + table + ", " +
                   std::to_string(values.size()) + "}");
  }
  return rows;
}

/// `{REGTT_SIGNED, 4}`
std::string numberRow(const NumberFormat &format) {
  static constexpr llvm::StringLiteral kinds[] = {"UNSIGNED", "SIGNED", "REAL"};
  return ("{REGTT_" + kinds[format.kind] + ", " + llvm::Twine(format.bytes) +
          "}")
      .str();
}

/// What the runtime computes the number of iterations from.
std::string headRow(const SiteLoop::Head &head) {
  static constexpr llvm::StringLiteral tests[] = {
      "LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL", "NOT_EQUAL"};
  return "{REGTT_" + tests[head.test].str() + ", " + std::to_string(head.step) +
         ", " + (head.countsInTest ? "1" : "0") + ", " +
         numberRow(head.counter) + ", " + numberRow(head.compared) + ", " +
         (head.findsInMemory ? "1" : "0") + ", " +
         std::to_string(head.wrapFactor) + ", " + numberRow(head.index) + ", " +
         (head.findsByParameter ? "1" : "0") + "}";
}

/// A record of what iterations leave to the host, as slices have it.
std::string deferredStruct(const Deferred &deferred, const std::string &symbol,
                           const Unit &unit) {
  std::string out = "struct " + symbol + "_deferred {\nsize_t iteration;\n";
  for (const Deferred::Field &field : deferred.fields)
    out += declareInC(field.type, safeName(field.name), unit) + ";\n";
  if (const unsigned bytes = paddingOf(deferred))
    out += "unsigned char padding[" + std::to_string(bytes) + "];\n";
  return out + "};\n";
}

void printSite(const Site &site, const Unit &unit, bool allowSerial,
               std::string &out) {
  const Kernel &kernel = site.kernel;
  const SiteLoop &loop = site.loop;
  const std::string symbol = "regtt_" + kernel.siteName;
  out += "/* " + kernel.name + ", called at " + forComment(loop.file) + ":" +
         std::to_string(loop.line) + " */\n";
  if (kernel.hasHostUniforms) {
    out += "struct " + symbol + "_uniforms {\n";
    for (const Uniform &uniform : kernel.uniforms)
      out += declareInC(uniform.type, safeName(uniform.name), unit) + ";\n";
    for (const Argument &arg : kernel.args)
      if (arg.startsAtLoop)
        out += declareInC(arg.type, "first_" + arg.name, unit) + ";\n";
    out += "};\n";
  }
  if (!loop.inputs.empty()) {
    out += "struct " + symbol + "_inputs {\n";
    for (const SiteLoop::Input &input : loop.inputs)
      out += (!input.type ? "void *" + input.name
              : input.type->isPointer()
                  ? "const volatile void *" + input.name
                  : declareInC(input.type, input.name, unit)) +
             ";\n";
    out += "};\n";
  }
  if (kernel.deferred)
    out += deferredStruct(*kernel.deferred, symbol, unit);
  std::vector<std::string> written;
  for (const Datum &datum : kernel.data)
    if (datum.hasOperand() && datum.isWritten && !datum.isContainer())
      writtenRows(kernel, datum, written);
  for (const Backend *backend : site.backends)
    out += "int " + launcherName(site, unit, backend->name) +
           "(const struct regtt_call *call);\n";
  std::vector<std::string> sizes;
  for (const uint64_t bytes : loop.operandBytes)
    sizes.push_back(std::to_string(bytes));
  if (!sizes.empty())
    out += "static const size_t " + symbol + "_objects[] = {" +
           llvm::join(sizes, ", ") + "};\n";
  if (!written.empty())
    out += "static const struct regtt_written " + symbol + "_written[] = {" +
           llvm::join(written, ", ") + "};\n";
  const std::vector<std::string> containers =
      containerRows(kernel, symbol, out);
  if (!containers.empty())
    out += "static const struct regtt_container " + symbol +
           "_containers[] = {\n" + llvm::join(containers, ",\n") + "};\n";
  const bool counts = loop.isCounted;
  if (counts)
    out += "static const struct regtt_head " + symbol +
           "_head = " + headRow(loop.head) + ";\n";
  const auto launcher = [&](llvm::StringRef name) {
    return llvm::any_of(site.backends,
                        [&](const Backend *b) { return b->name == name; })
               ? launcherName(site, unit, name)
               : std::string("0");
  };
  out += "static const struct regtt_site " + symbol + "_site = {" +
         quotedForC(loop.file) + ", " + std::to_string(loop.line) + ", \"" +
         kernel.name + "\", " + launcher("cuda") + ", " + launcher("lanes") +
         ", " + launcher("cpu") + ", " + (allowSerial ? "1" : "0") + ", " +
         std::to_string(sizes.size()) + ", " +
         (written.empty() ? "0" : symbol + "_written") + ", " +
         std::to_string(written.size()) + ", " +
         // Of numbers, elements tell.
         std::to_string(loop.rootBytes ? loop.rootBytes : kernel.nodeBytes) +
         ", " + (sizes.empty() ? "0" : symbol + "_objects") + ", " +
         std::to_string(loop.numGivenArrays) + ", " +
         (containers.empty() ? "0" : symbol + "_containers") + ", " +
         std::to_string(containers.size()) + ", " +
         (counts ? "&" + symbol + "_head" : "0") + "};\n\n";
}

} // namespace

std::string regtt::printSiteHeader(const Unit &unit, bool allowSerial) {
  std::string out = "/* Generated by regtt-cc " + unit.version + " from " +
                    forComment(unit.input) + "; do not edit. */\n";
  std::string guard = "REGTT_" + llvm::StringRef(unit.stem).upper() + "_H";
  for (char &c : guard)
    if (!llvm::isAlnum(c))
      c = '_';
  // Warnings are for what the user wrote.
  out += "#ifndef " + guard + "\n#define " + guard +
         "\n\n#pragma GCC system_header\n\n#include <regtt/rt/abi.h>\n\n";
  bool templates = false, ranges = false, containers = false, counts = false,
       classes = false;
  for (const Site &site : unit.sites) {
    templates |= site.loop.isTemplate;
    ranges |= site.loop.isRange;
    counts |= site.loop.isCounted;
    containers |= !site.kernel.containers().empty();
    classes |= site.kernel.classDatum() != nullptr;
  }
  if (counts)
    out += "#include <regtt/rt/head.h>\n\n";
  // Nothing of a host file's that is C changes the size of a container.
  if (containers)
    out += "#include <regtt/rt/assign.h>\n\n";
  if (classes)
    out += "#include <regtt/rt/classes.h>\n\n";
  if (ranges)
    out += "#include <iterator>\n\n";
  if (templates)
    out += "#include <type_traits>\n\n";
  std::string body = "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  for (const std::string &tie : unit.ties)
    body += "extern const char " + tie + ";\n";
  std::string structs = unit.values->headerDefinitions();
  if (!structs.empty())
    structs += "\n";
  std::string sites;
  for (const Site &site : unit.sites)
    printSite(site, unit, allowSerial, sites);
  if (!structs.empty() || llvm::StringRef(sites).contains("regtt_bool"))
    body += "#ifdef __cplusplus\ntypedef bool regtt_bool;\n#else\ntypedef "
            "unsigned char regtt_bool;\n#endif\n\n";
  body += structs + sites;
  // Structs of the library's are in no C file.
  if (llvm::StringRef(body).contains("std::array<"))
    out += "#include <array>\n\n";
  if (llvm::StringRef(body).contains("std::pair<"))
    out += "#include <utility>\n\n";
  out += body + "#ifdef __cplusplus\n}\n#endif\n\n";
  // Specialised in the host file, where each instantiation's types are known.
  std::set<std::string> declared;
  for (const Site &site : unit.sites)
    if (site.loop.isTemplate && declared.insert(site.loop.baseName).second)
      out += "template <class Instantiation> struct regtt_" +
             site.loop.baseName + ";\n\n";
  out += "#endif\n";
  return laidOut(out, unit);
}
