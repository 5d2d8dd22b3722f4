// The program of a query whose calls are made for many queries together: the
// operator's, as a coroutine that lies still at each call.
//
//     static rt::Program program(const Op &op, Point &q,
//                                rt::AwaitedCall<Args> &calls) {
//       const auto &roots = op.roots;
//       co_await calls.visit(roots.at(0, 0)); // count(&q, root)
//       if (q.count > 20)
//         co_return;
//       co_await calls.visit(roots.at(1, 0)); // count(&q, other)
//     }
//
// It is scalar code, whatever lanes have a form for: queries need not make the
// same calls, nor as many.
#include "LaneProgram.h"

#include "../Operator/OperatorPrinter.h"
#include "../Operator/SliceWords.h"

#include <llvm/Support/Casting.h>

using namespace regtt;
using llvm::isa;

namespace {

class ProgramWords : public SliceWords {
public:
  using SliceWords::SliceWords;

  bool isTaken(llvm::StringRef name) override {
    return name == "op" || SliceWords::isTaken(name);
  }

  std::optional<std::string> statement(const ir::Statement &s,
                                       cpp::Parts &parts) override {
    if (isa<ir::ReturnStatement>(s))
      return "co_return;";
    std::optional<std::string> text = SliceWords::statement(s, parts);
    if (isa<ir::VisitStatement>(s))
      text = "co_await " + *text;
    return text;
  }

  /// Nothing is held in registers across a call.
  std::optional<std::string> before(const ir::Statement &) override {
    return std::nullopt;
  }
};

} // namespace

std::string regtt::printLaneProgram(const Site &site,
                                    const ValueTypes &values) {
  const ir::Function &program = *site.kernel.program;
  const TypeNames types(site.kernel, values);
  ProgramWords words(site, values, program);
  const std::string body = bodyOf(site.kernel, program, words, values).text;
  std::string operands;
  for (const char *name : {"tree", "arrays", "roots", "u"})
    if (namesIt(body, name))
      operands += "const auto &" + std::string(name) + " = op." + name + ";\n";
  return "// What an iteration does from line " +
         std::to_string(program.loc.line) +
         " on, by scalar code: it waits where a call is\n// made, which is for "
         "many queries at a time.\nstruct LaneProgram {\ntemplate <class "
         "Op>\nstatic rt::Program program([[maybe_unused]] const Op &op, " +
         types.query + " &" + words.names.query +
         ", rt::AwaitedCall<Args> &calls) {\n" + operands + body + "}\n};\n\n";
}
