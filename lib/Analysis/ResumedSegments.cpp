// The segments that resume statements name.
#include "ResumedSegments.h"

#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::ir;

static void addResumed(const Function *in, Segments &result) {
  if (in && in->body)
    walk(static_cast<const Statement *>(in->body), [&](const Statement *s) {
      if (const auto *later = llvm::dyn_cast<ResumeStatement>(s))
        result.insert(later->segment);
    });
}

Segments ir::segmentsResumed(const Function &enter,
                             llvm::ArrayRef<const Function *> segments) {
  Segments result;
  addResumed(&enter, result);
  for (const Function *segment : segments)
    addResumed(segment, result);
  return result;
}
