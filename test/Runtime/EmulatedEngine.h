/// Runs engines of loops without traversals on emulated blocks, with all that
/// they have running ahead of them, behind them, or launch themselves.
#pragma once

#include "WarpEmulator.h"

#include <regtt/rt/core/loop_lists.h>
#include <regtt/rt/cuda/kernel.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

namespace emulatedengine {
namespace cuda = regtt::rt::cuda;

/// Grids that are launched on the device, `room` at most.
class Children {
public:
  explicit Children(unsigned room) : room(room) {}

  bool add(std::function<void()> child) {
    const std::lock_guard lock(mutex);
    if (waiting.size() == room)
      return false;
    waiting.push_back(std::move(child));
    return true;
  }
  /// Once their parent is done; returns how many there were.
  std::size_t run() {
    const std::vector<std::function<void()>> all = std::move(waiting);
    for (const auto &child : all)
      child();
    return all.size();
  }

private:
  const std::size_t room;
  std::mutex mutex;
  std::vector<std::function<void()>> waiting;
};

template <class Engine, class Op, class Queries>
void runPass(const Op &op, const Queries &queries, std::uint32_t count,
             const cuda::StackSpace &space, unsigned blocks,
             Children &children);

class Context : public warpemulator::Context {
public:
  Context(const warpemulator::Context &context, Children &children)
      : warpemulator::Context(context), children(children) {}

  std::uint32_t add(std::uint32_t &to, std::uint32_t by) const {
    return std::atomic_ref(to).fetch_add(by);
  }
  void publish() const {}
  template <class Child, class Op, class Queries>
  bool launch(const Op &op, const Queries &queries, std::uint32_t count,
              void *memory, unsigned blocks) const {
    return children.add([=, &children = children] {
      runPass<Child>(op, queries, count, {memory, 0}, blocks, children);
    });
  }

private:
  Children &children;
};

/// One kernel. Of engines with blocks ahead for long inner loops, only of those
/// that have any.
template <class Engine, class Op, class Queries>
void runPass(const Op &op, const Queries &queries, std::uint32_t count,
             const cuda::StackSpace &space, unsigned blocks,
             Children &children) {
  const auto body = [&](const warpemulator::Context &context) {
    cuda::runThread<Engine, cuda::NoStacks>(op, queries, count, space,
                                            Context(context, children));
  };
  if constexpr (cuda::needsBlock<Engine>())
    warpemulator::runBlocks(
        blocks, Engine::blockThreads,
        Engine::template sharedBytes<Op, cuda::Block<Context>>(), body,
        [&](unsigned b) {
          if constexpr (requires { Engine::longBlocks; })
            return b >= Engine::longBlocks ||
                   b < static_cast<regtt::rt::LoopLists *>(space.memory)
                           ->numLong;
          return true;
        });
  else if (Engine::needsWarp)
    warpemulator::runWarps(blocks, 64, 0, body);
  else
    warpemulator::runLaneByLane(blocks, 64, 0, body);
}

/// The whole engine. Returns how many children it launched, of `mostChildren`
/// that it may, and `roomForChildren` that the device takes.
template <class Engine, class Op, class Queries>
std::size_t run(const Op &op, const Queries &queries, std::uint32_t count,
                unsigned blocks, unsigned roomForChildren = 1u << 20,
                unsigned mostChildren = 1u << 20) {
  using regtt::rt::LoopLists;
  Children children(roomForChildren);
  std::vector<std::uint32_t> memory(
      regtt::rt::listBytes<Engine, typename Op::Traversal>(count) /
          sizeof(std::uint32_t) +
      LoopLists::headerBytes);
  auto &lists = *reinterpret_cast<LoopLists *>(memory.data());
  lists.mostChildren = mostChildren;
  lists.childBlocks = 64;
  const cuda::StackSpace space = {memory.data(), 0};
  if constexpr (requires {
                  typename Engine::template Before<typename Op::Traversal>;
                }) {
    using Before = typename Engine::template Before<typename Op::Traversal>;
    if constexpr (!std::is_void_v<Before>) {
      runPass<Before>(op, queries, count, space, 2, children);
      if constexpr (requires { Engine::longBlocks; })
        blocks += Engine::longBlocks;
    }
  }
  runPass<Engine>(op, queries, count, space, blocks, children);
  const std::size_t launched = children.run();
  if constexpr (requires { typename Engine::Next; })
    runPass<typename Engine::Next>(op, queries, count, space, 2, children);
  return launched;
}

} // namespace emulatedengine
