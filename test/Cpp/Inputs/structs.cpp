// What structs.ir's functions give.
#include PRINTED

int main() {
  Derived d[2] = {};
  d[0].A::x = 1.5;
  d[0].kind = 1;
  d[0].own = 9;
  if (bases(d[0], d) != 3 || d[0].B::x != 4 || d[0].kind != 0 || d[0].y != 12)
    return 1;
  Bits b = {};
  b.mid = -8;
  b.mid += 1;
  b.wide = -3;
  if (bits(&b, 6) != -12 || b.mid != 6 || b.low != 5)
    return 2;
  b.wide = 0;
  if (bits(&b, 2) != -5 || b.wide != 77 || b.flag)
    return 3;
  // x is 4, then 7; y is 20; -0.5f ends in 0xbf; 1.0f is 1065353216.
  if (objects(1, 20, true) != 2000 + 8 + 2 + 0xbf + 6)
    return 4;
  return objects(1, 20, false) == 2400 + 4 + 2 + 0xbf + 6 ? 0 : 5;
}
