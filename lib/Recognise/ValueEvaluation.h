// What calls of functions come to that only compute where elements of arrays
// lie.
#pragma once

#include "regtt/IR/Module.h"

#include <functional>

namespace regtt::recognise {

/// Who makes what of a call inside; null: it is left.
using OnCall = std::function<const ir::Expr *(
    const ir::Function *, llvm::ArrayRef<const ir::Expr *>)>;

/// What the function returns, in words of where `arguments` stand; null: it is
/// not followed.
const ir::Expr *returnedBy(ir::Module &module, const ir::Function &callee,
                           llvm::ArrayRef<const ir::Expr *> arguments,
                           OnCall onCall);

/// What a function without a result, such as a constructor, sets the parts of
/// `made` to, which it is handed a reference to: null of parts that it does not
/// set. Empty: it is not followed.
std::vector<const ir::Expr *>
partsSetBy(ir::Module &module, const ir::Function &callee,
           llvm::ArrayRef<const ir::Expr *> arguments, const ir::Variable *made,
           OnCall onCall);

/// What the library answers of such values, as a value; null of others.
///
///     let %p = call lib "std::make_pair"(a, b)
///     let %s = call lib "std::span::subspan"(refof %t, from, count)
const ir::Expr *valueOf(ir::Module &module,
                        const ir::LibraryCallStatement &call);

} // namespace regtt::recognise
