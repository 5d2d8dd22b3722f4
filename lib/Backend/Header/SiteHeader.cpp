// `foo.regtt.h`, which the host file and the slices share: plain C89.
#include "regtt/Backend/Backend.h"

#include "../Operator/Format.h"
#include "../Operator/ValueTypes.h"
#include "regtt/Frontend/Model/Layout.h"
#include "regtt/Frontend/Model/Names.h"

#include <llvm/ADT/StringExtras.h>

#include <map>
#include <set>

using namespace regtt;

namespace {

/// C spells bool another way, and C89 not at all. What stands alone is a
/// number; in arrays and structs, which are copied bit by bit, it is
/// regtt_bool.
std::string declareInC(clang::QualType type, const std::string &name,
                       const Unit &unit) {
  if (type->isBooleanType())
    return "unsigned char " + name;
  return unit.values->declareInC(type, name);
}

/// What the runtime knows of the containers that traversals change the size of:
/// rows of a table, after the tables they lead to.
std::vector<std::string> containerRows(const Site &site, const Unit &unit,
                                       const std::string &symbol,
                                       std::string &out) {
  const Traversal &traversal = site.model->traversal;
  const clang::ASTContext &ast = *unit.ast;
  std::vector<std::string> rows;
  for (const unsigned p : traversal.containers()) {
    const Path &path = traversal.paths[p];
    const clang::QualType element = elementType(path);
    std::vector<std::string> values;
    for (const Bytes &bytes : valueBytes(element, ast))
      values.push_back("{" + std::to_string(bytes.offset) + ", " +
                       std::to_string(bytes.size) + "}");
    const std::string table = symbol + "_element" + std::to_string(rows.size());
    out += "static const struct regtt_bytes " + table + "[] = {" +
           llvm::join(values, ", ") + "};\n";
    // After the rt::ListHead of a record.
    const uint64_t items =
        std::max<uint64_t>(8, ast.getTypeAlignInChars(element).getQuantity());
    rows.push_back(
        "{\"" + path.text + "\", " + std::to_string(path.number) + ", " +
        std::to_string(offsetOf(site.model->loop.operands[path.number].type,
                                path.steps, ast)) +
        ", " + std::to_string(elementsAt(path, ast)) + ", " +
        std::to_string(ast.getTypeSizeInChars(element).getQuantity()) + ", " +
        std::to_string(path.bound) + ", " + std::to_string(items) + ", " +
        table + ", " + std::to_string(values.size()) + "}");
  }
  return rows;
}

/// `{REGTT_SIGNED, 4}`
std::string numberRow(clang::QualType type, const clang::ASTContext &ast) {
  const llvm::StringRef kind = type->isRealFloatingType() ? "REAL"
                               : type->isSignedIntegerOrEnumerationType()
                                   ? "SIGNED"
                                   : "UNSIGNED";
  return ("{REGTT_" + kind + ", " +
          llvm::Twine(ast.getTypeSizeInChars(type).getQuantity()) + "}")
      .str();
}

/// What the runtime computes the number of iterations from.
std::string headRow(const Model &model, const clang::ASTContext &ast) {
  const QueryLoop &loop = model.loop;
  const Traversal &traversal = model.traversal;
  const std::map<clang::BinaryOperatorKind, llvm::StringRef> tests = {
      {clang::BO_LT, "LESS"},
      {clang::BO_LE, "LESS_EQUAL"},
      {clang::BO_GT, "GREATER"},
      {clang::BO_GE, "GREATER_EQUAL"},
      {clang::BO_NE, "NOT_EQUAL"}};
  bool inMemory = false, byParameter = false;
  int factor = 0;
  for (const QueryOperand &operand : loop.operands)
    if (operand.input < 0) {
      inMemory = true;
      byParameter |= operand.byParameter;
      factor = std::max(factor, operand.wraps ? operand.extent : 0);
    }
  const auto places = [&](llvm::ArrayRef<HostRead> reads) {
    for (const HostRead &read : reads)
      if (read.input < 0 && (read.varies || read.indirect)) {
        inMemory = true;
        factor = std::max(factor, read.wraps ? read.extent : 0);
      }
  };
  places(loop.reads);
  if (loop.tail)
    places(loop.tail->writes);
  return "{REGTT_" + tests.at(loop.test).str() + ", " +
         std::to_string(loop.step) + ", " + (loop.countsInTest ? "1" : "0") +
         ", " + numberRow(loop.var->getType(), ast) + ", " +
         numberRow(loop.comparedType, ast) + ", " + (inMemory ? "1" : "0") +
         ", " + std::to_string(factor) + ", " +
         (traversal.indexType.isNull() ? "{REGTT_UNSIGNED, 0}"
                                       : numberRow(traversal.indexType, ast)) +
         ", " + (byParameter ? "1" : "0") + "}";
}

void printSite(const Site &site, const Unit &unit, bool allowSerial,
               std::string &out) {
  const Traversal &traversal = site.model->traversal;
  const QueryLoop &loop = site.model->loop;
  const std::string symbol = "regtt_" + traversal.siteName;
  const clang::ASTContext &ast = *unit.ast;
  out += "/* " + traversal.name + ", called at " + loop.file + ":" +
         std::to_string(loop.line) + " */\n";
  if (traversal.hasUniforms()) {
    out += "struct " + symbol + "_uniforms {\n";
    for (const Uniform &uniform : traversal.uniforms)
      out += declareInC(uniform.type, safeName(uniform.name), unit) + ";\n";
    for (const Arg &arg : traversal.args)
      if (traversal.startsAtLoop(arg))
        out += declareInC(arg.type, "first_" + arg.name, unit) + ";\n";
    out += "};\n";
  }
  if (!loop.inputs.empty()) {
    out += "struct " + symbol + "_inputs {\n";
    for (const LoopInput &input : loop.inputs)
      out += (input.type.isNull() ? "void *" + input.name
                                  : declareInC(input.type, input.name, unit)) +
             ";\n";
    out += "};\n";
  }
  std::vector<std::string> written;
  for (const Path &path : traversal.paths)
    if (path.hasOperand() && path.written() && !path.isContainer()) {
      const uint64_t offset =
          offsetOf(loop.operands[path.number].type, path.steps, ast);
      const std::vector<Bytes> ranges =
          path.bitField() ? std::vector<Bytes>{{0, datumBits(path, ast).bytes}}
                          : valueBytes(path.type, ast);
      for (const Bytes &bytes : ranges)
        written.push_back("{" + std::to_string(path.number) + ", " +
                          std::to_string(offset + bytes.offset) + ", " +
                          std::to_string(bytes.size) + "}");
    }
  for (const Backend *backend : site.backends)
    out += "int " + launcherName(site, unit, backend->name) +
           "(const struct regtt_call *call);\n";
  std::vector<std::string> sizes;
  for (const QueryOperand &operand : loop.operands)
    sizes.push_back(
        std::to_string(ast.getTypeSizeInChars(operand.type).getQuantity()));
  if (!sizes.empty())
    out += "static const size_t " + symbol + "_objects[] = {" +
           llvm::join(sizes, ", ") + "};\n";
  if (!written.empty())
    out += "static const struct regtt_written " + symbol + "_written[] = {" +
           llvm::join(written, ", ") + "};\n";
  const std::vector<std::string> containers =
      containerRows(site, unit, symbol, out);
  if (!containers.empty())
    out += "static const struct regtt_container " + symbol +
           "_containers[] = {\n" + llvm::join(containers, ",\n") + "};\n";
  const bool counts = loop.form == QueryLoop::Counted;
  if (counts)
    out += "static const struct regtt_head " + symbol +
           "_head = " + headRow(*site.model, ast) + ";\n";
  const auto launcher = [&](llvm::StringRef name) {
    return llvm::any_of(site.backends,
                        [&](const Backend *b) { return b->name == name; })
               ? launcherName(site, unit, name)
               : std::string("0");
  };
  std::string file;
  for (char c : loop.file)
    file += c == '\\' || c == '"' ? std::string("\\") + c : std::string(1, c);
  out += "static const struct regtt_site " + symbol + "_site = {\"" + file +
         "\", " + std::to_string(loop.line) + ", \"" + traversal.name + "\", " +
         launcher("cuda") + ", " + launcher("cpu") + ", " +
         (allowSerial ? "1" : "0") + ", " + std::to_string(sizes.size()) +
         ", " + (written.empty() ? "0" : symbol + "_written") + ", " +
         std::to_string(written.size()) + ", " +
         std::to_string(
             traversal.nodesAreNumbers
                 ? 0 // the arrays' elements tell
                 : ast.getTypeSizeInChars(traversal.nodeType).getQuantity()) +
         ", " + (sizes.empty() ? "0" : symbol + "_objects") + ", " +
         std::to_string(traversal.numGivenArrays()) + ", " +
         (containers.empty() ? "0" : symbol + "_containers") + ", " +
         std::to_string(containers.size()) + ", " +
         (counts ? "&" + symbol + "_head" : "0") + "};\n\n";
}

} // namespace

