/// Reads the REGTT_* variables; a value that is not understood is an error.
#include <regtt/rt/host/environment.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <sched.h>
#include <unistd.h>

namespace regtt::rt {

namespace {

constexpr const char *targetNames[] = {"auto",  "cuda", "simt",
                                       "lanes", "cpu",  "serial"};
constexpr const char *isaNames[] = {"avx512", "avx2", "none"};
constexpr const char *stackNames[] = {"auto", "shared", "global"};
constexpr const char *reorderNames[] = {
    "auto", "none", "inspect", "curve", "handover", "history", "hybrid"};
constexpr const char *tuneNames[] = {"off", "read", "write"};
constexpr const char *finishNames[] = {"auto", "host", "device"};
constexpr const char *affinityNames[] = {"none", "compact", "spread"};
constexpr int maxThreads = 4096;

std::string wrong(const char *name, const char *value,
                  const std::string &allowed) {
  return std::string(name) + "=" + value + " is not understood; use " + allowed;
}

/// The values of some variables, the first wrong one apart.
class Reader {
public:
  explicit Reader(const char *(*lookup)(const char *name)) : lookup(lookup) {}

  std::string error;

  const char *value(const char *name) const {
    const char *text = lookup(name);
    return text && *text ? text : nullptr;
  }

  /// Sets `to` as `names` counts its values. `allowed`: the names in words.
  template <class T, std::size_t Count>
  void choose(T &to, const char *name, const char *const (&names)[Count],
              const char *allowed) {
    const char *text = value(name);
    if (!text)
      return;
    std::size_t at = 0;
    while (at < Count && std::strcmp(text, names[at]) != 0)
      ++at;
    if (at < Count)
      to = T(at);
    else if (error.empty())
      error = wrong(name, text, allowed);
  }

private:
  const char *(*lookup)(const char *name);
};

bool readSwitch(bool &on, const char *value) {
  on = std::strcmp(value, "1") == 0;
  return on || std::strcmp(value, "0") == 0;
}

} // namespace

bool readReorder(Reorder &reorder, const char *text) {
  const std::size_t length = std::strcspn(text, ":");
  constexpr int numKinds = int(std::size(reorderNames));
  int kind = 0;
  while (kind < numKinds &&
         (std::strlen(reorderNames[kind]) != length ||
          std::strncmp(text, reorderNames[kind], length) != 0))
    ++kind;
  if (kind == numKinds)
    return false;
  reorder = {Reorder::Kind(kind), 0};
  if (!text[length])
    return true;
  char *end;
  const long levels = std::strtol(text + length + 1, &end, 10);
  reorder.levels = int(levels);
  return reorder.isOn() && !*end && levels >= 1 && levels <= 32;
}

std::string toText(const Reorder &reorder) {
  return reorderNames[reorder.kind] +
         (reorder.levels ? ":" + std::to_string(reorder.levels) : "");
}

const char *targetName(Target target) { return targetNames[int(target)]; }

int defaultThreads() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    return CPU_COUNT(&set);
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? int(online) : 1;
}

std::string readEnvironment(Environment &environment,
                            const char *(*lookup)(const char *name)) {
  environment = {};
  Reader reader(lookup);
  const auto value = [&](const char *name) { return reader.value(name); };
  reader.choose(environment.target, "REGTT_TARGET", targetNames,
                "auto, cuda, lanes, cpu or serial");
  reader.choose(environment.tune, "REGTT_TUNE", tuneNames,
                "off, read or write");
  reader.choose(environment.stacks, "REGTT_STACKS", stackNames,
                "auto, shared or global");
  reader.choose(environment.stragglers, "REGTT_STRAGGLERS", finishNames,
                "auto, host or device");
  reader.choose(environment.affinity, "REGTT_AFFINITY", affinityNames,
                "none, compact or spread");
  if (!reader.error.empty())
    return reader.error;
  if (const char *text = value("REGTT_VARIANT"))
    if (std::strcmp(text, "auto") != 0)
      environment.variant = text;
  if (const char *text = value("REGTT_REORDER")) {
    const std::string all = text;
    for (std::size_t at = 0; at <= all.size();) {
      const std::size_t end = std::min(all.find(',', at), all.size());
      Reorder one;
      if (!readReorder(one, all.substr(at, end - at).c_str()))
        return wrong("REGTT_REORDER", text,
                     "auto, none, inspect, curve, handover, history, hybrid, "
                     "or one of the last five with a colon and a number from 1 "
                     "to 32; or "
                     "several of these");
      environment.reorder.push_back(one);
      at = end + 1;
    }
  }
  struct Number {
    const char *name;
    int Environment::*to;
    long most;
  };
  for (const Number &number :
       {Number{"REGTT_THREADS", &Environment::threads, maxThreads},
        Number{"REGTT_PENDING_LAUNCHES", &Environment::pendingLaunches,
               1 << 20}})
    if (const char *text = value(number.name)) {
      char *end;
      const long given = std::strtol(text, &end, 10);
      if (*end || given < 1 || given > number.most)
        return wrong(number.name, text,
                     "a number from 1 to " + std::to_string(number.most));
      environment.*number.to = int(given);
    }
  if (const char *text = value("REGTT_ISA");
      text && std::strcmp(text, "auto")) {
    int i = 0;
    while (i < 3 && std::strcmp(text, isaNames[i]) != 0)
      ++i;
    if (i == 3)
      return wrong("REGTT_ISA", text, "auto, avx512, avx2 or none");
    if (Isa(i) < bestIsa())
      return std::string("REGTT_ISA asks for ") + text +
             ", which this processor has not";
    environment.isa = Isa(i);
  }
  if (const char *text = value("REGTT_LOG")) {
    environment.log = std::strcmp(text, "info") == 0;
    if (!environment.log && std::strcmp(text, "off") != 0)
      return wrong("REGTT_LOG", text, "off or info");
  }
  if (const char *text = value("REGTT_VERIFY"))
    if (!readSwitch(environment.verify, text))
      return wrong("REGTT_VERIFY", text, "0 or 1");
  if (const char *text = value("REGTT_REGION")) {
    environment.checkRegions = std::strcmp(text, "check") == 0;
    if (!environment.checkRegions && std::strcmp(text, "off") != 0)
      return wrong("REGTT_REGION", text, "off or check");
  }
  if (const char *text = value("REGTT_ALLOW_SERIAL"))
    if (!readSwitch(environment.allowSerial, text))
      return wrong("REGTT_ALLOW_SERIAL", text, "0 or 1");
  return {};
}

} // namespace regtt::rt
