// The explanation and the machine-readable report, from the same facts.
#include "Report.h"

#include "regtt/Analysis/Coordinates.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/JSON.h>

#include <set>

using namespace regtt;
using namespace regtt::kernel;

static std::string bytesOf(const RecordGroup &group, const Kernel &kernel) {
  uint64_t bytes = 0;
  for (unsigned datum : group.data)
    bytes += kernel.data[datum].bytes;
  return std::to_string(bytes);
}

/// Where not every target of the site has the variant: those that have.
static std::string targetsOf(const Variant &variant, const Site &site) {
  std::string result;
  bool all = true;
  for (const Backend *backend : site.backends)
    if (backend->has(variant))
      result += (result.empty() ? "" : " and ") + backend->name.str();
    else
      all = false;
  return all ? "" : result.empty() ? ", on no target" : ", on " + result;
}

/// Of those that are asked for, the first that one of the targets has.
static const Variant *preferred(const Site &site) {
  for (const Variant *variant : site.variants)
    for (const Backend *backend : site.backends)
      if (backend->has(*variant))
        return variant;
  return site.variants.front();
}

static std::string obstacleOfProgram(const Kernel &kernel) {
  return kernel.isNested() ? "iterations call no traversal"
         : kernel.program  ? "an iteration makes several calls"
                           : "";
}

/// Why queries cannot be inspected, as rt::whyNotInspected says at run time;
/// empty if they can.
static std::string obstacleToInspection(const Kernel &kernel, bool hasRopes) {
  if (std::string why = obstacleOfProgram(kernel); !why.empty())
    return why;
  if (llvm::any_of(kernel.data, [](const Datum &datum) {
        return datum.owner == Owner::Element && datum.isWritten;
      }))
    return "visits write to arrays";
  if (kernel.list() && !hasRopes)
    return "a node has any number of children, and ropes wait on a stack";
  return "";
}

/// The same of their history, as rt::whyNoHistory says.
static std::string obstacleToHistory(const Kernel &kernel, bool hasRopes) {
  const Traits &traits = kernel.traits;
  if (std::string why = obstacleToInspection(kernel, hasRopes); !why.empty())
    return why;
  if (!traits.stableCalls.holds)
    return traits.stableCalls.reason;
  if (!hasRopes && !traits.slotsClosed.holds)
    return traits.slotsClosed.reason;
  return "";
}

/// The same of handing queries over, as rt::whyNotHandedOver says.
static std::string obstacleToHandOver(const Kernel &kernel, bool hasRopes) {
  if (std::string why = obstacleOfProgram(kernel); !why.empty())
    return why;
  if (!hasRopes)
    return "ropes wait on a stack in all variants that are compiled in";
  if (!kernel.args.empty())
    return "calls hand on arguments";
  return "";
}

/// What orders of queries there are, and by what they go.
static std::string explainOrders(const Site &site) {
  const Kernel &kernel = site.kernel;
  const bool hasRopes = llvm::any_of(site.variants, [](const Variant *variant) {
    return variant->name == "static_ropes" || variant->name == "split_ropes" ||
           variant->name == "static_lockstep";
  });
  const auto line = [](llvm::StringRef order, const std::string &obstacle,
                       const std::string &what) {
    return llvm::formatv("  order {0}: {1}\n", order,
                         obstacle.empty() ? what : "not possible, " + obstacle)
        .str();
  };
  llvm::SetVector<llvm::StringRef> numbers;
  for (const Coordinate &coordinate : coordinates(kernel))
    numbers.insert(kernel.data[coordinate.datum].text);
  const Traits &traits = kernel.traits;
  const std::string whyOne = !traits.stableCalls.holds
                                 ? traits.stableCalls.reason
                             : hasRopes ? ""
                                        : traits.slotsClosed.reason;
  return line("curve",
              numbers.empty() ? "a query holds no numbers that visits leave "
                                "alone"
                              : "",
              "through " + llvm::join(numbers, ", ")) +
         line("inspect, hybrid", obstacleToInspection(kernel, hasRopes),
              whyOne.empty() ? "by the first subtrees that a query comes to"
                             : "by the first subtree that a query comes to, "
                               "since " +
                                   whyOne) +
         line("history", obstacleToHistory(kernel, hasRopes),
              "by all visits in the top of the tree") +
         line("handover", obstacleToHandOver(kernel, hasRopes),
              kernel.mayReorder()
                  ? "leaves subtrees for later, as many as have room"
                  : "ends at the first subtree, since " +
                        (kernel.orderKept ? "the clause order(program) "
                                            "says so"
                                          : traits.orderFree.reason));
}

/// What of the loop the host does.
static std::string explainDeferred(const Kernel &kernel) {
  std::set<unsigned> lines;
  if (kernel.deferred && kernel.program)
    ir::walk(static_cast<const ir::Statement *>(kernel.program->body),
             [&](const ir::Statement *s) {
               if (llvm::isa<ir::DeferStatement>(s))
                 lines.insert(s->loc.line);
             });
  std::string out;
  for (const unsigned line : lines)
    out += "  left to the host, in the order of the iterations: line " +
           std::to_string(line) + "\n";
  return out;
}

/// Of which arrays it is found out when the loop runs how long they are.
static std::string explainReach(const Kernel &kernel) {
  std::string out;
  for (const DataArray &array : kernel.arrays)
    if (array.isReached)
      out += (out.empty() ? "  asked of the iterations ahead: how far they "
                            "come in "
                          : ", ") +
             array.text;
  return out.empty() ? out : out + " (copyin saves it)\n";
}

