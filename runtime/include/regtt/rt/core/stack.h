/// Stacks of deferred ropes. An engine sees push, pop, empty and clear; where
/// entries lie is the policy's business. Room is measured before launch
/// (stackEntries), so no push can overflow.
#pragma once

#include <regtt/rt/core/ropes.h>
#include <regtt/rt/core/tree.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace regtt::rt {

/// How many deferred ropes one query holds at most in a tree whose longest path
/// has `depth` nodes: each inner node on the path leaves maxRopes - 1.
inline constexpr std::size_t stackEntries(std::size_t depth, int maxRopes) {
  return depth * static_cast<std::size_t>(maxRopes - 1) + 1;
}

/// A rope as it lies on a stack; Args without members take no room.
template <class Args, bool Empty = std::is_empty_v<Args>> struct RopeEntry {
  Link link;
  Args args;
};
template <class Args> struct RopeEntry<Args, true> {
  Link link;
};

/// Whose stacks an engine keeps; Calls: the device's own, of calls.
enum class StackKind { None, PerQuery, PerWarp, Calls };

/// For engines that defer nothing.
struct NoStack {};

/// Contiguous entries, for one CPU thread. Does not own them.
template <class Args> class LinearStack {
public:
  using Entry = RopeEntry<Args>;

  REGTT_OP explicit LinearStack(Entry *entries)
      : bottom(entries), top(entries) {}

  REGTT_OP bool empty() const { return top == bottom; }
  REGTT_OP void clear() { top = bottom; }
  REGTT_OP void push(Link link, const Args &args) {
    if constexpr (std::is_empty_v<Args>) {
      (void)args;
      top->link = link;
    } else {
      *top = {link, args};
    }
    ++top;
  }
  /// Writes the entry `above` entries above the top; raise() makes it and those
  /// below part of the stack.
  REGTT_OP void put(std::uint32_t above, Link link, const Args &args) {
    top[above].link = link;
    if constexpr (!std::is_empty_v<Args>)
      top[above].args = args;
    else
      (void)args;
  }
  REGTT_OP void raise(std::uint32_t count) { top += count; }
  REGTT_OP Link pop(Args &args) {
    --top;
    if constexpr (!std::is_empty_v<Args>)
      args = top->args;
    return top->link;
  }
  /// The link that pop() would return.
  REGTT_OP Link next() const { return top[-1].link; }

private:
  Entry *bottom;
  Entry *top;
};

/// One thread's column of a stack area that many threads share: entry e of this
/// thread is element e * stride of `links` and of `args`, so that threads at
/// the same height touch neighbouring words. Does not own them.
template <class Args, class Index> class InterleavedStack {
public:
  REGTT_OP InterleavedStack(Link *links, Args *args, Index stride)
      : links(links), args(args), stride(stride) {}

  REGTT_OP bool empty() const { return top == 0; }
  REGTT_OP void clear() { top = 0; }
  REGTT_OP void push(Link link, const Args &with) {
    links[top] = link;
    if constexpr (!std::is_empty_v<Args>)
      args[top] = with;
    else
      (void)with;
    top += stride;
  }
  /// As LinearStack's.
  REGTT_OP void put(std::uint32_t above, Link link, const Args &with) {
    links[top + above * stride] = link;
    if constexpr (!std::is_empty_v<Args>)
      args[top + above * stride] = with;
    else
      (void)with;
  }
  REGTT_OP void raise(std::uint32_t count) { top += count * stride; }
  /// What put() left there.
  REGTT_OP Link get(std::uint32_t above, Args &with) const {
    if constexpr (!std::is_empty_v<Args>)
      with = args[top + above * stride];
    else
      (void)with;
    return links[top + above * stride];
  }
  REGTT_OP Link pop(Args &with) {
    top -= stride;
    if constexpr (!std::is_empty_v<Args>)
      with = args[top];
    else
      (void)with;
    return links[top];
  }
  /// As LinearStack's.
  REGTT_OP Link next() const { return links[top - stride]; }

private:
  Link *links;
  Args *args;
  Index stride;
  Index top = 0;
};

/// One thread's column of two areas: a ring of Room entries, a power of two,
/// holds the topmost ones, and what overflows it from below lies in the other.
/// Does not own them.
template <class Args, std::uint32_t Room> class RingStack {
public:
  using Ring = InterleavedStack<Args, std::uint32_t>;
  using Rest = InterleavedStack<Args, std::size_t>;

  REGTT_OP RingStack(const Ring &ring, const Rest &rest)
      : ring(ring), rest(rest) {}

  REGTT_OP bool empty() const { return top == 0; }
  REGTT_OP void clear() { top = base = 0; }
  REGTT_OP void push(Link link, const Args &args) {
    if (top - base == Room) {
      Args oldest;
      const Link first = ring.get(base & (Room - 1), oldest);
      rest.put(base, first, oldest);
      ++base;
    }
    ring.put(top & (Room - 1), link, args);
    ++top;
  }
  REGTT_OP Link pop(Args &args) {
    --top;
    if (top >= base)
      return ring.get(top & (Room - 1), args);
    base = top;
    return rest.get(top, args);
  }
  /// As LinearStack's.
  REGTT_OP Link next() const {
    Args args;
    return top > base ? ring.get((top - 1) & (Room - 1), args)
                      : rest.get(top - 1, args);
  }

private:
  Ring ring; ///< at its bottom, as is `rest`
  Rest rest;
  std::uint32_t top = 0, base = 0; ///< entries; those that overflowed
};

} // namespace regtt::rt
