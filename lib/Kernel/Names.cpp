// Names that emitted code can use.
#include "regtt/Kernel/Names.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Twine.h>

std::string regtt::safeName(llvm::StringRef name) {
  static const llvm::StringRef reserved[] = {
      // What the emitted operator calls its own.
      "self", "ropes", "tree", "u", "args", "rope", "rt", "Children", "Args",
      "Traversal", "Operator", "Uniforms", "Query", "Records", "Result",
      "start", "enter", "admit", "result", "slots", "pointers", "children",
      "arrays", "Arrays", "element", "live", "resume", "Source", "Invariants",
      "invariants", "kept", "truncates", "proceed", "Ropes", "Calls", "F",
      "Lanes", "LaneArgs", "LaneProgram", "LaneTraversal", "Op", "Resumes",
      "program", "absent", "Deferred", "deferred", "Reach", "Reached",
      "ReachedArrays",
      // Words of C++ that are names in C.
      "alignas", "alignof", "and", "and_eq", "asm", "bitand", "bitor", "bool",
      "catch", "char8_t", "char16_t", "char32_t", "class", "compl", "concept",
      "const_cast", "consteval", "constexpr", "constinit", "co_await",
      "co_return", "co_yield", "decltype", "delete", "dynamic_cast", "explicit",
      "export", "false", "friend", "mutable", "namespace", "new", "noexcept",
      "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private",
      "protected", "public", "requires", "reinterpret_cast", "static_assert",
      "static_cast", "template", "this", "thread_local", "throw", "true", "try",
      "typeid", "typename", "using", "virtual", "wchar_t", "xor", "xor_eq"};
  // `u` becomes `u_`, so the user's `u_` becomes `u__`.
  return llvm::is_contained(reserved, name.rtrim('_')) ? (name + "_").str()
                                                       : name.str();
}
