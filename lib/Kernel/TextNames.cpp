// Types, functions, places in files and ways to data as words of YAML.
#include "TextRows.h"

#include "regtt/IR/Printer.h"
#include "regtt/IR/Reader.h"

#include <llvm/ADT/StringExtras.h>

using namespace regtt::kernel;
namespace ir = regtt::ir;

static TextContext &contextOf(void *context) {
  return *static_cast<TextContext *>(context);
}

/// YAML's errors are texts that somebody else owns.
static constexpr llvm::StringRef noType = "no type of the module";
static constexpr llvm::StringRef noFunction = "no function of the module";
static constexpr llvm::StringRef noField = "no field: '@Struct.field'";
static constexpr llvm::StringRef noSteps = "no steps: 'p@8* -> x@0'";
static constexpr llvm::StringRef noBytes = "no bytes: 'offset+size'";
static constexpr llvm::StringRef noPlace =
    "no place: 'file:line:column:length'";

namespace llvm::yaml {

void ScalarTraits<const ir::Type *>::output(const ir::Type *const &value,
                                            void *, raw_ostream &out) {
  out << (value ? ir::toString(value) : "");
}

StringRef ScalarTraits<const ir::Type *>::input(StringRef text, void *context,
                                                const ir::Type *&value) {
  auto read = ir::readType(text, contextOf(context).module);
  if (!read) {
    consumeError(read.takeError());
    return noType;
  }
  value = *read;
  return {};
}

void ScalarTraits<const ir::Field *>::output(const ir::Field *const &value,
                                             void *, raw_ostream &out) {
  out << '@' << value->parent->name << '.' << value->name;
}

StringRef ScalarTraits<const ir::Field *>::input(StringRef text, void *context,
                                                 const ir::Field *&value) {
  const auto [type, field] = text.rsplit('.');
  const auto *of = type.starts_with("@")
                       ? dyn_cast_or_null<ir::StructType>(
                             contextOf(context).module.findType(type.substr(1)))
                       : nullptr;
  value = of ? of->member(field) : nullptr;
  return value ? StringRef() : noField;
}

void ScalarTraits<ir::Function *>::output(ir::Function *const &value, void *,
                                          raw_ostream &out) {
  out << (value ? value->name : "");
}

StringRef ScalarTraits<ir::Function *>::input(StringRef text, void *context,
                                              ir::Function *&value) {
  value = text.empty() ? nullptr : contextOf(context).module.findFunction(text);
  return value || text.empty() ? StringRef() : noFunction;
}

void ScalarTraits<ir::Kernel *>::output(ir::Kernel *const &value, void *,
                                        raw_ostream &out) {
  out << (value ? value->name : "");
}

StringRef ScalarTraits<ir::Kernel *>::input(StringRef text, void *context,
                                            ir::Kernel *&value) {
  for (ir::Kernel *kernel : contextOf(context).module.kernels())
    if (kernel->name == text)
      value = kernel;
  return value ? StringRef() : noFunction;
}

//===--- Numbers ----------------------------------------------------------===//

void ScalarTraits<ir::Location>::output(const ir::Location &value, void *,
                                        raw_ostream &out) {
  out << value.file << ':' << value.line << ':' << value.column << ':'
      << value.length;
}

StringRef ScalarTraits<ir::Location>::input(StringRef text, void *,
                                            ir::Location &value) {
  SmallVector<StringRef, 4> parts;
  text.split(parts, ':');
  unsigned *const numbers[] = {&value.file, &value.line, &value.column,
                               &value.length};
  if (parts.size() != 4)
    return noPlace;
  for (size_t k = 0; k < 4; ++k)
    if (parts[k].getAsInteger(10, *numbers[k]))
      return noPlace;
  return {};
}

void ScalarTraits<Bytes>::output(const Bytes &value, void *, raw_ostream &out) {
  out << value.offset << '+' << value.size;
}

StringRef ScalarTraits<Bytes>::input(StringRef text, void *, Bytes &value) {
  const auto [offset, size] = text.split('+');
  return offset.getAsInteger(10, value.offset) ||
                 size.getAsInteger(10, value.size)
             ? noBytes
             : StringRef();
}

//===--- Steps ------------------------------------------------------------===//

/// Whether it is how an iteration's or an element's list begins, or how many
/// elements it has.
static bool isListStep(const DataStep &step) {
  return step.list && step.field.empty() && step.as.empty() && !step.isClass;
}

/// `point@8* -> coord@0`: `*` behind a plain pointer, `^` behind one to a node,
/// `|` behind what shares its bytes with other data, `#` behind what tells the
/// class. `&` is where it lies, with numbers a list that starts there; `list:8`
/// is the list whose first element is there, `length:8` how long it is.
void ScalarTraits<DataSteps>::output(const DataSteps &value, void *,
                                     raw_ostream &out) {
  StringRef separator = "";
  for (const DataStep &step : value) {
    out << separator;
    separator = " ";
    if (step.isDeref)
      out << "->";
    else if (isListStep(step))
      out << (step.isLength ? "length:" : "list:");
    else
      out << (step.as.empty() ? step.field : "as:" + step.as) << '@'
          << step.offset << (step.isPointer ? "*" : "")
          << (step.leadsToNode ? "^" : "") << (step.sharesBytes ? "|" : "")
          << (step.isClass ? "#" : "") << (step.isHere ? "&" : "");
    if (step.list)
      out << step.list->nextAt;
    if (step.list && step.list->isRing)
      out << ':' << step.list->headAt;
  }
}

/// `16`, of a ring `32:24`.
static bool readList(StringRef text, DataStep &step) {
  if (text.empty())
    return true;
  ListForm &form = step.list.emplace();
  const auto [next, head] = text.split(':');
  form.isRing = next != text;
  return !next.getAsInteger(10, form.nextAt) &&
         (!form.isRing || !head.getAsInteger(10, form.headAt));
}

StringRef ScalarTraits<DataSteps>::input(StringRef text, void *,
                                         DataSteps &value) {
  SmallVector<StringRef, 8> parts;
  text.split(parts, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    DataStep step;
    step.isDeref = part == "->";
    step.isLength = part.consume_front("length:");
    if (step.isLength || part.consume_front("list:")) {
      if (part.empty() || !readList(part, step))
        return noSteps;
    } else if (!step.isDeref) {
      const auto [whole, list] = part.split('&');
      step.isHere = whole != part;
      part = whole;
      if (!readList(list, step))
        return noSteps;
      step.isClass = part.consume_back("#");
      step.sharesBytes = part.consume_back("|");
      step.leadsToNode = part.consume_back("^");
      step.isPointer = part.consume_back("*");
      const auto [field, offset] = part.rsplit('@');
      if (StringRef name = field; name.consume_front("as:"))
        step.as = name.str();
      else
        step.field = field.str();
      if (offset.getAsInteger(10, step.offset))
        return noSteps;
    }
    value.push_back(std::move(step));
  }
  return {};
}

} // namespace llvm::yaml
