// Arithmetic of arrays and pointers, in objects; what decays, what does not.
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | FileCheck %s
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | regtt-opt --passes=verify,print | FileCheck %s
#pragma regtt traversal
long arithmetic(int *p, int *q, unsigned k, signed char c) {
  p += 2;
  p -= k;
  int *r = 1 + q - k;
  r[c] = *(p + 1) + 1 [q];
  return p - q + (p > r);
}

#pragma regtt traversal
int arrays(int i) {
  int grid[2][3] = {{1, 2}, {3}};
  int (*row)[3] = grid;
  int *cell = &grid[1][2];
  ++row;
  (*row)[i] = 5;
  grid[i][i + 1] += *cell;
  int *ends[2] = {grid[0], grid[1] + 3};
  char text[4] = "ab";
  return *ends[1] + text[1] + "xyz"[i];
}

// CHECK: fn traversal @arithmetic(%p: ptr i32, %q: ptr i32, %k: u32, %c: i8) -> i64 {
// CHECK-NEXT:   store %p = ptradd(load %p, 2:i32)
// CHECK-NEXT:   store %p = ptradd(load %p, neg(inttoint<i64>(load %k)))
// CHECK-NEXT:   let %r: ptr i32 = ptradd(ptradd(load %q, 1:i32), neg(inttoint<i64>(load %k)))
// CHECK-NEXT:   store %r[load %c] = add(load %p[1:i32], load %q[1:i32])
// CHECK-NEXT:   return add(ptrdiff(load %p, load %q), inttoint<i64>(gt(load %p, %r)))
// CHECK-NEXT: }
// CHECK: fn traversal @arrays(%i: i32) -> i32 {
// CHECK-NEXT:   var %grid: [2 x [3 x i32]] = aggregate<[2 x [3 x i32]]>(aggregate<[3 x i32]>(1:i32, 2:i32, 0:i32), aggregate<[3 x i32]>(3:i32, 0:i32, 0:i32))
// CHECK-NEXT:   var %row: ptr [3 x i32] = addressof %grid[0:i64]
// CHECK-NEXT:   let %cell: ptr i32 = addressof %grid[1:i32][2:i32]
// CHECK-NEXT:   store %row = ptradd(load %row, 1:i64)
// CHECK-NEXT:   store (*%row)[load %i] = 5:i32
// CHECK-NEXT:   store %grid[load %i][add(load %i, 1:i32)] = add(load %grid[load %i][add(load %i, 1:i32)], load (*%cell))
// CHECK-NEXT:   var %ends: [2 x ptr i32] = aggregate<[2 x ptr i32]>(addressof %grid[0:i32][0:i64], ptradd(addressof %grid[1:i32][0:i64], 3:i32))
// CHECK-NEXT:   var %text: [4 x char] = "ab":[4 x char]
// CHECK-NEXT:   return add(add(load (*%ends[1:i32]), inttoint<i32>(load %text[1:i32])), inttoint<i32>(load "xyz"[load %i]))
// CHECK-NEXT: }
