#include "Identity.h"

#include "Builder.h"

#include <llvm/ADT/FoldingSet.h>

using namespace regtt;
using namespace clang;

bool regtt::isSameExpr(const ASTContext &context, const Expr *a,
                       const Expr *b) {
  if (!a || !b)
    return a == b;
  llvm::FoldingSetNodeID one, other;
  plain(a)->Profile(one, context, /*Canonical=*/true);
  plain(b)->Profile(other, context, /*Canonical=*/true);
  return one == other;
}

bool regtt::isSameOperand(const ASTContext &context, const QueryOperand &a,
                          const QueryOperand &b) {
  return a.elementText == b.elementText && a.indirect == b.indirect &&
         a.extent == b.extent && isSameExpr(context, a.container, b.container);
}
