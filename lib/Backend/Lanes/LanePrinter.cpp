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

#include "../Operator/Helpers.h"
#include "../Operator/OperatorPrinter.h"
#include "LaneProgram.h"
#include "LaneStructs.h"
#include "LaneWords.h"

#include "regtt/Analysis/VisitParts.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace regtt::kernel;

std::vector<const Variant *> regtt::laneVariants(const Site &site,
                                                 const Backend &backend) {
  std::vector<const Variant *> result;
  llvm::copy_if(
      site.variantsOn(backend), std::back_inserter(result),
      [](const Variant *variant) { return variant->lanes == Variant::Vector; });
  return result;
}

namespace {

class LanePrinter {
public:
  LanePrinter(const Site &site, const Unit &unit)
      : site(site), kernel(site.kernel), values(*unit.values),
        types(kernel, values), levels(kernel), visits(kernel) {}

  std::string run() {
    out += laneStructs(kernel, levels, values);
    query();
    args();
    resumePoints();
    for (const Helper &helper : kernel.helpers)
      if (visits.calls(helper) && differs(helper))
        function(helper);
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

  bool hasArgs() const {
    return !kernel.args.empty() || !kernel.captures.empty() ||
           ropesNameGuards(kernel);
  }
  std::string argsType() const {
    return hasArgs() ? "LaneArgs" : "rt::NoLaneArgs";
  }

  /// What a rope carries: as one query's, and as lanes', it may be called
  /// differently.
  struct Carried {
    const ir::Type *type;
    std::string single, name;
  };

  /// A struct of lanes, beside the one of single values that is called
  /// `scalar`.
  void carried(const std::string &comment, const std::string &scalar,
               llvm::ArrayRef<Carried> all) {
    out += "// " + comment + "\nstruct Lane" + scalar + " {\n";
    std::string fields;
    for (const auto &[type, single, name] : all) {
      out += declareLanes(values, type, name) + ";\n";
      fields += "f(&" + scalar + "::" + single + ", &Lane" + scalar +
                "::" + name + ");\n";
    }
    out += "\ntemplate <class F> REGTT_OP static void "
           "eachField([[maybe_unused]] const F &f) {\n" +
           fields + "}\n};\n\n";
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
    std::vector<Carried> all;
    for (const Argument &arg : kernel.args)
      all.push_back({arg.type, safeName(arg.name), safeName(arg.name)});
    for (const Capture &capture : kernel.captures)
      all.push_back(
          {capture.type, safeName(capture.name), safeName(capture.name)});
    if (ropesNameGuards(kernel))
      all.push_back(
          {kernel.module->intType(ir::IntType::I32), "guard", "guard"});
    carried("What ropes carry to a node.", "Args", all);
  }

  void resumePoints() {
    for (unsigned k = 0; k < kernel.resumes.size(); ++k) {
      const ir::Function *resume = kernel.resumes[k].function;
      std::vector<Carried> all;
      if (resume) {
        SliceWords single(site, values, *resume);
        LaneWords words(site, values, *resume, levels);
        const auto names = bodyOf(kernel, *resume, single, values).params;
        const cpp::Body body = bodyOf(kernel, *resume, words, values);
        for (size_t v = 0; v < resume->params.size(); ++v)
          all.push_back({resume->params[v]->type, names[v], body.params[v]});
      }
      carried("What they carry to line " +
                  std::to_string(kernel.resumes[k].loc.line) +
                  ", after the calls before it.",
              resumeName(k, values), all);
    }
  }

  /// Whether lanes need a form of the function of their own.
  bool differs(const Helper &helper) const {
    return helper.usesQuery || levels.resultOf(helper.function) == Level::Own ||
           llvm::any_of(helper.function->params, [&](const ir::Variable *p) {
             return levels.of(p) == Level::Own;
           });
  }

  void function(const Helper &helper) {
    const ir::Function *printed = helper.function;
    LaneWords words(site, values, *printed, levels);
    const cpp::Body body = bodyOf(kernel, *printed, words, values);
    std::vector<std::string> params;
    bool arrival = false;
    size_t next = 0;
    if (needsMask(kernel, levels, *printed))
      params.push_back("rt::Mask " + named(body.text, "go"));
    const auto query = [&] {
      params.push_back((helper.changesQuery ? "" : "const ") +
                       std::string("Lanes &") +
                       named(body.text, words.names.query));
    };
    const auto node = [&] {
      for (unsigned group : helper.groupsRead) {
        arrival |= group == 0;
        params.push_back("const " + types.groups[group] +
                         (group == 0 ? "<Children> &" : " &") +
                         named(body.text, words.names.groups[group]));
      }
    };
    const auto other = [&](const Helper::Param &param) {
      const ir::Variable *variable = printed->params[next];
      const std::string name = named(body.text, body.params[next]);
      params.push_back(words.isOwn(variable)
                           ? words.parameter(*variable, param.isWritten, name)
                       : variable->type->isLink() ? "rt::Link " + name
                       : param.kind == Helper::Param::Number
                           ? "rt::Index " + name
                           : values.declareReadOnly(variable->type, name));
      ++next;
    };
    eachHandedOn(helper, {query, node, other});
    if (helper.usesTree)
      params.push_back("const auto &" + named(body.text, "tree"));
    if (helper.usesArrays)
      params.push_back("const Arrays &" + named(body.text, "arrays"));
    if (helper.usesUniforms)
      params.push_back("const Uniforms &" + named(body.text, "u"));
    std::vector<std::string> classes;
    if (helper.usesQuery)
      classes.push_back("class Lanes");
    if (arrival)
      classes.push_back("class Children");
    out += "// From " + sourceLine(helper.loc, *kernel.module) + "\n" +
           (classes.empty() ? ""
                            : "template <" + llvm::join(classes, ", ") + ">\n");
    const ir::Type *result = printed->type->result;
    out += "REGTT_OP " +
           (levels.resultOf(printed) != Level::Own
                ? values.declareReadOnly(result, "")
            : result->isReference() ? "auto &"
                                    : declareLanes(values, result, "")) +
           " " + laneFunctionName(kernel, levels, helper) + "(" +
           llvm::join(params, ", ") + ") {\n" + words.begin() + body.text +
           words.end() + "}\n\n";
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

  /// What a body names of the operator's.
  static std::string operands(const std::string &body) {
    return std::string(namesIt(body, "tree") ? "const auto &tree = op.tree;\n"
                                             : "") +
           (namesIt(body, "arrays") ? "const auto &arrays = op.arrays;\n"
                                    : "") +
           (namesIt(body, "u") ? "const Uniforms &u = op.u;\n" : "");
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

  /// Arguments that the body changes, as locals.
  std::string ownArgs(const cpp::Body &body) const {
    std::string result;
    for (size_t k = 0; k < kernel.args.size(); ++k)
      if (const Argument &arg = kernel.args[k];
          arg.isReassigned && namesIt(body.text, body.params[k + 1]))
        result += (levels.of(kernel.enter->params[k + 1]) == Level::Own
                       ? declareLanes(values, arg.type, body.params[k + 1])
                       : values.declare(arg.type, body.params[k + 1])) +
                  " = args." + safeName(arg.name) + ";\n";
    return result;
  }

  /// `given`: the parameter that holds what the rope has carried.
  void segment(const std::string &name, const std::string &given,
               const LaneWords &words, const std::string &body) {
    out += "template <class Op, class Lanes, class Children, class "
           "Ropes>\nREGTT_OP static void " +
           name + "([[maybe_unused]] const Op &op, rt::Mask " +
           named(body, "go") + ", Lanes &" + named(body, words.names.query) +
           ", rt::Link " + named(body, "self") + ", const " + types.groups[0] +
           "<Children> &" + named(body, words.names.groups[0]) + ", " + given +
           ", Ropes &" + named(body, "ropes") + ") {\n" + operands(body) +
           body + "}\n";
  }

  void resume(unsigned k) {
    const ir::Function *function = kernel.resumes[k].function;
    if (!function)
      return;
    LaneWords words(site, values, *function, levels);
    const cpp::Body body = bodyOf(kernel, *function, words, values);
    // An array is used where it lies, and may be written.
    bool inPlace = false;
    std::string restored;
    for (size_t v = 0; v < function->params.size(); ++v) {
      const std::string &name = body.params[v];
      if (!namesIt(body.text, name))
        continue;
      const ir::Type *type = function->params[v]->type;
      const bool isArray = type->kind == ir::Type::Array;
      inPlace |= isArray;
      restored +=
          (isArray ? "auto &" + name : declareLanes(values, type, name)) +
          " = live." + name + ";\n";
    }
    out += "\n// From line " + std::to_string(kernel.resumes[k].loc.line) +
           " on, after the calls before it.\n";
    const std::string text = restored + withoutLastReturn(body.text);
    segment("resume",
            (inPlace ? "Lane" : "const Lane") + resumeName(k, values) +
                (inPlace ? " " : " &") + named(text, "live"),
            words, text);
  }

  void traversal() {
    LaneWords words(site, values, *kernel.enter, levels);
    const cpp::Body printed = bodyOf(kernel, *kernel.enter, words, values);
    const std::string body = ownArgs(printed) + withoutLastReturn(printed.text);
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
    out += "// As the operator's, for the queries in `go`, which come to the "
           "node together.\n";
    segment("enter", "const " + argsType() + " &" + named(body, "args"), words,
            body);
    for (unsigned k = 0; k < kernel.resumes.size(); ++k)
      resume(k);
    out += "};\n\n";
  }

  const Site &site;
  const Kernel &kernel;
  const ValueTypes &values;
  TypeNames types;
  const Divergence levels;
  const VisitParts visits;
  std::string out;
};

} // namespace

std::string regtt::printLaneOperator(const Site &site, const Unit &unit) {
  return LanePrinter(site, unit).run();
}
