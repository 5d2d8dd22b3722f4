// Included by every file into which scripts/mutate has put mutants: which one is on,
// by the number in REGTT_MUTANT. Where that is a folder, none is, and each process
// writes there which mutants it comes by. The last one's number is REGTT_MUTANTS.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace mutants {

struct Choice {
  unsigned number = 0;
  std::string folder;
  char *reached = nullptr;

  Choice() {
    const char *text = std::getenv("REGTT_MUTANT");
    if (!text)
      return;
    if (*text == '/') {
      folder = text;
      reached = static_cast<char *>(std::calloc(1, REGTT_MUTANTS + 1));
      return;
    }
    // What loops or grows without end is found out.
    const rlimit seconds{20, 20}, bytes{8ull << 30, 8ull << 30};
    setrlimit(RLIMIT_CPU, &seconds);
    setrlimit(RLIMIT_AS, &bytes);
    number = unsigned(std::atoi(text));
  }
  ~Choice() {
    if (!reached)
      return;
    folder += "/" + std::to_string(getpid());
    if (std::FILE *file = std::fopen(folder.c_str(), "a")) {
      for (unsigned k = 1; k <= REGTT_MUTANTS; ++k)
        if (reached[k])
          std::fprintf(file, "%u\n", k);
      std::fclose(file);
    }
    reached = nullptr;
  }
};

inline Choice choice;

inline bool on(unsigned number) {
  if (choice.reached)
    choice.reached[number] = 1;
  return number == choice.number;
}

template <class A, class B> bool less(unsigned number, const A &a, const B &b) {
  return on(number) ? a <= b : a < b;
}
template <class A, class B>
bool lessEqual(unsigned number, const A &a, const B &b) {
  return on(number) ? a < b : a <= b;
}
template <class A, class B>
bool greater(unsigned number, const A &a, const B &b) {
  return on(number) ? a >= b : a > b;
}
template <class A, class B>
bool greaterEqual(unsigned number, const A &a, const B &b) {
  return on(number) ? a > b : a >= b;
}

} // namespace mutants
