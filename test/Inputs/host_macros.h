#pragma once
#if defined(__clang_major__) || __has_builtin(__builtin_no_such_thing)
const int inHeader = 1;
#else
const int inHeader = 2;
#endif
