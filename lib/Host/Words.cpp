// What all parts of a block say in the language of the user's file.
#include "Parts.h"

#include "regtt/Host/Block.h"
#include "regtt/Support/Quoting.h"

using namespace regtt::host;

std::string regtt::host::null(const Loop &loop) {
  return loop.isC ? "0" : "nullptr";
}

std::string regtt::host::cast(const Loop &loop, const std::string &type,
                              const std::string &text) {
  return (loop.isC ? "(" + type + ")(" : "static_cast<" + type + ">(") + text +
         ")";
}

std::string regtt::host::castName(const Loop &loop, const std::string &type,
                                  const std::string &name) {
  return loop.isC ? "(" + type + ")" + name : cast(loop, type, name);
}

std::string regtt::host::lines(llvm::ArrayRef<std::string> statements) {
  std::string out;
  for (const std::string &statement : statements)
    out += statement + "\n";
  return out;
}

std::string regtt::host::lineDirective(llvm::StringRef file, unsigned line) {
  return "\n#line " + std::to_string(line) + " " + quotedForC(file) + "\n";
}

std::string regtt::host::endOfUserText() { return "#line regtt-cc\n"; }

/// What converts to a truth value is compared with 0 first; to an integer no
/// scoped enum converts.
std::string regtt::host::assign(const std::string &target, const Value &value,
                                const Loop &loop) {
  switch (value.copying) {
  case Copying::Plain:
    return target + " = " + value.text + ";\n";
  case Copying::Bytes:
    return "{\nconst " + (loop.isC ? value.type + " " : "auto &") +
           "regtt_value = " + value.text + ";\nregtt_copy(&" + target +
           ", &regtt_value, sizeof " + target + ");\n}\n";
  case Copying::Array:
    return "regtt_copy(&" + target + ", &(" + value.text + "), sizeof " +
           target + ");\n";
  case Copying::Truth:
    return target + " = (" + value.text + ") != 0;\n";
  case Copying::Enum:
    return target + " = static_cast<decltype(" + target + ")>(" + value.text +
           ");\n";
  }
  llvm_unreachable("covered switch");
}

std::string regtt::host::recordType(const Tables &tables) {
  return tables.site.isTemplate
             ? "typename regtt_this::Inputs"
             : "struct regtt_" + tables.kernel.siteName + "_inputs";
}

std::string regtt::host::deferredType(const Tables &tables) {
  return tables.site.isTemplate
             ? "typename regtt_this::Deferred"
             : "struct regtt_" + tables.kernel.siteName + "_deferred";
}

std::string regtt::host::openAgain(const Loop &loop) {
  std::string out = loop.head + " {\n";
  for (const std::string &element : loop.elements)
    out += "static_cast<void>(" + element + ");\n";
  return out;
}
