/// Reads the containers of queries, and puts back what they held.
#include <regtt/rt/host/containers.h>

#include <regtt/rt/core/list.h>
#include <regtt/rt/core/objects.h>

#include <cstddef>
#include <cstring>
#include <new>

namespace regtt::rt {

namespace {

/// Calls visit(iteration, container's number, place) for each of an iteration
/// that makes its call; objects behind null pointers have none.
template <class Visit>
void forEachContainer(const regtt_call &call, const Visit &visit) {
  const regtt_site &site = *call.site;
  for (std::size_t i = 0; site.num_containers != 0 && i < call.count; ++i)
    for (int k = 0; k < site.num_containers && makesCall(call, i); ++k) {
      const regtt_operand &operand = call.operands[site.containers[k].operand];
      char *object = static_cast<char *>(operand.base) +
                     std::ptrdiff_t(i) * operand.stride;
      if (operand.indirect)
        std::memcpy(&object, object, sizeof(void *));
      if (object)
        visit(i, k, object + site.containers[k].offset);
    }
}

std::vector<std::string> copyOf(const regtt_call &call) {
  std::vector<std::string> result;
  forEachContainer(call, [&](std::size_t, int k, const char *place) {
    const regtt_container &container = call.site->containers[k];
    const ListElements from = elementsOf(container, place);
    result.emplace_back();
    if (from.count != 0)
      result.back().assign(from.first, from.count * container.element);
  });
  return result;
}

/// Padding between the values of an element is no part of it.
bool sameElements(const regtt_container &container, const std::string &a,
                  const std::string &b) {
  if (a.size() != b.size())
    return false;
  for (std::size_t e = 0; e < a.size(); e += container.element)
    for (int v = 0; v < container.num_values; ++v) {
      const std::size_t at = e + container.values[v].offset;
      if (std::memcmp(a.data() + at, b.data() + at,
                      container.values[v].bytes) != 0)
        return false;
    }
  return true;
}

} // namespace

std::string overflowText(const char *name, std::size_t bound, std::size_t i,
                         std::size_t count) {
  return "iteration " + std::to_string(i) + " needs room for " +
         std::to_string(count) + " elements in the container '" + name +
         "', whose bound is " + std::to_string(bound);
}

std::string checkContainers(const regtt_call &call) {
  std::string error;
  forEachContainer(call, [&](std::size_t i, int k, const char *place) {
    const regtt_container &container = call.site->containers[k];
    const std::size_t count = elementsOf(container, place).count;
    if (error.empty() && container.bound != 0 && count > container.bound)
      error = overflowText(container.name, container.bound, i, count);
  });
  return error;
}

SavedContainers::SavedContainers(const regtt_call &call)
    : before(copyOf(call)) {}

void SavedContainers::restore(const regtt_call &call) {
  parallel = copyOf(call);
  auto from = before.begin();
  forEachContainer(call, [&](std::size_t, int k, char *place) {
    if (!call.assign[k](place, 0, from->data(),
                        from->size() / call.site->containers[k].element))
      throw std::bad_alloc();
    ++from;
  });
}

std::string SavedContainers::compare(const regtt_call &call) const {
  std::string first;
  const std::vector<std::string> serial = copyOf(call);
  std::size_t at = 0;
  forEachContainer(call, [&](std::size_t i, int k, const char *) {
    const regtt_container &container = call.site->containers[k];
    if (first.empty() && !sameElements(container, parallel[at], serial[at]))
      first = "results differ from the serial loop in the container '" +
              std::string(container.name) + "' of iteration " +
              std::to_string(i) + ": parallel " +
              std::to_string(parallel[at].size() / container.element) +
              " elements, serial " +
              std::to_string(serial[at].size() / container.element);
    ++at;
  });
  return first;
}

} // namespace regtt::rt
