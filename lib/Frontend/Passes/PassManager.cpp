// Runs the passes of Passes.def in order.
#include "regtt/Frontend/Model/Verifier.h"
#include "regtt/Frontend/Passes/Passes.h"

using namespace regtt;

bool regtt::runPasses(PassContext &context) {
  const auto verified = [&](const char *after) {
    const std::string fault = verifyModel(context.model);
    if (fault.empty())
      return true;
    context.diagnostics.report(context.model.traversal.loc, Diag::RTT2099)
        << "after " + std::string(after) + ": " + fault;
    return false;
  };
  if (!verified("lowering"))
    return false;
#define PASS(NAME, DESCRIPTION)                                                \
  if (!run##NAME(context) || !verified(#NAME))                                 \
    return false;
#include "regtt/Frontend/Passes/Passes.def"
#undef PASS
  return true;
}
