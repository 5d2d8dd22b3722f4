// What the printer of a loop's block relies on.
#include "regtt/Host/Verifier.h"

#include "Parts.h"

using namespace regtt::host;

namespace {

class Checker {
public:
  explicit Checker(const Tables &tables)
      : kernel(tables.kernel), site(tables.site), loop(tables.loop) {}

  std::string run() {
    check(site.isCounted == (loop.form == Loop::Counted),
          "the header counts other iterations than the loop");
    check(site.isTemplate != loop.tag.empty(),
          "a template has a tag, and nothing else has");
    check(loop.step != 0, "the loop goes nowhere");
    root();
    numbers();
    inputs();
    if (loop.tail)
      check(loop.tail->levels.size() == loop.levels.size(),
            "what follows the call has other levels");
    return fault;
  }

private:
  void check(bool holds, const char *what) {
    if (!holds && fault.empty())
      fault = what;
  }

  void root() {
    const bool isProgram = kernel.program != nullptr;
    check(loop.root.empty() == isProgram, "a root where a program enters some, "
                                          "or none");
    check(isProgram || loop.roots.empty(), "roots that no program enters");
    check(loop.roots.size() == site.numRoots, "other roots than the header's");
  }

  /// Rows that stand in the order of the kernel's.
  void numbers() {
    size_t starting = 0;
    for (const regtt::kernel::Argument &argument : kernel.args)
      starting += argument.startsAtLoop;
    check(loop.uniforms.size() == kernel.uniforms.size(),
          "other uniforms than the kernel's");
    check(loop.arguments.size() == starting,
          "other arguments than start at the loop");
    check(loop.arrays.size() == site.numGivenArrays,
          "other arrays than the header's");
    check(loop.operands.size() == site.operandBytes.size(),
          "other operands than the header's");
    check(loop.inputs.size() == site.inputs.size(),
          "other inputs than the header's");
    for (const unsigned row : kernel.containers()) {
      const regtt::kernel::Datum &datum = kernel.data[row];
      check(!datum.hasOperand() ||
                (datum.number < loop.operands.size() &&
                 !loop.operands[datum.number].object.empty()),
            "a container in no object");
    }
  }

  //===--- Inputs ---------------------------------------------------------===//

  void input(int number) {
    check(number < int(loop.inputs.size()), "an input that is not there");
  }

  void places(llvm::ArrayRef<Place> places) {
    for (const Place &place : places) {
      input(place.input);
      check(place.count.empty() ||
                (!place.varies && !place.isIndirect && place.input < 0),
            "an array that is not the same for all iterations");
    }
  }

  void inputs() {
    for (const Operand &operand : loop.operands) {
      input(operand.input);
      check(operand.text.empty() == (operand.input >= 0),
            "an operand that lies in two places, or nowhere");
    }
    for (const Input &each : loop.inputs)
      check(each.level < int(loop.levels.size()),
            "an input of a level that is not there");
    check(!loop.levels.empty(), "a loop without a body");
    for (size_t level = 0; level < loop.levels.size(); ++level) {
      input(loop.levels[level].taken);
      check((loop.levels[level].taken >= 0) == (level > 0),
            "a condition that is noted nowhere");
    }
    places(loop.reads);
    places(loop.laterReads);
    places(laterWrites(loop));
  }

  const regtt::kernel::Kernel &kernel;
  const regtt::kernel::SiteLoop &site;
  const Loop &loop;
  std::string fault;
};

} // namespace

llvm::Error regtt::host::verify(const Tables &tables) {
  const std::string fault = Checker(tables).run();
  return fault.empty() ? llvm::Error::success()
                       : llvm::createStringError(fault);
}
