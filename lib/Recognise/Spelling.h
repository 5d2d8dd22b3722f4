// How messages name what they are about: by the user's text, where its range is
// known and the file is there, else as C++ would.
//
//     load %n->left->right        'n->left->right'
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

std::string spelled(const ir::Module &module, const ir::Expr *e);
/// The same of an expression in `body`: what a name of the lowering's own
/// stands for is said instead of it.
std::string spelledIn(const ir::Module &module, const ir::BlockStatement &body,
                      const ir::Expr *e);
/// `find(i)`
std::string spelled(const ir::Module &module, const ir::CallStatement &call);
/// The place as far as its first steps.
std::string spelled(const ir::Module &module, const ir::Place *place,
                    size_t steps = SIZE_MAX);
/// `visit` of `space::visit<float>`; of a method, `Tree::visit`.
std::string spelled(const ir::Function &function);
/// `float *`
std::string spelled(const ir::Module &module, const ir::Type *type);
/// The user's own text there, or nothing.
std::string textAt(const ir::Module &module, ir::Location range);

} // namespace regtt::recognise
