/// Where the tuning file is (tuner.h). Needs nothing but the environment, so
/// that regtt-cc finds it, too.
#pragma once

#include <cstdlib>
#include <string>

namespace regtt::rt {

/// Empty where there is no place for one.
inline std::string tuningFile() {
  const auto value = [](const char *name) -> std::string {
    const char *text = std::getenv(name);
    return text ? text : "";
  };
  if (const std::string file = value("REGTT_TUNE_FILE"); !file.empty())
    return file;
  if (const std::string cache = value("XDG_CACHE_HOME"); !cache.empty())
    return cache + "/regtt/tuning";
  if (const std::string home = value("HOME"); !home.empty())
    return home + "/.cache/regtt/tuning";
  return "";
}

} // namespace regtt::rt
