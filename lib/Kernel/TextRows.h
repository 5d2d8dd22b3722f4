// How rows of a kernel's tables, and of what the header says of its loop, are
// written in YAML: one mapping for printing and for reading.
#pragma once

#include "regtt/Kernel/Kernel.h"
#include "regtt/Kernel/Loop.h"

#include <llvm/Support/YAMLTraits.h>

namespace regtt::kernel {

/// What texts of types and names of functions are looked up in.
struct TextContext {
  ir::Module &module;
  bool sources = false; ///< print where things stand in the user's files
};

} // namespace regtt::kernel

namespace llvm::yaml {

//===--- Names ------------------------------------------------------------===//

#define REGTT_SCALAR(TYPE)                                                     \
  template <> struct ScalarTraits<TYPE> {                                      \
    static void output(TYPE const &value, void *context, raw_ostream &out);    \
    static StringRef input(StringRef text, void *context, TYPE &value);        \
    static QuotingType mustQuote(StringRef text) { return needsQuotes(text); } \
  };
REGTT_SCALAR(const regtt::ir::Type *)
REGTT_SCALAR(const regtt::ir::Field *)
REGTT_SCALAR(regtt::ir::Function *)
REGTT_SCALAR(regtt::ir::Kernel *)
REGTT_SCALAR(regtt::ir::Location)
REGTT_SCALAR(regtt::kernel::Bytes)
REGTT_SCALAR(regtt::kernel::DataSteps)
#undef REGTT_SCALAR

//===--- Rows -------------------------------------------------------------===//

#define REGTT_ENUM(TYPE)                                                       \
  template <> struct ScalarEnumerationTraits<TYPE> {                           \
    static void enumeration(IO &io, TYPE &value);                              \
  };
REGTT_ENUM(regtt::kernel::Owner)
REGTT_ENUM(regtt::kernel::SlotGroup::Form)
REGTT_ENUM(regtt::kernel::Helper::Param::Kind)
REGTT_ENUM(regtt::kernel::TraversalClass)
REGTT_ENUM(regtt::kernel::NumberFormat::Kind)
REGTT_ENUM(regtt::kernel::SiteLoop::Head::Test)
REGTT_ENUM(regtt::kernel::InnerRange::Until)
REGTT_ENUM(regtt::ir::BinaryOp)
REGTT_ENUM(regtt::ir::Combiner)
#undef REGTT_ENUM

// A row on one line, and one on several.
#define REGTT_ROW(TYPE)                                                        \
  template <> struct MappingTraits<TYPE> {                                     \
    static void mapping(IO &io, TYPE &row);                                    \
    static const bool flow = true;                                             \
  };
#define REGTT_ROWS(TYPE)                                                       \
  template <> struct MappingTraits<TYPE> {                                     \
    static void mapping(IO &io, TYPE &row);                                    \
  };
REGTT_ROW(regtt::kernel::ContainerForm)
REGTT_ROW(regtt::kernel::ChangeInOrder::Where)
REGTT_ROW(regtt::kernel::ChangeInOrder)
REGTT_ROW(regtt::kernel::FixpointDatum)
REGTT_ROW(regtt::kernel::Datum)
REGTT_ROW(regtt::kernel::ExtentTerm)
REGTT_ROW(regtt::kernel::DataArray)
REGTT_ROW(regtt::kernel::Deferred::Field)
REGTT_ROWS(regtt::kernel::Deferred)
REGTT_ROW(regtt::kernel::Uniform)
REGTT_ROW(regtt::kernel::Argument)
REGTT_ROW(regtt::kernel::SlotGroup)
REGTT_ROW(regtt::kernel::NodePointer)
REGTT_ROW(regtt::kernel::Helper::Param)
REGTT_ROWS(regtt::kernel::Helper)
REGTT_ROW(regtt::kernel::Capture)
REGTT_ROW(regtt::kernel::Guard)
REGTT_ROW(regtt::kernel::ResumePoint)
REGTT_ROW(regtt::kernel::InnerRange::Part)
REGTT_ROWS(regtt::kernel::InnerRange)
REGTT_ROW(regtt::kernel::RecordGroup)
REGTT_ROW(regtt::kernel::CallPath::Item)
REGTT_ROW(regtt::kernel::Trait)
REGTT_ROWS(regtt::kernel::Traits)
REGTT_ROWS(regtt::kernel::Kernel)
REGTT_ROW(regtt::kernel::NumberFormat)
REGTT_ROW(regtt::kernel::SiteLoop::Head)
REGTT_ROW(regtt::kernel::SiteLoop::Input)
REGTT_ROWS(regtt::kernel::SiteLoop)
#undef REGTT_ROW
#undef REGTT_ROWS

} // namespace llvm::yaml

LLVM_YAML_IS_FLOW_SEQUENCE_VECTOR(const regtt::ir::Field *)
LLVM_YAML_IS_FLOW_SEQUENCE_VECTOR(regtt::ir::Function *)
LLVM_YAML_IS_FLOW_SEQUENCE_VECTOR(regtt::kernel::Bytes)
LLVM_YAML_IS_FLOW_SEQUENCE_VECTOR(regtt::kernel::ExtentTerm)
LLVM_YAML_IS_FLOW_SEQUENCE_VECTOR(regtt::kernel::CallPath::Item)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::kernel::Datum)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::kernel::DataArray)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::kernel::Deferred::Field)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::kernel::Uniform)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::kernel::Argument)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::kernel::SlotGroup)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::kernel::NodePointer)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::kernel::Helper::Param)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::kernel::Helper)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::kernel::Capture)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::kernel::Guard)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::kernel::ResumePoint)
LLVM_YAML_IS_FLOW_SEQUENCE_VECTOR(regtt::kernel::InnerRange::Part)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::kernel::RecordGroup)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::kernel::CallPath)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::kernel::SiteLoop::Input)

namespace llvm::yaml {

/// A way is the list of its calls.
template <> struct SequenceTraits<regtt::kernel::CallPath> {
  using Path = regtt::kernel::CallPath;
  static size_t size(IO &, Path &path) { return path.items.size(); }
  static Path::Item &element(IO &, Path &path, size_t index) {
    if (index >= path.items.size())
      path.items.resize(index + 1);
    return path.items[index];
  }
  static const bool flow = true;
};

} // namespace llvm::yaml
