// What of a kernel its visits run and look at.
#include "regtt/Analysis/VisitParts.h"

#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;

VisitParts::VisitParts(const Kernel &kernel) {
  add(kernel, kernel.enter);
  for (const Guard &guard : kernel.guards)
    add(kernel, guard.function);
  for (const ResumePoint &resume : kernel.resumes)
    add(kernel, resume.function);
}

void VisitParts::add(const Kernel &kernel, const ir::Function *function) {
  if (!function || !function->body || !functions.insert(function).second)
    return;
  const auto place = [&](const ir::Place *named) {
    const auto *root = std::get_if<ir::DataRoot>(&named->root);
    if (!root ||
        (root->kind != ir::DataRoot::Own && root->kind != ir::DataRoot::Node &&
         root->kind != ir::DataRoot::Element))
      return;
    const Datum &datum = kernel.data[root->number];
    data.insert(&datum);
    if (datum.owner == Owner::Element)
      arrays.insert(datum.number);
  };
  ir::walk(function->body, [&](const ir::Statement *s) {
    ir::forEachPlace(s, place);
    if (const auto *call = dyn_cast<ir::CallStatement>(s))
      add(kernel, call->callee);
  });
  ir::walkExprs(function->body, [&](const ir::Expr *e) {
    if (const ir::Place *read = ir::placeOf(e))
      place(read);
    if (const auto *call = dyn_cast<ir::CallExpr>(e))
      add(kernel, call->callee);
  });
}
