// The `cpu` target: scalar code on a pool of threads.
#include "../Operator/Slice.h"

std::string regtt::printCpuSlice(const Unit &unit) {
  return printSlice(unit, "cpu", "cpu/launch.h");
}
