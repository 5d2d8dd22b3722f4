/// What the code of engines (cuda/kernel.h) sees of a real kernel's thread, and
/// the grids that it may launch. Only for nvcc.
#pragma once

#include <regtt/rt/cuda/kernel.h>

#include <cstdint>

namespace regtt::rt::cuda::detail {

template <class Engine, class Op, class Queries>
__global__ void runChild(const __grid_constant__ Op op,
                         const __grid_constant__ Queries queries,
                         std::uint32_t count, StackSpace space);

/// The thread context of a real kernel with one-dimensional blocks.
struct HardwareContext {
  void *sharedMemory;

  __device__ std::uint32_t thread() const {
    return blockIdx.x * blockDim.x + threadIdx.x;
  }
  __device__ std::uint32_t numThreads() const { return gridDim.x * blockDim.x; }
  __device__ std::uint32_t threadInBlock() const { return threadIdx.x; }
  __device__ std::uint32_t blockThreads() const { return blockDim.x; }
  __device__ void *shared() const { return sharedMemory; }
  __device__ unsigned ballot(unsigned mask, bool vote) const {
    return __ballot_sync(mask, vote);
  }
  template <class T> __device__ T shfl(unsigned mask, T value, int lane) const {
    return __shfl_sync(mask, value, lane);
  }
  __device__ unsigned least(unsigned mask, unsigned value) const {
#if __CUDA_ARCH__ >= 800
    return __reduce_min_sync(mask, value);
#else
    for (int step = warpSize / 2; step > 0; step /= 2)
      value = min(value, __shfl_xor_sync(mask, value, step));
    return value;
#endif
  }
  __device__ void syncwarp(unsigned mask) const { __syncwarp(mask); }
  __device__ void syncBlock() const { __syncthreads(); }
  __device__ bool anyInBlock(bool said) const { return __syncthreads_or(said); }
  __device__ std::uint32_t add(std::uint32_t &to, std::uint32_t by) const {
    return atomicAdd(&to, by);
  }
  __device__ void publish() const { __threadfence(); }
  template <class Child, class Op, class Queries>
  __device__ bool launch(const Op &op, const Queries &queries,
                         std::uint32_t count, void *memory,
                         unsigned blocks) const {
#ifdef __CUDACC_RDC__
    __threadfence();
    runChild<Child><<<blocks, Child::blockThreads,
                      Child::template sharedBytes<Op, Block<HardwareContext>>(),
                      cudaStreamFireAndForget>>>(op, queries, count,
                                                 StackSpace{memory, 0});
    return cudaGetLastError() == cudaSuccess;
#else
    static_assert(sizeof(Child) == 0,
                  "grids that are launched on the device need nvcc's option "
                  "-rdc=true, and cudadevrt");
    return false;
#endif
  }
};

/// A grid that is launched on the device, for an engine that works by blocks.
/// It says nothing of how many threads its blocks have: of a kernel that does,
/// and has shared memory, a multiprocessor of an H200 runs one block at a time
/// if it is launched on the device (driver 580), else as many as go there.
template <class Engine, class Op, class Queries>
__global__ void runChild(const __grid_constant__ Op op,
                         const __grid_constant__ Queries queries,
                         std::uint32_t count, StackSpace space) {
  extern __shared__ __align__(256) unsigned char regttSharedMemory[];
  runThread<Engine, NoStacks>(op, queries, count, space,
                              HardwareContext{regttSharedMemory});
}

} // namespace regtt::rt::cuda::detail
