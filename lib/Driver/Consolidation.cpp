// `#pragma regtt consolidate(block) threshold(64) concurrency(16)` before the
// inner loop (Wu 2019, section 3.6) -> numbers and an engine.
#include "Consolidation.h"

using namespace regtt;

namespace {

struct Number {
  llvm::StringLiteral clause;
  unsigned Consolidation::*to;
  unsigned least, most, multiple;
  llvm::StringLiteral meaning;
};
constexpr Number numbers[] = {
    {"threshold", &Consolidation::longFrom, 1, 1u << 30, 1,
     "a number of iterations from 1 to 2^30"},
    {"threads", &Consolidation::threads, 64, 1024, 32,
     "a multiple of 32 from 64 to 1024"},
    {"blocks", &Consolidation::blocks, 1, 1u << 30, 1,
     "a number from 1 to 2^30"},
    {"concurrency", &Consolidation::concurrency, 1, 1u << 16, 1,
     "a number from 1 to 65536"},
};

} // namespace

bool regtt::readConsolidation(const PairedLoop &loop, Site &site,
                              Diagnostics &diagnostics) {
  if (!loop.consolidation)
    return true;
  const Directive &directive = *loop.consolidation;
  const Clause &granularity = *directive.find("consolidate");
  const std::string &name = granularity.arguments[0];
  site.consolidation.variant = findVariant("consolidated_" + name);
  if (!site.consolidation.variant) {
    diagnostics.report(granularity.loc, Diag::RTT1008)
        << granularity.name << name << "'warp', 'block' or 'grid'";
    return false;
  }
  for (const Number &number : numbers) {
    const Clause *clause = directive.find(number.clause);
    if (!clause)
      continue;
    unsigned value = 0;
    if (llvm::StringRef(clause->arguments[0]).getAsInteger(0, value) ||
        value < number.least || value > number.most ||
        value % number.multiple != 0) {
      diagnostics.report(clause->loc, Diag::RTT1008)
          << clause->name << clause->arguments[0] << number.meaning;
      return false;
    }
    site.consolidation.*number.to = value;
  }
  const Clause *blocks = directive.find("blocks");
  if (const Clause *concurrency = directive.find("concurrency");
      blocks && concurrency) {
    diagnostics.report(concurrency->loc, Diag::RTT1014)
        << concurrency->name << concurrency->arguments[0]
        << "but 'blocks' says already how many a grid has";
    return false;
  }
  return true;
}

bool regtt::checkConsolidated(const PairedLoop &loop,
                              clang::SourceLocation inner,
                              Diagnostics &diagnostics) {
  if (!loop.consolidation || loop.inner->getBeginLoc() == inner)
    return true;
  diagnostics.report(loop.consolidation->loc, Diag::RTT2107);
  diagnostics.note(inner, "this loop is");
  return false;
}
