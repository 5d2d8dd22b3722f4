/// Reads and writes the tuning file; a line that is not understood stays as it
/// is.
#include "tuning_file.h"

#include <regtt/rt/host/environment.h>
#include <regtt/rt/host/tuning_path.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace regtt::rt {

namespace {

std::string lineStart(const TunedCalls &calls) {
  return calls.place + "\t" + calls.device + "\t" +
         std::to_string(calls.queries) + "\t" +
         (calls.nodes ? std::to_string(calls.nodes) + "\t" : "");
}

bool startsWith(const std::string &line, const std::string &start) {
  return line.compare(0, start.size(), start) == 0;
}

void tellOnce(const std::string &file, const char *what) {
  static bool told = false;
  if (!told)
    std::fprintf(stderr, "regtt: warning: %s: %s\n", file.c_str(), what);
  told = true;
}

} // namespace

std::string placeOf(const regtt_call &call) {
  return std::string(call.site->file) + ":" + std::to_string(call.site->line) +
         "\t" + call.site->traversal;
}

std::optional<TunedWay> readTuning(const std::string &file,
                                   const TunedCalls &calls) {
  const std::string start = lineStart(calls);
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!startsWith(line, start))
      continue;
    std::istringstream rest(line.substr(start.size()));
    TunedWay way;
    std::string order;
    Reorder reorder;
    if (int nodes; !calls.nodes)
      rest >> nodes;
    if (rest >> way.engine >> order >> way.nsPerQuery &&
        readReorder(reorder, order.c_str())) {
      way.reorder = reorder.kind;
      return way;
    }
  }
  return {};
}

void writeTuning(const std::string &file, const TunedCalls &calls,
                 const TunedWay &way) {
  if (file.empty())
    return;
  const std::string start = lineStart(calls);
  std::ostringstream text;
  text << start << way.engine << "\t" << toText({way.reorder, 0}) << "\t"
       << way.nsPerQuery << "\n";
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (!startsWith(line, start))
      text << line << "\n";
  in.close();
  // Other processes see the old file or the new one.
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(file).parent_path(),
                                      error);
  const std::string fresh = file + "." + std::to_string(getpid());
  std::ofstream out(fresh);
  out << text.str();
  out.close();
  if (!out)
    return tellOnce(file, "the tuning file cannot be written");
  std::filesystem::rename(fresh, file, error);
  if (error)
    tellOnce(file, "the tuning file cannot be replaced");
}

} // namespace regtt::rt
