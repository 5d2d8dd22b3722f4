// The `lanes` target: a launcher, compiled as the user says, and the code for
// lanes, compiled once for each instruction set with REGTT_LANES_UNIT defined
// as its name. The text of both is one file.
#include "../Operator/OperatorPrinter.h"
#include "../Operator/Slice.h"
#include "../Operator/ValueTypes.h"
#include "LanePrinter.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;

namespace {

class LanesSlice {
public:
  LanesSlice(const Unit &unit, const Backend &backend)
      : unit(unit), backend(backend) {}

  SliceText text() {
    SliceText result;
    result.includes = includes();
    for (const Site &site : unit.sites) {
      if (hasLanes(site))
        result.operators +=
            "\n#ifdef REGTT_LANES_UNIT\n" +
            within(siteNamespace(site), printLaneOperator(site, unit)) +
            (goesApart(site) ? "\n" + within(apartNamespace(site),
                                             printApartOperator(site, unit))
                             : "") +
            "#endif\n";
    }
    std::string units, launchers;
    for (const Site &site : unit.sites) {
      units += unitOf(site);
      launchers += launcherOf(site);
    }
    result.launchers = "#ifdef REGTT_LANES_UNIT\n" + units + "#else\n" +
                       launchers + "#endif\n";
    return result;
  }

private:
  std::string launcher(const Site &site) const {
    return launcherName(site, unit, backend.name);
  }

  bool hasLanes(const Site &site) const {
    return !laneVariants(site, backend).empty();
  }

  bool goesApart(const Site &site) const {
    return llvm::any_of(laneVariants(site, backend), isApart);
  }
  static bool isApart(const Variant *variant) {
    return variant->lanes == Variant::VectorApart;
  }

  static std::string within(const std::string &name, const std::string &text) {
    return "namespace " + name + " {\n\n" + text + "} // namespace " + name +
           "\n";
  }

  /// A header for each engine.
  std::string includes() const {
    std::string engines;
    for (const Variant &variant : allVariants())
      if (llvm::any_of(unit.sites, [&](const Site &site) {
            return llvm::is_contained(laneVariants(site, backend), &variant);
          }))
        engines += "#include <regtt/rt/lanes/" + variant.name.str() + ".h>\n";
    const std::string launch = "#include <regtt/rt/lanes/launch.h>\n#endif\n";
    if (engines.empty())
      return "#ifndef REGTT_LANES_UNIT\n" + launch;
    return "#ifdef REGTT_LANES_UNIT\n#include <regtt/rt/lanes/lanes.h>\n" +
           engines +
           "#ifdef __clang__ // tables are the launcher's\n"
           "#pragma clang diagnostic ignored \"-Wunused-const-variable\"\n"
           "#endif\n#else\n" +
           launch;
  }

  /// The code for lanes, for one instruction set.
  std::string unitOf(const Site &site) const {
    if (!hasLanes(site))
      return "";
    const std::string at = siteNamespace(site) + "::";
    std::string engines;
    for (const Variant *variant : laneVariants(site, backend))
      engines += ", rt::" + variant->engine.str() + "Blocks<Op, " +
                 (isApart(variant) ? "Apart>" : "Lanes>");
    return "#define REGTT_UNIT_NAME(isa) " + launcher(site) +
           "_##isa\n#define REGTT_UNIT(isa) REGTT_UNIT_NAME(isa)\nextern \"C\" "
           "void REGTT_UNIT(REGTT_LANES_UNIT)(int engine, const void *op, void "
           "*queries, std::size_t count) {\nusing Op = " +
           at + "Traversal::Operator<rt::Autoropes::Children<" + at +
           "Traversal::numSlots>>;\nusing Lanes = " + at + "LaneTraversal;\n" +
           (goesApart(site)
                ? "using Apart = " + apartNamespace(site) + "::LaneTraversal;\n"
                : "") +
           "rt::runUnit<Op" + engines +
           ">(engine, op, queries, count);\n}\n#undef "
           "REGTT_UNIT\n#undef REGTT_UNIT_NAME\n";
  }

  std::string launcherOf(const Site &site) const {
    std::string result, engines;
    unsigned number = 0;
    for (const Variant *variant : site.variantsOn(backend)) {
      engines += engines.empty() ? "" : ", ";
      if (variant->isForVectors())
        engines += "rt::lanes::" + variant->engine.str() + "<" +
                   launcher(site) + "_units, " + std::to_string(number++) + ">";
      else
        engines += "rt::" + variant->engine.str();
    }
    if (hasLanes(site)) {
      std::string names;
      for (llvm::StringRef isa : {"avx512", "avx2", "none"}) {
        const std::string name = launcher(site) + "_" + isa.str();
        result += "extern \"C\" void " + name +
                  "(int engine, const void *op, void *queries, std::size_t "
                  "count);\n";
        names += (names.empty() ? "" : ", ") + name;
      }
      result += "static constexpr rt::LaneUnits " + launcher(site) +
                "_units = {" + names + "};\n";
    }
    return result + "extern \"C\" int " + launcher(site) +
           "(const struct regtt_call *call) {\nreturn rt::lanes::launch<" +
           siteNamespace(site) + "::Traversal, " + engines + ">(*call);\n}\n";
  }

  const Unit &unit;
  const Backend &backend;
};

} // namespace

std::string regtt::printLanesSlice(const Unit &unit) {
  const Backend &backend = *findBackend("lanes");
  return printSlice(unit, backend, LanesSlice(unit, backend).text());
}
