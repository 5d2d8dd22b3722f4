// The user's functions that a traversal calls, as functions of the slice.
//
//     bool near(const Query *q, const Vec &at, float d)
//  -> REGTT_OP bool near(const Query &q, const Vec &at, float d)
#include "Helpers.h"
#include "OperatorPrinter.h"
#include "SliceWords.h"

#include "regtt/Cpp/Printer.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/StringExtras.h>

#include <set>

using namespace regtt;
using namespace regtt::kernel;

cpp::Body regtt::bodyOf(const Kernel &kernel, const ir::Function &function,
                        SliceWords &words, const ValueTypes &values) {
  const std::vector<std::string> noNames(function.params.size());
  if (!function.body)
    return {"", noNames};
  auto body = cpp::printBody(*kernel.module, function, words);
  if (body) {
    if (llvm::StringRef(body->text).contains("#line "))
      body->text += ownLine.str() + "\n";
    return std::move(*body);
  }
  values.notPrinted(llvm::toString(body.takeError()));
  return {"", noNames};
}

std::string regtt::named(const std::string &body, const std::string &name) {
  return namesIt(body, name) ? name : std::string();
}

namespace {

class HelperPrinter {
public:
  HelperPrinter(const Site &site, const Unit &unit)
      : site(site), kernel(site.kernel), values(*unit.values),
        types(kernel, values) {}

  std::string run() {
    const std::set<unsigned> called = calledHelpers();
    for (unsigned k = 0; k < kernel.helpers.size(); ++k)
      if (called.count(k))
        printHelper(k);
    return std::move(out);
  }

private:
  /// Those that something calls which is printed: a test that is known on
  /// arrival is not.
  std::set<unsigned> calledHelpers() const {
    std::set<unsigned> called;
    std::vector<const ir::Function *> open = {
        kernel.enter,  kernel.program, kernel.reach,
        kernel.absent, kernel.isNode,  kernel.firstNumber};
    for (const Guard &guard : kernel.guards)
      open.push_back(guard.function);
    for (const ResumePoint &point : kernel.resumes)
      open.push_back(point.function);
    for (const NodePointer &pointer : kernel.pointers)
      open.push_back(pointer.followedIf);
    for (const SlotGroup &slots : kernel.slots)
      llvm::append_range(open, slots.hostFunctions());
    open.insert(open.end(), kernel.invariants.begin(), kernel.invariants.end());
    const auto note = [&](const ir::Function *callee) {
      const Helper *found = kernel.helperOf(callee);
      if (found && called.insert(found - kernel.helpers.data()).second)
        open.push_back(callee);
    };
    for (const Datum &datum : kernel.data)
      if (datum.container && datum.container->orderHelper >= 0)
        note(kernel.helpers[datum.container->orderHelper].function);
    while (!open.empty()) {
      const ir::Function *function = open.back();
      open.pop_back();
      if (!function || !function->body)
        continue;
      ir::walk(function->body, [&](const ir::Statement *s) {
        if (const auto *call = llvm::dyn_cast<ir::CallStatement>(s))
          note(call->callee);
      });
      ir::walkExprs(function->body, [&](const ir::Expr *e) {
        if (const auto *call = llvm::dyn_cast<ir::CallExpr>(e))
          note(call->callee);
      });
    }
    return called;
  }

  void printHelper(unsigned k) {
    const Helper &helper = kernel.helpers[k];
    const ir::Function *printed = helper.function;
    if (!printed)
      return; // the library's own
    SliceWords words(site, values, *printed);
    const cpp::Body body = bodyOf(kernel, *printed, words, values);
    std::vector<std::string> params;
    bool arrival = false;
    size_t next = 0;
    const auto query = [&] {
      params.push_back((helper.changesQuery ? "" : "const ") + types.query +
                       " &" + words.names.query);
    };
    const auto node = [&] {
      for (unsigned group : helper.groupsRead) {
        arrival |= group == 0;
        params.push_back("const " + types.groups[group] +
                         (group == 0 ? "<Children> &" : " &") +
                         words.names.groups[group]);
      }
    };
    const auto other = [&](const Helper::Param &param) {
      const std::string name = named(body.text, body.params[next]);
      params.push_back(
          printed->params[next]->type->isLink() ? "rt::Link " + name
          : param.kind == Helper::Param::Number
              ? "rt::Index " + name
              : valueParam(param, printed->params[next]->type, name));
      ++next;
    };
    eachHandedOn(helper, {query, node, other});
    if (helper.usesTree)
      params.push_back("const auto &tree");
    if (helper.usesArrays)
      params.push_back(kernel.reach ? "const auto &arrays"
                                    : "const Arrays &arrays");
    if (helper.usesUniforms)
      params.push_back("const Uniforms &u");
    out += "// From " + sourceLine(helper.loc, *kernel.module) + "\n";
    if (arrival)
      out += "template <class Children>\n";
    const ir::Type *result = printed->type->result;
    out += "REGTT_OP " +
           (helper.isResultWritten ? values.spell(result)
                                   : values.declareReadOnly(result, "")) +
           " " + functionName(kernel, helper) + "(" + llvm::join(params, ", ") +
           ") {\n" + body.text + "}\n\n";
  }

  /// What is not written through leads to what is const. Of what a lambda
  /// captures there is no copy.
  std::string valueParam(const Helper::Param &param, const ir::Type *type,
                         const std::string &name) const {
    if (param.isCaptured && !type->isReference())
      type = kernel.module->referenceTo(type);
    return param.isWritten ? values.declare(type, name)
                           : values.declareReadOnly(type, name);
  }

  const Site &site;
  const Kernel &kernel;
  const ValueTypes &values;
  TypeNames types;
  std::string out;
};

} // namespace

std::string regtt::printHelpers(const Site &site, const Unit &unit) {
  return HelperPrinter(site, unit).run();
}