std::string regtt::printSiteHeader(const Unit &unit, bool allowSerial) {
  std::string out = "/* Generated by regtt-cc " + unit.version + " from " +
                    unit.input + "; do not edit. */\n";
  std::string guard = "REGTT_" + llvm::StringRef(unit.stem).upper() + "_H";
  for (char &c : guard)
    if (!llvm::isAlnum(c))
      c = '_';
  out += "#ifndef " + guard + "\n#define " + guard +
         "\n\n#include <regtt/rt/abi.h>\n\n";
  bool templates = false, ranges = false, containers = false, counts = false;
  for (const Site &site : unit.sites) {
    templates |= site.model->loop.templateSite.has_value();
    ranges |= site.model->loop.form == QueryLoop::Range;
    counts |= site.model->loop.form == QueryLoop::Counted;
    containers |= !site.model->traversal.containers().empty();
  }
  if (counts)
    out += "#include <regtt/rt/head.h>\n\n";
  // Nothing of a host file's that is C changes the size of a container.
  if (containers)
    out += "#include <regtt/rt/assign.h>\n\n";
  if (ranges)
    out += "#include <iterator>\n\n";
  if (templates)
    out += "#include <type_traits>\n\n";
  std::string body = "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
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
    if (site.model->loop.templateSite &&
        declared.insert(site.model->loop.baseName).second)
      out += "template <class Instantiation> struct regtt_" +
             site.model->loop.baseName + ";\n\n";
  out += "#endif\n";
  return formatted(out, unit);
}
