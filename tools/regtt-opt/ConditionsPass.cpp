// Under which conditions on the node a kernel reads its data, where those may
// look at data of lower number, and at its children.
#include "Passes.h"

#include "regtt/Analysis/NodeConditions.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/SetVector.h>

#include <map>
#include <set>

using namespace regtt;
using namespace regtt::opt;
using llvm::dyn_cast;

namespace {

class Conditions {
public:
  Conditions(ir::Module &module, const ir::Function &kernel)
      : module(module), kernel(kernel) {
    reach(kernel);
  }

  void print() {
    for (const unsigned number : data)
      say(
          "reads node(" + std::to_string(number) + ")",
          [=](const ir::Expr *e) { return datumOf(e) == int(number); }, number);
    for (const auto &[text, child] : children)
      say(
          "looks at " + text,
          [=, text = text](const ir::Expr *e) {
            return isChild(e) && ir::toString(e) == text;
          },
          ~0u);
  }

private:
  static int datumOf(const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    const auto *root =
        place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
    return root && root->kind == ir::DataRoot::Node ? int(root->number) : -1;
  }

  static bool isChild(const ir::Expr *e) {
    const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
    return call && call->name == "rt::child";
  }

  /// Notes what `function` and all that it goes on in read.
  void reach(const ir::Function &function) {
    if (!function.body || !reached.insert(&function).second)
      return;
    ir::walkExprs(function.body, [&](const ir::Expr *e) {
      if (datumOf(e) >= 0)
        data.insert(datumOf(e));
      if (isChild(e))
        children.insert({ir::toString(e), e});
      if (const auto *call = dyn_cast<ir::CallExpr>(e))
        reach(*call->callee);
    });
    ir::walk(function.body, [&](const ir::Statement *s) {
      if (const auto *call = dyn_cast<ir::CallStatement>(s))
        reach(*call->callee);
      const auto *resume = dyn_cast<ir::ResumeStatement>(s);
      if (!resume)
        return;
      if (!llvm::is_contained(segments, resume->segment))
        segments.push_back(resume->segment);
      reach(*resume->segment);
    });
  }

  void say(const std::string &what, std::function<bool(const ir::Expr *)> reads,
           unsigned below) {
    ir::NodeReads asked;
    asked.reads = std::move(reads);
    asked.isKnown = [=](const ir::DataRoot &root) {
      return root.kind == ir::DataRoot::Node && root.number < below;
    };
    asked.isKnownFunction = [](const ir::Function *) { return false; };
    asked.linkQuestion = [](const ir::Expr *e) { return e; };
    asked.saysNothing = [](const ir::Expr *, const ir::Expr *) {
      return false;
    };
    const ir::Expr *when = ir::readWhen(module, kernel, segments, asked);
    llvm::outs() << "@" << kernel.name << ": " << what
                 << (when ? " where " + ir::toString(when) : " of any node")
                 << "\n";
  }

  ir::Module &module;
  const ir::Function &kernel;
  std::vector<const ir::Function *> segments;
  std::set<const ir::Function *> reached;
  llvm::SmallSetVector<unsigned, 8> data;
  std::map<std::string, const ir::Expr *> children;
};

} // namespace

llvm::Error opt::conditionsPass(ir::Module &module, ir::PrintOptions) {
  const std::vector<ir::Kernel *> kernels(module.kernels().begin(),
                                          module.kernels().end());
  for (const ir::Kernel *kernel : kernels)
    Conditions(module, *kernel).print();
  return llvm::Error::success();
}
