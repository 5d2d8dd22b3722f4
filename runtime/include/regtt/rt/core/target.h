/// What differs between a CPU and a CUDA compilation of one operator: the
/// function qualifiers, loop unrolling, and how a record is loaded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

/// Qualifiers of every function that runs for a query.
#ifdef __CUDACC__
#define REGTT_OP __host__ __device__ __forceinline__
#else
#define REGTT_OP inline __attribute__((always_inline))
#endif

/// Qualifiers of a function for queries that calls itself.
#ifdef __CUDACC__
#define REGTT_RECURSIVE __host__ __device__ __noinline__
#else
#define REGTT_RECURSIVE __attribute__((noinline))
#endif

/// Before a loop of constant trip count whose index must become a constant.
#if defined(__CUDA_ARCH__) || defined(__clang__)
#define REGTT_UNROLL _Pragma("unroll")
#elif defined(__CUDACC__)
#define REGTT_UNROLL // nvcc's host pass knows no such pragma
#else
#define REGTT_UNROLL _Pragma("GCC unroll 64")
#endif

/// Before a loop whose variable is the index of an array that a GPU thread
/// holds in registers: if it starts from a constant and is bounded by one, the
/// index becomes a constant in each iteration, however many there are.
#ifdef __CUDA_ARCH__
#define REGTT_UNROLL_STEPS _Pragma("unroll")
#else
#define REGTT_UNROLL_STEPS
#endif

namespace regtt::rt {

/// Ends the program, as a failed assertion in the user's traversal does.
[[noreturn]] REGTT_OP void fail() {
#ifdef __CUDA_ARCH__
  __trap();
#else
  std::abort();
#endif
  __builtin_unreachable();
}

/// The same where a visit needs the data of a node whose number is outside of
/// the arrays of nodes, or its children; says so where it can.
[[noreturn]] REGTT_OP void needsNode() {
#ifndef __CUDA_ARCH__
  std::fputs("regtt: error: a visit needs the data or the children of a node "
             "whose number is outside of the array of nodes\n",
             stderr);
#endif
  fail();
}

#ifdef __CUDA_ARCH__

/// Copies a record through the read-only path, 16, 8 or 4 bytes at a time as
/// its alignment allows. Records are padded to their alignment.
template <class Record>
__device__ __forceinline__ Record loadRecord(const Record *from) {
  Record record;
  if constexpr (alignof(Record) % 16 == 0) {
    for (std::size_t i = 0; i < sizeof(Record) / 16; ++i) {
      const uint4 piece = __ldg(reinterpret_cast<const uint4 *>(from) + i);
      __builtin_memcpy(reinterpret_cast<char *>(&record) + 16 * i, &piece, 16);
    }
  } else if constexpr (alignof(Record) % 8 == 0) {
    for (std::size_t i = 0; i < sizeof(Record) / 8; ++i) {
      const uint2 piece = __ldg(reinterpret_cast<const uint2 *>(from) + i);
      __builtin_memcpy(reinterpret_cast<char *>(&record) + 8 * i, &piece, 8);
    }
  } else {
    record = *from;
  }
  return record;
}

/// Copies Bytes bytes through the read-only path; both lie at multiples of the
/// widest load that goes into Bytes.
template <std::size_t Bytes>
__device__ __forceinline__ void loadBytes(void *to, const void *from) {
  using Piece =
      std::conditional_t<Bytes % 16 == 0, uint4,
                         std::conditional_t<Bytes % 8 == 0, uint2, unsigned>>;
  for (std::size_t i = 0; i < Bytes / sizeof(Piece); ++i) {
    const Piece piece = __ldg(static_cast<const Piece *>(from) + i);
    __builtin_memcpy(static_cast<char *>(to) + sizeof(Piece) * i, &piece,
                     sizeof(Piece));
  }
}

/// A number through the read-only path.
template <class Number>
__device__ __forceinline__ Number loadNumber(const Number *from) {
  return __ldg(from);
}

#else

template <class Number>
inline
#ifdef __CUDACC__
    __host__ __device__
#endif
        Number
        loadNumber(const Number *from) {
  return *from;
}

template <std::size_t Bytes>
inline
#ifdef __CUDACC__
    __host__ __device__
#endif
    void
    loadBytes(void *to, const void *from) {
  __builtin_memcpy(to, from, Bytes);
}

template <class Record>
inline __attribute__((always_inline))
#ifdef __CUDACC__
__host__ __device__
#endif
    const Record &
    loadRecord(const Record *from) {
  return *from;
}

#endif

} // namespace regtt::rt
