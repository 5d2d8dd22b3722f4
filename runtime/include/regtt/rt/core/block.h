/// Threads that share memory, as engines for a whole block see them. A *block*
/// has threads in warps of 32, all of which call each of its functions
/// together:
///
///     unsigned thread() const;    // in the block
///     unsigned threads() const;   // a multiple of 32
///     unsigned number() const;    // of the block in its grid
///     unsigned numBlocks() const;
///     void *shared() const;       // as many bytes as the engine asks for
///     void sync() const;          // all come here before anyone goes on
///     bool any(bool) const;       // whether one of them said so
///     const Warp &warp() const;   // the thread's (core/warp.h)
///     void publish() const;       // what the thread wrote, to all blocks
///
/// and one thread by itself:
///
///     // Launches a grid of `blocks` on the device, in which the engine Child
///     // goes through `count` iterations; false: the device has no room for
///     it. template <class Child> bool launch(op, queries, count, memory,
///     blocks);
///
/// cuda::Block (cuda/kernel.h) is one on a GPU.
#pragma once

#include <regtt/rt/core/target.h>
#include <regtt/rt/core/warp.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace regtt::rt {

/// A value of any type that is copied bit by bit, from another lane.
template <class Warp, class T>
REGTT_OP T fromLane(const Warp &warp, int lane, const T &value) {
  if constexpr (std::is_empty_v<T>) {
    return value;
  } else {
    static_assert(std::is_trivially_copyable_v<T>);
    constexpr std::size_t numWords = (sizeof(T) + 3) / 4;
    std::uint32_t words[numWords] = {};
    memcpy(words, &value, sizeof value);
    for (std::uint32_t &word : words)
      word = warp.from(lane, word);
    T result;
    memcpy(&result, words, sizeof result);
    return result;
  }
}

} // namespace regtt::rt
