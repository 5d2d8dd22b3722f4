// The `cuda` target: one query a thread on an NVIDIA GPU.
#include "../Operator/Slice.h"

std::string regtt::printCudaSlice(const Unit &unit) {
  return printSlice(unit, "cuda", "cuda/launch.cuh");
}
