/// The loop of the engines that take a query visit by visit: here is where a
/// query that is watched (core/stragglers.h) may come to an early end. All that
/// an engine has to do then is to drop its stack, if it has one; a visit costs
/// no more than one number's change.
#pragma once

#include <regtt/rt/core/target.h>

namespace regtt::rt {

/// Takes steps while step() says that there is another one. Returns false where
/// the query was given up before; what waits on its stack is to be dropped.
template <class Op, class Query, class Step>
[[nodiscard]] REGTT_OP bool takeSteps([[maybe_unused]] const Op &op,
                                      [[maybe_unused]] Query &query,
                                      const Step &step) {
  if constexpr (requires { query.isGivenUp(); }) {
    while (true) {
      int left = Query::period;
      bool goesOn;
      do {
        goesOn = step();
        --left;
      } while (goesOn && left != 0);
      if (!goesOn) {
        query.end(left);
        return true;
      }
      if (op.givesUp(query))
        return false;
    }
  } else {
    while (step())
      ;
    return true;
  }
}

} // namespace regtt::rt
