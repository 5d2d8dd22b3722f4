// The lane form of a traversal.
//
//     template <template <class> class Changed> struct LanePoint {
//       rt::Lane<float> coord[3]; // p->coord
//       Changed<int> corr;        // p->corr
//     };
//     struct LaneTraversal { ... enter(op, go, p, self, n, ropes) ... };
//
// What visits change lies as the engine has it: in registers, or in columns.
#include "LanePrinter.h"

#include "LaneProgram.h"
#include "LaneSegments.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace regtt::kernel;

std::vector<const Variant *> regtt::laneVariants(const Site &site,
                                                 const Backend &backend) {
  std::vector<const Variant *> result;
  llvm::copy_if(site.variantsOn(backend), std::back_inserter(result),
                [](const Variant *variant) { return variant->isForVectors(); });
  return result;
}

namespace {

class LanePrinter : LaneSegments {
public:
  LanePrinter(const Site &site, const Unit &unit)
      : LaneSegments(site, unit, Nodes::Together) {}

  std::string run() {
    out += laneStructs(kernel, levels, values);
    query();
    args();
    resumePoints();
    for (const Helper &helper : kernel.helpers)
      if (visits.calls(helper) && differs(helper))
        out += function(helper);
    if (kernel.program)
      out += printLaneProgram(site, values);
    traversal();
    return std::move(out);
  }

private:
  std::string laneQuery() const {
    std::string name = "Lane" + types.query;
    while (values.taken(name))
      name += "_";
    return name;
  }

  void query() {
    out += "// Sixteen queries. What visits change lies as the engine has it.\n"
           "template <template <class> class Changed> struct " +
           laneQuery() + " {\n";
    for (const Datum &datum : kernel.data) {
      if (datum.owner != Owner::Query || !visits.names(datum))
        continue;
      out += declareLanes(values, datum.type, safeName(datum.name),
                          datum.isWritten ? "Changed" : "rt::Lane") +
             "; // " + datum.text + "\n";
    }
    out += "};\n\n";
  }

  void args() {
    if (!hasArgs())
      return;
    if (levels.sharesArgs()) {
      out +=
          "// What ropes carry to a node, which is the same for all that come "
          "there.\nusing LaneArgs = Args;\n\n";
      return;
    }
    out += carried("What ropes carry to a node.", "Args", argsFields());
  }

  void resumePoints() {
    for (unsigned k = 0; k < kernel.resumes.size(); ++k) {
      const ir::Function *resume = kernel.resumes[k].function;
      std::vector<LaneField> all;
      if (resume) {
        SliceWords single(site, values, *resume);
        LaneWords words(site, values, *resume, levels);
        const auto names = bodyOf(kernel, *resume, single, values).params;
        const cpp::Body body = bodyOf(kernel, *resume, words, values);
        for (size_t v = 0; v < resume->params.size(); ++v)
          all.push_back({resume->params[v]->type, names[v], body.params[v]});
      }
      out += carried("What they carry to line " +
                         std::to_string(kernel.resumes[k].loc.line) +
                         ", after the calls before it.",
                     resumeName(k, values), all);
    }
  }

  /// `f(&Traversal::Query::coord, &Query::coord);`
  std::string fields(bool changed) const {
    std::string result;
    for (const Datum &datum : kernel.data)
      if (datum.owner == Owner::Query && visits.names(datum) &&
          datum.isWritten == changed)
        result += "f(&Traversal::Query::" + safeName(datum.name) +
                  ", &Lanes::" + safeName(datum.name) + ");\n";
    return result;
  }

  void eachField(const std::string &name, const std::string &what,
                 bool changed) {
    const std::string body = fields(changed);
    out += "// " + what +
           "\ntemplate <class Lanes, class F>\nREGTT_OP static void " + name +
           "([[maybe_unused]] const F &f) {\n" + body + "}\n";
  }

  /// A condition of deferred calls.
  void condition(const Guard &guard, const std::string &name) {
    LaneWords words(site, values, *guard.function, levels);
    const std::string printed =
        bodyOf(kernel, *guard.function, words, values).text;
    const std::string body = words.begin() + printed + words.end();
    admit(name,
          levels.resultOf(guard.function) == Level::Own ? "rt::Lane<bool>"
                                                        : "bool",
          operands(body) + body, words.names.query,
          "Which of them still take a deferred rope: line " +
              std::to_string(guard.loc.line) + ".");
  }

  void admit(const std::string &name, const std::string &result,
             const std::string &body, const std::string &query,
             const std::string &comment) {
    out += "// " + comment +
           "\ntemplate <class Op, class Lanes>\nREGTT_OP "
           "static " +
           result + " " + name + "([[maybe_unused]] const Op &op, rt::Mask " +
           named(body, "go") + ", const Lanes &" + named(body, query) +
           ", const " + argsType() + " &" + named(body, "rope") + ") {\n" +
           body + "}\n\n";
  }

  /// Those of deferred calls: by number, where ropes say which is theirs.
  void conditions() {
    if (kernel.guards.empty())
      return;
    if (!ropesNameGuards(kernel)) {
      condition(kernel.guards[0], "admit");
      return;
    }
    const std::string query = FunctionNames(kernel, nullptr).query;
    std::string body = "rt::Lane<bool> result = true;\n";
    for (size_t k = 0; k < kernel.guards.size(); ++k) {
      if (!kernel.guards[k].function)
        continue;
      const std::string number = std::to_string(k);
      std::string name = "admit" + number;
      while (llvm::any_of(kernel.helpers, [&](const Helper &helper) {
        return functionName(kernel, helper) == name;
      }))
        name += "_";
      condition(kernel.guards[k], name);
      body += "if (const rt::Mask some = go & (rope.guard == " + number +
              "))\nrt::where(some, result) = " + name + "(op, some, " + query +
              ", rope);\n";
    }
    admit("admit", "rt::Lane<bool>", body + "return result;\n", query,
          "The same, of each rope by its own condition.");
  }

  void traversal() {
    std::string points;
    for (unsigned k = 0; k < kernel.resumes.size(); ++k)
      points += (k ? ", Lane" : "Lane") + resumeName(k, values);
    out += "struct LaneTraversal" +
           std::string(kernel.program ? " : LaneProgram" : "") +
           " {\ntemplate <template <class> class Changed> "
           "using Query = " +
           laneQuery() + "<Changed>;\nusing Args = " + argsType() +
           ";\nusing Resumes = rt::LaneResumes<" + points +
           ">;\n// Whether all that call anything at a position call one child "
           "there.\nenum : bool { oneChild = " +
           (callsOneChild(kernel, levels) ? "true" : "false") + " };\n\n";
    eachField("eachKept", "What no visit changes.", false);
    eachField("eachChanged", "What visits change.", true);
    out += "\n";
    conditions();
    out += arrival();
    for (unsigned k = 0; k < kernel.resumes.size(); ++k)
      out += resume(k);
    out += "};\n\n";
  }

  std::string out;
};

} // namespace

std::string regtt::printLaneOperator(const Site &site, const Unit &unit) {
  return LanePrinter(site, unit).run();
}
