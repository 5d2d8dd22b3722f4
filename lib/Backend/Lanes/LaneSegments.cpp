#include "LaneSegments.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace regtt::kernel;

LaneSegments::LaneSegments(const Site &site, const Unit &unit, Nodes nodes)
    : site(site), kernel(site.kernel), values(*unit.values),
      types(kernel, values), levels(kernel, nodes), visits(kernel) {}

//===--- What ropes carry -------------------------------------------------===//

bool LaneSegments::hasArgs() const {
  return !kernel.args.empty() || !kernel.captures.empty() ||
         ropesNameGuards(kernel);
}
std::string LaneSegments::argsType() const {
  return hasArgs() ? "LaneArgs" : "rt::NoLaneArgs";
}

std::vector<LaneField> LaneSegments::argsFields() const {
  std::vector<LaneField> all;
  for (const Argument &arg : kernel.args)
    all.push_back({arg.type, safeName(arg.name), safeName(arg.name)});
  for (const Capture &capture : kernel.captures)
    all.push_back(
        {capture.type, safeName(capture.name), safeName(capture.name)});
  if (ropesNameGuards(kernel))
    all.push_back({kernel.module->intType(ir::IntType::I32), "guard", "guard"});
  return all;
}

std::string LaneSegments::carried(const std::string &comment,
                                  const std::string &scalar,
                                  llvm::ArrayRef<LaneField> all) const {
  std::string members, fields;
  for (const auto &[type, single, name] : all) {
    members += declareLanes(values, type, name) + ";\n";
    fields += "f(&" + scalar + "::" + single + ", &Lane" + scalar +
              "::" + name + ");\n";
  }
  return "// " + comment + "\nstruct Lane" + scalar + " {\n" + members +
         "\ntemplate <class F> REGTT_OP static void "
         "eachField([[maybe_unused]] const F &f) {\n" +
         fields + "}\n};\n\n";
}

//===--- The user's functions ---------------------------------------------===//

bool LaneSegments::differs(const Helper &helper) const {
  return helper.usesQuery || levels.resultOf(helper.function) == Level::Own ||
         llvm::any_of(helper.function->params, [&](const ir::Variable *p) {
           return levels.of(p) == Level::Own;
         });
}

std::string LaneSegments::function(const Helper &helper) const {
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
      arrival |= group == 0 && !levels.isApart();
      params.push_back(recordType(group) +
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
  const ir::Type *result = printed->type->result;
  return "// From " + sourceLine(helper.loc, *kernel.module) + "\n" +
         (classes.empty() ? ""
                          : "template <" + llvm::join(classes, ", ") + ">\n") +
         "REGTT_OP " +
         (levels.resultOf(printed) != Level::Own
              ? values.declareReadOnly(result, "")
          : result->isReference() ? "auto &"
                                  : declareLanes(values, result, "")) +
         " " + laneFunctionName(kernel, levels, helper) + "(" +
         llvm::join(params, ", ") + ") {\n" + words.begin() + body.text +
         words.end() + "}\n\n";
}

//===--- Segments ---------------------------------------------------------===//

std::string LaneSegments::recordType(unsigned group) const {
  if (!levels.isApart())
    return "const " + types.groups[group] +
           (group == 0 ? "<Children> &" : " &");
  return "const " + recordName(group) + " &";
}

std::string LaneSegments::recordName(unsigned group) const {
  return laneRecord(values, types.groups[group]);
}

std::string LaneSegments::operands(const std::string &body) {
  return std::string(namesIt(body, "tree") ? "const auto &tree = op.tree;\n"
                                           : "") +
         (namesIt(body, "arrays") ? "const auto &arrays = op.arrays;\n" : "") +
         (namesIt(body, "u") ? "const Uniforms &u = op.u;\n" : "");
}

/// Arguments that the body changes, as locals.
std::string LaneSegments::ownArgs(const cpp::Body &body) const {
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
std::string LaneSegments::segment(const std::string &name,
                                  const std::string &given,
                                  const LaneWords &words,
                                  const std::string &body) const {
  return std::string("template <class Op, class Lanes, ") +
         (levels.isApart() ? "" : "class Children, ") +
         "class Ropes>\nREGTT_OP static void " + name +
         "([[maybe_unused]] const Op &op, rt::Mask " + named(body, "go") +
         ", Lanes &" + named(body, words.names.query) +
         (levels.isApart() ? ", const rt::Lane<rt::Link> &" : ", rt::Link ") +
         named(body, "self") + ", " + recordType(0) +
         named(body, words.names.groups[0]) + ", " + given + ", Ropes &" +
         named(body, "ropes") + ") {\n" + operands(body) + body + "}\n";
}

std::string LaneSegments::arrival() const {
  LaneWords words(site, values, *kernel.enter, levels);
  const cpp::Body printed = bodyOf(kernel, *kernel.enter, words, values);
  const std::string body = ownArgs(printed) + withoutLastReturn(printed.text);
  return "// As the operator's, for the queries in `go`, " +
         std::string(levels.isApart() ? "each at a node of its own.\n"
                                      : "which come to the node together.\n") +
         segment("enter", "const " + argsType() + " &" + named(body, "args"),
                 words, body);
}

std::string LaneSegments::resume(unsigned k) const {
  const ir::Function *function = kernel.resumes[k].function;
  if (!function)
    return "";
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
    restored += (isArray ? "auto &" + name : declareLanes(values, type, name)) +
                " = live." + name + ";\n";
  }
  const std::string text = restored + withoutLastReturn(body.text);
  return "\n// From line " + std::to_string(kernel.resumes[k].loc.line) +
         " on, after the calls before it.\n" +
         segment("resume",
                 (inPlace ? "Lane" : "const Lane") + resumeName(k, values) +
                     (inPlace ? " " : " &") + named(text, "live"),
                 words, text);
}
