// How often the loop runs, and what its variable ends with.
#include "Parts.h"

using namespace regtt;
using namespace regtt::host;

/// `const T name`, and `T *const name`.
static std::string declareConstant(const Bound &bound,
                                   const std::string &name) {
  return bound.isPointer ? bound.type + "const " + name
                         : "const " + bound.type + " " + name;
}

std::string regtt::host::declareBounds(const Tables &tables) {
  const Loop &loop = tables.loop;
  std::string out;
  if (!loop.range.empty())
    out += "auto &&regtt_range = " + loop.range + ";\n";
  out += (tables.site.head.countsInTest
              ? loop.first.type + " regtt_first"
              : declareConstant(loop.first, "regtt_first")) +
         " = " + loop.first.text + ";\n";
  return out + declareConstant(loop.last, "regtt_last") + " = " +
         loop.last.text + ";\n";
}

/// Of a variable that is a number:
///
///     regtt_count(&regtt_call, static_cast<size_t>(regtt_first),
///                 static_cast<size_t>(regtt_last));
static std::string countNumbers(const Tables &tables) {
  const Loop &loop = tables.loop;
  const kernel::SiteLoop::Head &head = tables.site.head;
  const bool isReal = head.compared.kind == kernel::NumberFormat::Real;
  return std::string(isReal ? "regtt_count_to_real" : "regtt_count") +
         "(&regtt_call, " + cast(loop, "size_t", "regtt_first") + ", " +
         (isReal ? castName(loop, "double", "regtt_last")
                 : cast(loop, "size_t", "regtt_last")) +
         ");\n" + (head.countsInTest ? "--regtt_first;\n" : "");
}

/// Of elements that lie side by side:
///
///     regtt_call.count = regtt_first < regtt_last
///         ? static_cast<size_t>(regtt_last - regtt_first) : 0;
static std::string countElements(const Loop &loop) {
  const bool up = loop.step > 0;
  const std::string distance =
      cast(loop, "size_t",
           up ? "regtt_last - regtt_first" : "regtt_first - regtt_last");
  const std::string step = std::to_string(up ? loop.step : -loop.step);
  std::string count = distance;
  if (loop.isInclusive)
    count += (step == "1" ? "" : " / " + step) + " + 1";
  else if (step != "1")
    count = "(" + distance + " - 1) / " + step + " + 1";
  return std::string("regtt_call.count = regtt_first ") + (up ? "<" : ">") +
         (loop.isInclusive ? "= " : " ") + "regtt_last ? " + count + " : 0;\n";
}

std::string regtt::host::setCount(const Tables &tables) {
  switch (tables.loop.form) {
  case Loop::Counted:
    return countNumbers(tables);
  case Loop::Elements:
    return countElements(tables.loop);
  case Loop::Scattered: // one by one; heads in C89 declare nothing
    return (tables.loop.isC
                ? "{\n" + tables.loop.first.type +
                      " regtt_at = regtt_first;\nfor (; "
                : std::string("for (auto regtt_at = regtt_first; ")) +
           "regtt_at != regtt_last; " +
           (tables.loop.next.empty() ? "++regtt_at"
                                     : "regtt_at = " + tables.loop.next) +
           ")\n++regtt_call.count;\n" + (tables.loop.isC ? "}\n" : "");
  }
  llvm_unreachable("covered switch");
}

static std::string finalValue(const Loop &loop) {
  const std::string step =
      std::to_string(loop.step > 0 ? loop.step : -loop.step);
  const std::string moved = std::string(loop.step > 0 ? " + " : " - ") +
                            (step == "1" ? "" : step + " * ");
  if (loop.form == Loop::Counted) // modulo 2^64, then cut off
    return cast(loop, loop.first.type,
                cast(loop, "size_t", "regtt_first") + moved +
                    "regtt_call.count");
  return "regtt_first" + moved + cast(loop, "ptrdiff_t", "regtt_call.count");
}

std::string regtt::host::setVariables(const Loop &loop) {
  if (loop.setsVariables)
    return openAgain(loop) + "}\n";
  return loop.variable.empty()
             ? ""
             : loop.variable + " = " + finalValue(loop) + ";\n";
}