/// What rounds up to a fixed point change, and what crosses between two of them
/// where they run on a device.
static std::string explainRounds(const Kernel &kernel) {
  std::set<std::string> falls, rises, crosses;
  for (const Datum &datum : kernel.data)
    if (datum.fixpoint)
      (datum.fixpoint->rises ? rises : falls)
          .insert(kernel.arrays[datum.number].text);
    else if (datum.hasOperand())
      crosses.insert(datum.text);
  for (const DataArray &array : kernel.arrays)
    if (array.isFlag)
      crosses.insert(array.text);
  if (falls.empty() && rises.empty())
    return "";
  std::string out = "  rounds up to a fixed point: ";
  if (!falls.empty())
    out +=
        llvm::join(falls, ", ") + " only falls" + (rises.empty() ? "" : ", ");
  if (!rises.empty())
    out += llvm::join(rises, ", ") + " only rises";
  return out + "; between rounds a GPU is handed, or hands over, " +
         llvm::join(crosses, ", ") + " alone\n";
}

/// Whether it takes part in the region around it.
static std::string explainRegion(const Site &site) {
  if (!site.loop.staysInRegion)
    return "";
  return *site.loop.staysInRegion
             ? "  region: what it uses stays on a GPU\n"
             : "  region: left while it runs, for the host prepares its "
               "iterations\n";
}

std::string regtt::classOf(const Site &site) {
  return textOf(site.kernel.classification).str() + " (" +
         site.kernel.classReason + ")";
}

std::string regtt::explain(const Unit &unit) {
  std::string out;
  for (const Site &site : unit.sites) {
    const Kernel &kernel = site.kernel;
    const SiteLoop &loop = site.loop;
    out += llvm::formatv("{0}:{1}: {2}\n", loop.file, loop.line, kernel.name);
    if (loop.isTemplate)
      out += "  instantiation: " + loop.instantiation + "\n";
    out += "  class: " + classOf(site) + "\n";
    for (unsigned i = 0; i < kernel.groups.size() && !kernel.isNested(); ++i) {
      out += llvm::formatv("  record {0}, {1} bytes{2}:", i,
                           bytesOf(kernel.groups[i], kernel),
                           i == 0 ? " and the children, on arrival" : "");
      for (unsigned datum : kernel.groups[i].data)
        out += " " + kernel.data[datum].text;
      out += "\n";
    }
    for (const Variant &variant : allVariants()) {
      if (kernel.isNested() != variant.isForNested())
        continue;
      const std::string obstacle = variant.obstacle(kernel);
      out += "  variant " + variant.name.str() + ": ";
      if (!obstacle.empty())
        out += "not legal, " + obstacle;
      else if (!llvm::is_contained(site.variants, &variant))
        out += "legal, not asked for";
      else
        out += preferred(site) == &variant
                   ? "legal, preferred for queries as they come"
                   : "legal";
      if (obstacle.empty())
        out += targetsOf(variant, site) +
               (kernel.isNested() ? ""
                : variant.preservesOrder(kernel)
                    ? "; keeps each query's order of visits"
                    : "; changes the order of visits");
      out += "\n";
    }
    out += explainLanes(site) + explainReach(kernel) + explainRounds(kernel) +
           explainRegion(site) + explainDeferred(kernel);
    if (!kernel.isNested())
      out += explainOrders(site);
    out += "  targets:";
    for (const Backend *backend : site.backends)
      out += " " + backend->name.str();
    out += "\n";
  }
  return out;
}

static llvm::json::Object traitObject(const Trait &trait) {
  llvm::json::Object result{{"holds", trait.holds}};
  if (!trait.reason.empty())
    result["reason"] = trait.reason;
  return result;
}

/// The targets that a variant is compiled for.
static llvm::json::Array variantTargets(const Variant &variant,
                                        const Site &site) {
  llvm::json::Array result;
  for (const Backend *backend : site.backends)
    if (llvm::is_contained(site.variantsOn(*backend), &variant))
      result.push_back(backend->name);
  return result;
}

std::string regtt::jsonReport(const Unit &unit) {
  llvm::json::Array sites;
  for (const Site &site : unit.sites) {
    const Kernel &kernel = site.kernel;
    llvm::json::Array variants, targets;
    for (const Variant &variant : allVariants()) {
      const std::string obstacle = variant.obstacle(kernel);
      llvm::json::Object entry{
          {"name", variant.name},
          {"legal", obstacle.empty()},
          {"targets", variantTargets(variant, site)},
          {"preservesOrder", variant.preservesOrder(kernel)}};
      if (!obstacle.empty())
        entry["reason"] = obstacle;
      variants.push_back(std::move(entry));
    }
    for (const Backend *backend : site.backends)
      targets.push_back(backend->name);
    const Traits &traits = kernel.traits;
    sites.push_back(llvm::json::Object{{"file", site.loop.file},
                                       {"line", site.loop.line},
                                       {"traversal", kernel.name},
                                       {"site", kernel.siteName},
                                       {"class", textOf(kernel.classification)},
                                       {"classReason", kernel.classReason},
                                       {"traits",
                                        llvm::json::Object{
#define TRAIT(NAME) {#NAME, traitObject(traits.NAME)},
#include "regtt/Kernel/Traits.def"
#undef TRAIT
                                        }},
                                       {"variants", std::move(variants)},
                                       {"targets", std::move(targets)}});
  }
  return llvm::formatv("{0:2}\n", llvm::json::Value(llvm::json::Object{
                                      {"tool", "regtt-cc " + unit.version},
                                      {"input", unit.input},
                                      {"sites", std::move(sites)}}))
      .str();
}
