// The lane form of a traversal whose lanes are at nodes of their own: as that
// for one node (LanePrinter.cpp), but for what is the node's.
//
//     struct LaneNode {
//       rt::Lane<float> split; // n->split
//       rt::LaneLinks<2> children;
//       ...
//     };
//     struct LaneTraversal : point_correlation_42::LaneTraversal {
//       using Node = LaneNode;
//       ... enter(op, go, p, self, n, args, ropes) ...
//     };
#include "LanePrinter.h"
#include "LaneSegments.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;

std::string regtt::apartNamespace(const Site &site) {
  return siteNamespace(site) + "_apart";
}

namespace {

class ApartPrinter : LaneSegments {
public:
  ApartPrinter(const Site &site, const Unit &unit)
      : LaneSegments(site, unit, Nodes::Apart),
        together(site, unit, Nodes::Together) {}

  std::string run() {
    out += "using namespace " + siteNamespace(site) + ";\n\n" +
           laneStructs(kernel, levels, values, &together.levels);
    for (unsigned group = 0; group < kernel.groups.size(); ++group)
      record(group);
    if (together.levels.sharesArgs())
      out += carried("What ropes carry to a node.", "Args", argsFields());
    functions();
    traversal();
    return std::move(out);
  }

private:
  /// The same of lanes at one node.
  struct Together : LaneSegments {
    using LaneSegments::differs;
    using LaneSegments::function;
    using LaneSegments::LaneSegments;
    using LaneSegments::levels;
  };

  void record(unsigned group) {
    const std::string name = recordName(group);
    std::string members, fields;
    const auto add = [&](const std::string &field) {
      fields += "f(&" + name + "::" + field + ", &Other::" + field + ");\n";
    };
    for (unsigned number : kernel.groups[group].data) {
      const Datum &datum = kernel.data[number];
      if (!visits.names(datum))
        continue;
      members += declareLanes(values, datum.type, safeName(datum.name)) +
                 "; // " + datum.text + "\n";
      add(safeName(datum.name));
    }
    if (group == 0) {
      members +=
          "rt::LaneLinks<" + std::to_string(kernel.numSlots) + "> children;\n";
      add("children");
    }
    const std::string scalar =
        types.groups[group] +
        (group == 0 ? "<rt::Links<" + std::to_string(kernel.numSlots) + ">>"
                    : std::string());
    out += "// Sixteen records, of nodes of the lanes' own.\nstruct " + name +
           " {\nusing Single = " + scalar + ";\nusing Lanes = " + name +
           ";\n\n" + members +
           "\ntemplate <class Other, class F> REGTT_OP static void "
           "eachField([[maybe_unused]] const F &f) {\n" +
           fields + "}\n};\n\n";
  }

  /// Those that are different, and what calls them.
  void functions() {
    std::vector<std::string> different;
    for (const Helper &helper : kernel.helpers) {
      if (!visits.calls(helper) || !differs(helper))
        continue;
      const std::string text = function(helper);
      const bool isSame =
          together.differs(helper) && together.function(helper) == text &&
          llvm::none_of(different, [&](const std::string &name) {
            return namesIt(text, name);
          });
      if (isSame)
        continue;
      different.push_back(laneFunctionName(kernel, levels, helper));
      out += text;
    }
  }

  void traversal() {
    out += "struct LaneTraversal : " + siteNamespace(site) +
           "::LaneTraversal {\nusing Node = " + recordName(0) + ";\n";
    if (together.levels.sharesArgs())
      out += "using Args = LaneArgs;\n";
    out += "\n" + arrival();
    for (unsigned k = 0; k < kernel.resumes.size(); ++k)
      out += resume(k);
    out += "};\n\n";
  }

  const Together together;
  std::string out;
};

} // namespace

std::string regtt::printApartOperator(const Site &site, const Unit &unit) {
  return ApartPrinter(site, unit).run();
}
