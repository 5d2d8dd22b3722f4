/// A tree that is linearised on the host, as an operator sees it.
#pragma once

#include <regtt/rt/core/linearise.h>
#include <regtt/rt/host/buffer.h>
#include <regtt/rt/host/pool.h>

#include <cstddef>
#include <string>

namespace testtrees {

template <class Traversal, class Children> struct LinearisedTree {
  using Records = typename Traversal::template Records<Children>;
  using Operator = typename Traversal::template Operator<Children>;

  regtt::rt::Order order;
  std::string error; ///< why there are no records; else empty
  regtt::rt::Buffer<std::byte> memory;
  Records records;

  explicit LinearisedTree(const regtt::rt::UserTree &tree,
                          const regtt::rt::OrderLimits &limits = {},
                          int threads = 1) {
    regtt::rt::Pool pool;
    pool.setWorkers(threads);
    error = regtt::rt::order<Traversal, Children>(order, tree, limits, pool);
    if (!error.empty())
      return;
    const regtt::rt::RecordLayout<Records> layout(order);
    memory.reserve(layout.bytes);
    const regtt::rt::RecordCopier<Traversal, Children> copier(order, tree,
                                                              memory.data());
    copier.copy(0, order.numNodes);
    records = layout.at(memory.data(), copier.isFull());
  }

  /// Borrows the records.
  Operator op(const typename Traversal::Uniforms &uniforms) const {
    Operator result;
    result.tree = records;
    result.u = uniforms;
    return result;
  }
};

} // namespace testtrees
