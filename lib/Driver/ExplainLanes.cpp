// What sixteen queries at a node do together and what each does by itself, for
// --explain.
#include "Report.h"

#include "regtt/Analysis/Divergence.h"
#include "regtt/Analysis/LaneForm.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <set>

using namespace regtt;
using kernel::Level;

namespace {

class LaneLevels {
public:
  explicit LaneLevels(const kernel::Kernel &kernel) : levels(kernel) {
    for (const kernel::Helper &helper : kernel.helpers)
      if (helper.function && helper.function->body)
        collect(helper.function->body, " of " + nameOf(*helper.function));
    collect(kernel.enter->body);
    for (const kernel::ResumePoint &point : kernel.resumes)
      collect(point.function->body);
  }

  std::string text() const {
    return line("computed once", names[int(Level::Same)]) +
           line("computed once for a node", names[int(Level::Node)]) +
           line("each query's own", names[int(Level::Own)]) +
           (partings.empty()
                ? ""
                : "  lanes part: " +
                      std::string(partings.size() == 1 ? "line " : "lines ") +
                      llvm::join(linesOf(partings), ", ") + "\n");
  }

private:
  using Names = std::vector<std::string>; ///< each once

  /// Without the traversal's name before it.
  static std::string nameOf(const ir::Function &function) {
    const llvm::StringRef name = function.name;
    const size_t end = name.rfind("::");
    return name.substr(end == llvm::StringRef::npos ? 0 : end + 2).str();
  }

  static std::string line(const char *what, const Names &names) {
    return names.empty() ? ""
                         : std::string("  lanes, ") + what + ": " +
                               llvm::join(names, ", ") + "\n";
  }

  static std::vector<std::string> linesOf(const std::set<unsigned> &lines) {
    std::vector<std::string> result;
    for (const unsigned each : lines)
      result.push_back(std::to_string(each));
    return result;
  }

  void collect(const ir::Statement *body, const std::string &whose = "") {
    ir::walk(body, [&](const ir::Statement *s) {
      if (const ir::Variable *variable = ir::declaredBy(s)) {
        Names &there = names[int(levels.of(variable))];
        const std::string name = variable->name + whose;
        if (!llvm::is_contained(there, name))
          there.push_back(name);
      }
      const auto *choice = llvm::dyn_cast<ir::IfStatement>(s);
      const Level level =
          choice ? levels.of(choice->condition) : levels.leaving(s);
      if (level == Level::Own && s->loc.line != 0)
        partings.insert(s->loc.line);
    });
  }

  const kernel::Divergence levels;
  Names names[3]; ///< of variables, by level
  std::set<unsigned> partings;
};

} // namespace

std::string regtt::explainLanes(const Site &site) {
  const bool isForLanes =
      llvm::any_of(site.backends, [&](const Backend *backend) {
        return llvm::any_of(
            site.variantsOn(*backend),
            [](const Variant *variant) { return variant->isForVectors(); });
      });
  if (!isForLanes || !kernel::laneObstacle(site.kernel).empty())
    return "";
  return LaneLevels(site.kernel).text();
}
