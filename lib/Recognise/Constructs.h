// How messages call what the user wrote in the loop's body.
//
//     store %sum->[i] = ...       'an assignment'
#pragma once

#include "regtt/IR/Module.h"
#include "regtt/Support/Message.h"

namespace regtt::recognise {

std::string constructOf(const ir::Statement *s);
/// Of a body that calls no traversal.
Message withoutCall(const ir::BlockStatement *body);

} // namespace regtt::recognise
