// Types as text.
#include "Names.h"

#include "regtt/IR/Printer.h"

#include <llvm/ADT/StringExtras.h>

using namespace regtt::ir;
using llvm::cast;

std::string regtt::ir::toString(const Type *type) {
  const auto leading = [](llvm::StringRef word, bool isVolatile,
                          const Type *to) {
    return (word + (isVolatile ? " volatile " : " ") + toString(to)).str();
  };
  switch (type->kind) {
  case Type::Void:
    return "void";
  case Type::Bool:
    return "bool";
  case Type::Int:
    return cast<IntType>(type)->text.str();
  case Type::Float:
    return cast<FloatType>(type)->text.str();
  case Type::Array: {
    const auto *array = cast<ArrayType>(type);
    return "[" + std::to_string(array->count) + " x " +
           toString(array->element) + "]";
  }
  case Type::Pointer: {
    const auto *pointer = cast<PointerType>(type);
    return leading("ptr", pointer->isVolatile, pointer->pointee);
  }
  case Type::Reference: {
    const auto *reference = cast<ReferenceType>(type);
    return leading("ref", reference->isVolatile, reference->pointee);
  }
  case Type::Link:
    return "link " + toString(cast<LinkType>(type)->node);
  case Type::Function: {
    const auto *function = cast<FunctionType>(type);
    std::string params;
    for (const Type *param : function->params)
      params += (params.empty() ? "" : ", ") + toString(param);
    return "fn(" + params + ") -> " + toString(function->result);
  }
  case Type::Library: {
    const auto *library = cast<LibraryType>(type);
    std::string arguments;
    for (const LibraryType::Argument &argument : library->arguments) {
      const auto *number = std::get_if<int64_t>(&argument);
      arguments += (arguments.empty() ? "" : ", ") +
                   (number ? std::to_string(*number)
                           : toString(std::get<const Type *>(argument)));
    }
    return "lib " + quotedText(library->name) +
           (arguments.empty() ? "" : " <" + arguments + ">");
  }
  case Type::Enum:
  case Type::Struct:
  case Type::Opaque:
    return "@" + symbolText(cast<NamedType>(type)->name);
  }
  llvm_unreachable("a kind of type that there is not");
}
