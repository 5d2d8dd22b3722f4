// How rows of a loop are written in YAML: one mapping for printing and for
// reading. Part of Text.cpp.
#pragma once

#include "../Kernel/TextRows.h"

#include "regtt/Host/Text.h"

namespace regtt::host {

/// The third document.
struct LoopText {
  kernel::SiteLoop &site;
  Loop &loop;
};

} // namespace regtt::host

namespace llvm::yaml {

template <> struct ScalarTraits<regtt::host::Line> {
  static void output(regtt::host::Line const &value, void *, raw_ostream &out);
  static StringRef input(StringRef text, void *, regtt::host::Line &value);
  static QuotingType mustQuote(StringRef text) { return needsQuotes(text); }
};
template <> struct ScalarEnumerationTraits<regtt::host::Copying> {
  static void enumeration(IO &io, regtt::host::Copying &value);
};
template <> struct ScalarEnumerationTraits<regtt::host::Loop::Form> {
  static void enumeration(IO &io, regtt::host::Loop::Form &value);
};

// A row on one line, and one on several.
#define REGTT_ROW(TYPE)                                                        \
  template <> struct MappingTraits<regtt::host::TYPE> {                        \
    static void mapping(IO &io, regtt::host::TYPE &row);                       \
    static const bool flow = true;                                             \
  };
#define REGTT_ROWS(TYPE)                                                       \
  template <> struct MappingTraits<regtt::host::TYPE> {                        \
    static void mapping(IO &io, regtt::host::TYPE &row);                       \
  };
REGTT_ROW(HiddenMember)
REGTT_ROWS(NodeClasses)
REGTT_ROW(InstanceType)
REGTT_ROW(Value)
REGTT_ROW(Operand)
REGTT_ROW(Place)
REGTT_ROW(Apart)
REGTT_ROW(Input)
REGTT_ROWS(RootGroup)
REGTT_ROWS(Array)
REGTT_ROWS(Uniform)
REGTT_ROW(Bound)
REGTT_ROWS(Level)
REGTT_ROWS(TailLevel)
REGTT_ROWS(LaterWork)
REGTT_ROWS(Tail)
REGTT_ROWS(Loop)
REGTT_ROWS(LoopText)
#undef REGTT_ROW
#undef REGTT_ROWS

} // namespace llvm::yaml

LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::host::HiddenMember)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::host::InstanceType)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::host::Value)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::host::Operand)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::host::Place)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::host::Apart)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::host::Input)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::host::RootGroup)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::host::Array)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::host::Uniform)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::host::Level)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::host::TailLevel)
LLVM_YAML_IS_SEQUENCE_VECTOR(regtt::host::LaterWork)
