#include <cctype>
#include <cstdio>
#include <string>
#include <vector>
namespace calc {
struct Parser {
  const char *p;
  double factor() {
    if (*p == '(') {
      ++p;
      double v = expr();
      ++p;
      return v;
    }
    if (*p == '-') {
      ++p;
      return -factor();
    }
    double v = 0;
    while (std::isdigit((unsigned char)*p))
      v = v * 10 + (*p++ - '0');
    return v;
  }
  double term() {
    double v = factor();
    while (*p == '*' || *p == '/')
      v = *p++ == '*' ? v * factor() : v / factor();
    return v;
  }
  double expr() {
    double v = term();
    while (*p == '+' || *p == '-')
      v = *p++ == '+' ? v + term() : v - term();
    return v;
  }
};
} // namespace calc
static int depth(const char *s, int at, int open) {
  if (!s[at])
    return open;
  return depth(s, at + 1, open + (s[at] == '(') - (s[at] == ')'));
}
int main() {
  std::vector<std::string> lines = {"1+2*3", "(4-2)*(7+1)", "-(3*3)/2", "10/(5-3)"};
  double total = 0;
  for (const auto &l : lines) {
    calc::Parser p{l.c_str()};
    total += p.expr();
  }
  int d = 0;
  for (const auto &l : lines)
    d += depth(l.c_str(), 0, 0);
  std::printf("%g %d\n", total, d);
}
