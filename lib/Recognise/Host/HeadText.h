// The text of a head that counts: `for (int i = 0; i < n; ++i)`.
#pragma once

#include "../HostWords.h"
#include "LoopHead.h"

namespace regtt::recognise {

std::string headText(const LoopHead &head, const HostWords &words, bool isC);

/// `i = regtt_first`: what a loop that does not set its variable first goes on
/// from.
std::string restartText(const LoopHead &head, const HostWords &words);

/// `n` of a conversion that keeps every value of it, which what it is assigned
/// to may make.
const ir::Expr *withoutWidening(const ir::Expr *e);

} // namespace regtt::recognise
