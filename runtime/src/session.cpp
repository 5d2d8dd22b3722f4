/// The process-wide session, and what launchers say on stderr.
#include <regtt/rt/host/session.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace regtt::rt {

Session &session() {
  // Never destroyed: the pool's threads may outlive main.
  static Session *const only = [] {
    Session *made = new Session;
    made->pool.setWorkers(defaultThreads());
    return made;
  }();
  return *only;
}

double Stopwatch::now() {
  using Milliseconds = std::chrono::duration<double, std::milli>;
  return Milliseconds(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::string Session::configure() {
  std::string error =
      readEnvironment(environment, [](const char *name) -> const char * {
        return std::getenv(name);
      });
  if (error.empty()) {
    pool.setWorkers(environment.threads ? environment.threads
                                        : defaultThreads());
    pool.setAffinity(environment.affinity);
  }
  return error;
}

static void say(const regtt_call &call, const char *severity,
                const std::string &what) {
  std::fprintf(stderr, "%s:%d: regtt: %s: %s: %s\n", call.site->file,
               call.site->line, severity, call.site->traversal, what.c_str());
}

static bool serialWanted(const regtt_call &call) {
  return call.site->allow_serial || session().environment.allowSerial;
}

bool serialAllowed(const regtt_call &call) {
  return serialWanted(call) && !call.irrevocable;
}

int refuse(const regtt_call &call, const std::string &why) {
  if (serialAllowed(call))
    say(call, "warning", why + "; the serial loop runs instead");
  else if (serialWanted(call))
    say(call, "error",
        why + "; the serial loop cannot run instead, since what "
              "stands before the call has been done");
  else
    say(call, "error", why);
  return REGTT_REFUSED;
}

void warn(const regtt_call &call, const std::string &what) {
  say(call, "warning", what);
}

void fail(const regtt_call &call, const std::string &what) {
  say(call, "error", what);
  std::exit(1);
}

std::vector<Reorder> reordersOf(const regtt_call &call) {
  if (const std::vector<Reorder> &asked = session().environment.reorder;
      !asked.empty())
    return asked;
  static_assert(int(Reorder::Auto) == REGTT_ORDER_AUTO &&
                int(Reorder::Never) == REGTT_ORDER_NONE &&
                int(Reorder::Inspect) == REGTT_ORDER_INSPECT &&
                int(Reorder::Curve) == REGTT_ORDER_CURVE &&
                int(Reorder::HandOver) == REGTT_ORDER_HANDOVER &&
                int(Reorder::History) == REGTT_ORDER_HISTORY &&
                int(Reorder::Hybrid) == REGTT_ORDER_HYBRID);
  return {{Reorder::Kind(call.reorder), call.reorder_levels}};
}

} // namespace regtt::rt
