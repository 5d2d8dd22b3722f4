/// Lanes from memory and to it. A lane that is not of the mask touches none: it
/// may have any number, or be past the end.
#pragma once

#include <regtt/rt/lanes/lane.h>

namespace regtt::rt {
namespace {

/// Lane k is from[k].
template <class T> REGTT_OP Lane<T> loadLanes(Mask lanes, const T *from) {
  using C = lane::Element<T>;
  lane::Parts<C> result;
  lane::unrolled<Lane<T>::count>([&](auto i) {
    result.part[i] = lane::loadSome<C>(
        Lane<T>::template partBits<i>(lanes.bits()),
        reinterpret_cast<const C *>(from) + i * Lane<T>::lanes);
  });
  return Lane<T>(result);
}

/// The same of all lanes.
template <class T> REGTT_OP Lane<T> loadAll(const T *from) {
  if constexpr (std::is_same_v<T, bool>) {
    return Lane<bool>(loadAll(reinterpret_cast<const unsigned char *>(from)));
  } else {
    using C = lane::Element<T>;
    lane::Parts<C> parts;
    lane::unrolled<Lane<T>::count>([&](auto i) {
      parts.part[i] =
          lane::loadRegister<lane::Part<C>>(from + i * Lane<T>::lanes);
    });
    return Lane<T>(parts);
  }
}

/// to[k] is lane k.
template <class T>
REGTT_OP void storeLanes(Mask lanes, const Lane<T> &values, T *to) {
  using C = lane::Element<T>;
  lane::unrolled<Lane<T>::count>([&](auto i) {
    lane::storeSome<C>(Lane<T>::template partBits<i>(lanes.bits()),
                       reinterpret_cast<C *>(to) + i * Lane<T>::lanes,
                       values.parts().part[i]);
  });
}

namespace lane {
/// f(k) of each of these lanes; 0 in the others.
template <class T, class F> REGTT_OP Lane<T> eachOf(Mask lanes, const F &f) {
  Lane<T> result(T(0));
  eachLane(lanes, [&](int k) { result.set(k, f(k)); });
  return result;
}
} // namespace lane

namespace lane {
/// k in lane k.
REGTT_OP Lane<std::int32_t> indices() {
  Parts<std::int32_t> result;
  unrolled<numLanes>([&](auto k) {
    constexpr int lanes = partLanes<std::int32_t>;
    result.part[k() / lanes][k() % lanes] = k();
  });
  return Lane<std::int32_t>(result);
}
} // namespace lane

/// What lies so many bytes behind `base`: lane k reads a T at base + at[k]. 0
/// in lanes that are not of the mask.
template <class T>
REGTT_OP Lane<T> gatherAt(Mask lanes, const void *base,
                          const Lane<std::int64_t> &at) {
  if constexpr (sizeof(T) < 4) {
    return lane::eachOf<T>(lanes, [&](int k) {
      T value;
      std::memcpy(&value, static_cast<const char *>(base) + at[k],
                  sizeof value);
      return value;
    });
  } else {
    using C = lane::Element<T>;
    lane::Parts<C> result;
    lane::unrolled<Lane<T>::count>([&](auto i) {
      const unsigned bits = Lane<T>::template partBits<i>(lanes.bits());
      if constexpr (sizeof(C) == 8)
        result.part[i] = lane::gatherSome<C>(bits, base, at.parts().part[i]);
      else
        result.part[i] = lane::gatherSome<C>(bits, base, at.parts().part[2 * i],
                                             at.parts().part[2 * i + 1]);
    });
    return Lane<T>(result);
  }
}

/// base[number[k]] in lane k; 0 in lanes that are not of the mask.
template <class T, class I>
REGTT_OP Lane<T> gather(Mask lanes, const T *base, const Lane<I> &number) {
  if constexpr (sizeof(T) == 4 && sizeof(I) <= 4 &&
                (std::is_signed_v<I> || sizeof(I) < 4)) {
    using C = lane::Element<T>;
    const Lane<std::int32_t> index(number);
    lane::Parts<C> result;
    lane::unrolled<Lane<T>::count>([&](auto i) {
      result.part[i] = lane::gatherNumbered<C>(
          Lane<T>::template partBits<i>(lanes.bits()),
          reinterpret_cast<const C *>(base), index.parts().part[i]);
    });
    return Lane<T>(result);
  } else {
    return gatherAt<T>(lanes, base,
                       Lane<std::int64_t>(number) * std::int64_t(sizeof(T)));
  }
}

/// to[number[k]] is lane k's value, from the lowest lane on.
template <class T, class I>
REGTT_OP void scatter(Mask lanes, const Lane<T> &values, T *to,
                      const Lane<I> &number) {
  eachLane(lanes, [&](int k) { to[number[k]] = values[k]; });
}

/// The lanes of the mask, one behind the other, to to[0], to[1], ... Returns
/// how many there are. Up to `numLanes` elements are written.
template <class T>
REGTT_OP int compress(Mask lanes, const Lane<T> &values, T *to) {
  if constexpr (sizeof(T) < 4) {
    int count = 0;
    eachLane(lanes, [&](int k) { to[count++] = values[k]; });
    return count;
  } else {
    using C = lane::Element<T>;
    int count = 0;
    lane::unrolled<Lane<T>::count>([&](auto i) {
      const unsigned bits = Lane<T>::template partBits<i>(lanes.bits());
      const lane::Part<C> some = lane::packed<C>(bits, values.parts().part[i]);
      lane::storeRegister(to + count, some);
      count += __builtin_popcount(bits);
    });
    return count;
  }
}

} // namespace
} // namespace regtt::rt
