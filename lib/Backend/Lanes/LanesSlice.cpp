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
    const bool anyLanes = llvm::any_of(unit.sites, [&](const Site &site) {
      return laneVariant(site, backend);
    });
    result.includes = anyLanes ? "#ifdef REGTT_LANES_UNIT\n"
                                 "#include <regtt/rt/lanes/lanes.h>\n"
                                 "#include <regtt/rt/lanes/packed.h>\n"
                                 "#ifdef __clang__ // tables are the "
                                 "launcher's\n#pragma clang diagnostic "
                                 "ignored \"-Wunused-const-variable\"\n"
                                 "#endif\n"
                                 "#else\n"
                                 "#include <regtt/rt/lanes/launch.h>\n"
                                 "#endif\n"
                               : "#ifndef REGTT_LANES_UNIT\n"
                                 "#include <regtt/rt/lanes/launch.h>\n"
                                 "#endif\n";
    for (const Site &site : unit.sites) {
      if (laneVariant(site, backend))
        result.operators += "\n#ifdef REGTT_LANES_UNIT\nnamespace " +
                            siteNamespace(site) + " {\n\n" +
                            printLaneOperator(site, unit) + "} // namespace " +
                            siteNamespace(site) + "\n#endif\n";
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

  /// The code for lanes, for one instruction set.
  std::string unitOf(const Site &site) const {
    if (!laneVariant(site, backend))
      return "";
    const std::string at = siteNamespace(site) + "::";
    return "#define REGTT_UNIT_NAME(isa) " + launcher(site) +
           "_##isa\n#define REGTT_UNIT(isa) REGTT_UNIT_NAME(isa)\nextern \"C\" "
           "void REGTT_UNIT(REGTT_LANES_UNIT)(const void *op, void *queries, "
           "std::size_t count) {\nusing Op = " +
           at + "Traversal::Operator<rt::Links<" + at +
           "Traversal::numSlots>>;\nrt::PackedBlocks<Op, " + at +
           "LaneTraversal> blocks(*static_cast<const Op "
           "*>(op));\nblocks.run(static_cast<" +
           at +
           "Traversal::Query *>(queries), count);\n}\n#undef "
           "REGTT_UNIT\n#undef REGTT_UNIT_NAME\n";
  }

  std::string launcherOf(const Site &site) const {
    std::string result, engines;
    for (const Variant *variant : site.variantsOn(backend)) {
      std::string engine = "rt::" + variant->engine.str();
      if (variant->lanes == Variant::Vector)
        engine += "<" + launcher(site) + "_units>";
      engines += (engines.empty() ? "" : ", ") + engine;
    }
    if (laneVariant(site, backend)) {
      std::string names;
      for (llvm::StringRef isa : {"avx512", "avx2", "none"}) {
        const std::string name = launcher(site) + "_" + isa.str();
        result += "extern \"C\" void " + name +
                  "(const void *op, void *queries, std::size_t count);\n";
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
