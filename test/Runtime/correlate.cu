/// Compiles the CUDA launchers of both hand-written operators: what a device
/// slice holds. Only compiled; gpu_smoke.cu runs them.
#include "operators/correlate.h"
#include "operators/nearest.h"

#include <regtt/rt/core/autoropes.h>
#include <regtt/rt/core/static_ropes.h>
#include <regtt/rt/cuda/launch.cuh>

extern "C" int correlateOnCuda(const regtt_call *call) {
  return regtt::rt::cuda::launch<correlate::Traversal, regtt::rt::StaticRopes,
                                 regtt::rt::Autoropes>(*call);
}

extern "C" int nearestOnCuda(const regtt_call *call) {
  return regtt::rt::cuda::launch<nearest::Traversal, regtt::rt::Autoropes>(
      *call);
}
