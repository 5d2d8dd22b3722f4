// Switches, loops and choices: where each way goes on.
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | FileCheck %s
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o - | regtt-opt --passes=verify,print | FileCheck %s
int f(int);

#pragma regtt traversal
int switches(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    switch (i) {
    case 0:
      int inner;
    case 1:
      inner = i;
      sum += inner;
      break;
    case 2:
      if (n > 5)
        break;
      sum--;
      [[fallthrough]];
    default:
      sum *= 2;
      break;
    case 5: {
      sum = 9;
      continue;
    }
    case 6 ... 7:
      return sum;
    }
  return sum;
}

#pragma regtt traversal
int loops(int n) {
  int sum = 0;
  for (int i = 0, j = n; i < j; i++, j--) {
    if (i == 2)
      continue;
    if (i == 4)
      break;
    int sum = i;
    n += sum;
  }
  while (int left = f(n)) {
    if (left == 3)
      continue;
    sum += left;
  }
  do {
    if (sum == 1)
      continue;
    sum--;
  } while (f(sum) > 0 && sum > 0);
  return sum;
}

#pragma regtt traversal
int choices(int a, int b) {
  int pure = a > b ? a : b + 1;
  int effects = a ? f(1) : b++;
  a ? (void)f(2) : (void)(b = 3);
  if (int c = f(b); c > 2)
    return c;
  else if (int *p = &a)
    return *p;
  return pure + effects;
}

// CHECK: fn traversal @switches(%n: i32) -> i32 {
// CHECK-NEXT:   var %sum: i32 = 0:i32
// CHECK-NEXT:   for {
// CHECK-NEXT:     var %i: i32 = 0:i32
// CHECK-NEXT:   } while lt(load %i, load %n) step {
// CHECK-NEXT:     store %i = add(load %i, 1:i32)
// CHECK-NEXT:   } {
// CHECK-NEXT:     block %switch {
// CHECK-NEXT:       var %inner: i32
// CHECK-NEXT:       switch load %i {
// CHECK-NEXT:         case 0:i32 { } fallthrough
// CHECK-NEXT:         case 1:i32 {
// CHECK-NEXT:           store %inner = load %i
// CHECK-NEXT:           store %sum = add(load %sum, load %inner)
// CHECK-NEXT:         }
// CHECK-NEXT:         case 2:i32 {
// CHECK-NEXT:           if gt(load %n, 5:i32) {
// CHECK-NEXT:             leave %switch
// CHECK-NEXT:           }
// CHECK-NEXT:           store %sum = sub(load %sum, 1:i32)
// CHECK-NEXT:         } fallthrough
// CHECK-NEXT:         default {
// CHECK-NEXT:           store %sum = mul(load %sum, 2:i32)
// CHECK-NEXT:         }
// CHECK-NEXT:         case 5:i32 {
// CHECK-NEXT:           block {
// CHECK-NEXT:             store %sum = 9:i32
// CHECK-NEXT:             continue
// CHECK-NEXT:           }
// CHECK-NEXT:         }
// CHECK-NEXT:         case 6:i32, 7:i32 {
// CHECK-NEXT:           return load %sum
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return load %sum
// CHECK-NEXT: }
// CHECK: fn traversal @loops(%n: i32) -> i32 {
// CHECK-NEXT:   var %sum: i32 = 0:i32
// CHECK-NEXT:   for {
// CHECK-NEXT:     var %i: i32 = 0:i32
// CHECK-NEXT:     var %j: i32 = load %n
// CHECK-NEXT:   } while lt(load %i, load %j) step {
// CHECK-NEXT:     store %i = add(load %i, 1:i32)
// CHECK-NEXT:     store %j = sub(load %j, 1:i32)
// CHECK-NEXT:   } {
// CHECK-NEXT:     if eq(load %i, 2:i32) {
// CHECK-NEXT:       continue
// CHECK-NEXT:     }
// CHECK-NEXT:     if eq(load %i, 4:i32) {
// CHECK-NEXT:       break
// CHECK-NEXT:     }
// CHECK-NEXT:     let %sum.2: i32 = load %i
// CHECK-NEXT:     store %n = add(load %n, %sum.2)
// CHECK-NEXT:   }
// CHECK-NEXT:   while {
// CHECK-NEXT:     let %t: i32 = call @f(load %n)
// CHECK-NEXT:     let %left: i32 = %t
// CHECK-NEXT:   } tobool<bool>(%left) {
// CHECK-NEXT:     if eq(%left, 3:i32) {
// CHECK-NEXT:       continue
// CHECK-NEXT:     }
// CHECK-NEXT:     store %sum = add(load %sum, %left)
// CHECK-NEXT:   }
// CHECK-NEXT:   do {
// CHECK-NEXT:     if eq(load %sum, 1:i32) {
// CHECK-NEXT:       continue
// CHECK-NEXT:     }
// CHECK-NEXT:     store %sum = sub(load %sum, 1:i32)
// CHECK-NEXT:   } while {
// CHECK-NEXT:     let %t.2: i32 = call @f(load %sum)
// CHECK-NEXT:   } andalso(gt(%t.2, 0:i32), gt(load %sum, 0:i32))
// CHECK-NEXT:   return load %sum
// CHECK-NEXT: }
// CHECK: fn traversal @choices(%a: i32, %b: i32) -> i32 {
// CHECK-NEXT:   let %pure: i32 = select(gt(load %a, load %b), load %a, add(load %b, 1:i32))
// CHECK-NEXT:   var %t: i32
// CHECK-NEXT:   if tobool<bool>(load %a) {
// CHECK-NEXT:     let %t.2: i32 = call @f(1:i32)
// CHECK-NEXT:     store %t = %t.2
// CHECK-NEXT:   } else {
// CHECK-NEXT:     let %t.3: i32 = load %b
// CHECK-NEXT:     store %b = add(%t.3, 1:i32)
// CHECK-NEXT:     store %t = %t.3
// CHECK-NEXT:   }
// CHECK-NEXT:   let %effects: i32 = load %t
// CHECK-NEXT:   if tobool<bool>(load %a) {
// CHECK-NEXT:     call @f(2:i32)
// CHECK-NEXT:   } else {
// CHECK-NEXT:     store %b = 3:i32
// CHECK-NEXT:   }
// CHECK-NEXT:   block {
// CHECK-NEXT:     let %t.4: i32 = call @f(load %b)
// CHECK-NEXT:     let %c: i32 = %t.4
// CHECK-NEXT:     if gt(%c, 2:i32) {
// CHECK-NEXT:       return %c
// CHECK-NEXT:     } else {
// CHECK-NEXT:       block {
// CHECK-NEXT:         let %p: ptr i32 = addressof %a
// CHECK-NEXT:         if tobool<bool>(%p) {
// CHECK-NEXT:           return load (*%p)
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return add(%pure, %effects)
// CHECK-NEXT: }
// CHECK: fn @f(%unnamed: i32) -> i32
