// The frame of a slice.
#include "Slice.h"

#include "OperatorPrinter.h"
#include "ValueTypes.h"
#include "regtt/Support/Quoting.h"

using namespace regtt;

std::string regtt::laidOut(const std::string &code, const Unit &unit) {
  return unit.format ? unit.format(code) : code;
}

void regtt::printScalarOperators(Unit &unit) {
  for (Site &site : unit.sites)
    site.scalarOperator = laidOut(printOperator(site, unit), unit);
}

std::vector<Unprinted> regtt::tryPrint(const Unit &unit, const Site &site) {
  Unit trial = unit;
  trial.format = nullptr;
  trial.sites = {site};
  trial.values = valueTypes(trial);
  printScalarOperators(trial);
  (void)printSiteHeader(trial, /*allowSerial=*/false);
  // Vector lanes have a text of their own.
  for (const Backend *backend : site.backends)
    if (backend->lanes == Backend::Vector)
      (void)backend->print(trial);
  return trial.values->unprinted();
}

std::string regtt::launcherName(const Site &site, const Unit &unit,
                                llvm::StringRef target) {
  return "regtt_" + siteNamespace(site) + "_" + target.str() + "_" + unit.hash;
}

/// Stands for the operators while the frame around them is laid out.
static constexpr llvm::StringLiteral placeholder = "// operators\n";

/// Puts the numbers of the slice's own lines where they go on.
static std::string numbered(llvm::StringRef text, const std::string &name) {
  std::string out;
  for (unsigned number = 1; !text.empty(); ++number) {
    const auto [line, rest] = text.split('\n');
    out += line == ownLine
               ? "#line " + std::to_string(number + 1) + " " + quotedForC(name)
               : line.str();
    out += '\n';
    text = rest;
  }
  return out;
}

std::string regtt::printSlice(const Unit &unit, const Backend &backend,
                              const SliceText &text) {
  std::string out = printBanner(unit, backend);
  out += "#include \"" + unit.stem + ".regtt.h\"\n\n";
  if (llvm::any_of(unit.sites,
                   [](const Site &site) { return !childrenInTable(site); }))
    out += "#include <regtt/rt/core/host_children.h>\n";
  out += "#include <regtt/rt/core/curve.h>\n"
         "#include <regtt/rt/core/operator.h>\n";
  for (const Variant &variant : allVariants())
    if (!variant.isForVectors() &&
        llvm::any_of(unit.sites, [&](const Site &site) {
          return llvm::is_contained(site.variantsOn(backend), &variant);
        }))
      out += "#include <regtt/rt/core/" + variant.name.str() + ".h>\n";
  out += text.includes + "\n";
  out += "#include <algorithm>\n#include <array>\n#include <bit>\n#include "
         "<cmath>\n#include "
         "<cstddef>\n#include <cstdlib>\n#include <limits>\n#include "
         "<utility>\n\n";
  out += "namespace {\nnamespace rt = regtt::rt;\n\n";
  out += unit.values->definitions();
  out += placeholder;
  out += "} // namespace\n\n" + text.launchers;
  std::string operators;
  for (const Site &site : unit.sites)
    operators += site.scalarOperator + "\n";
  if (!text.operators.empty())
    operators += laidOut(text.operators, unit);
  out = laidOut(out, unit);
  out.replace(out.find(placeholder), placeholder.size(), operators);
  return numbered(out, unit.stem + backend.extension.str());
}

std::string regtt::printSlice(const Unit &unit, llvm::StringRef target,
                              llvm::StringRef header) {
  const Backend &backend = *findBackend(target);
  SliceText text;
  text.includes = "#include <regtt/rt/" + header.str() + ">\n";
  for (const Site &site : unit.sites)
    text.launchers +=
        "extern \"C\" int " + launcherName(site, unit, target) +
        "(const struct regtt_call *call) {\nreturn rt::" + target.str() +
        "::launch<" + siteNamespace(site) + "::Traversal, " +
        engineList(site.variantsOn(backend)) + ">(*call);\n}\n";
  return printSlice(unit, backend, text);
}
