/// The processors of this machine, and in which order workers get them.
#include <regtt/rt/host/affinity.h>

#include <algorithm>
#include <fstream>
#include <sched.h>
#include <string>
#include <tuple>

namespace regtt::rt {

namespace {

int topologyOf(int processor, const char *name, int otherwise) {
  std::ifstream file("/sys/devices/system/cpu/cpu" + std::to_string(processor) +
                     "/topology/" + name);
  int value;
  return file >> value && value >= 0 ? value : otherwise;
}

/// What is shared with those before it: how many of its core there are, and how
/// many cores of its package.
struct Spread {
  int inCore, inPackage;
};

/// Of processors that lie package by package and core by core.
std::vector<Spread> spreadOf(const std::vector<Processor> &processors) {
  std::vector<Spread> result;
  for (std::size_t k = 0; k < processors.size(); ++k) {
    const Processor &here = processors[k];
    if (k == 0 || processors[k - 1].package != here.package)
      result.push_back({0, 0});
    else if (processors[k - 1].core != here.core)
      result.push_back({0, result.back().inPackage + 1});
    else
      result.push_back({result.back().inCore + 1, result.back().inPackage});
  }
  return result;
}

} // namespace

std::vector<Processor> processorsHere() {
  std::vector<Processor> result;
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0)
    return result;
  for (int k = 0; k < CPU_SETSIZE; ++k)
    if (CPU_ISSET(k, &set))
      result.push_back({k, topologyOf(k, "core_id", k),
                        topologyOf(k, "physical_package_id", 0)});
  return result;
}

std::vector<int> placesOf(Affinity affinity,
                          std::vector<Processor> processors) {
  std::vector<int> result;
  if (affinity == Affinity::None)
    return result;
  std::sort(processors.begin(), processors.end(),
            [](const Processor &a, const Processor &b) {
              return std::tie(a.package, a.core, a.number) <
                     std::tie(b.package, b.core, b.number);
            });
  std::vector<std::size_t> order(processors.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    order[k] = k;
  if (affinity == Affinity::Spread) {
    const std::vector<Spread> spread = spreadOf(processors);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) {
                       return std::tie(spread[a].inCore, spread[a].inPackage) <
                              std::tie(spread[b].inCore, spread[b].inPackage);
                     });
  }
  for (const std::size_t k : order)
    result.push_back(processors[k].number);
  return result;
}

} // namespace regtt::rt
