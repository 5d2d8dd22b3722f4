/// Calls over a tree without nodes: no query is taken anywhere, but a traversal
/// that returns a value for a null node has returned it. A query program runs
/// as it always does.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/objects.h>
#include <regtt/rt/host/held.h>
#include <regtt/rt/host/session.h>

#include <cstddef>
#include <cstring>
#include <string>

namespace regtt::rt {

namespace detail {
template <class Traversal> constexpr bool returnsValue() {
  if constexpr (requires { Traversal::returnsValue; })
    return Traversal::returnsValue;
  return false;
}
} // namespace detail

/// Whether there is nothing to run for the session's last tree.
template <class Traversal> bool isAbsentTree(const Session &session) {
  return !hasProgram<Traversal> && session.order.numNodes == 0;
}

/// Sets in every iteration's objects what the operator's `absent` does, if it
/// has one. Runs on the calling thread. Returns an empty text, or that the
/// traversal returns a value (Traversal::returnsValue), but none for no node.
template <class Op>
std::string answerAbsentTree(Session &session, const regtt_call &call) {
  using Traversal = typename Op::Traversal;
  using Query = typename Traversal::Query;
  if constexpr (requires(const Op &op, Query &query) { op.absent(query); }) {
    const Objects<Traversal> objects(call, &session.starts);
    Op op = {};
    if (call.uniforms)
      std::memcpy(static_cast<void *>(&op.u), call.uniforms, sizeof op.u);
    for (std::size_t i = 0; i < numCalls(call); ++i) {
      auto query = Held<Query>::of([&] { return objects.load(i); });
      op.absent(query);
      objects.store(i, query.result());
    }
  } else if constexpr (detail::returnsValue<Traversal>()) {
    if (numCalls(call) > 0)
      return "the tree has no nodes, and it is not known what the traversal "
             "returns then; it has to test for that first";
  }
  return {};
}

} // namespace regtt::rt
