/// Operands of one call that reach the same bytes.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/objects.h>

#include <string>

namespace regtt::rt {

/// Whether what iterations write through operand `written` is read or written
/// through operand `other` too. Returns an empty text, or two iterations that
/// meet. No indirect object is null.
std::string findOverlap(const regtt_call &call, const FieldTables &fields,
                        int written, int other);

/// The same of what is written through `later` ahead of the calls or after
/// them: what the iteration's own call uses is used in its order.
std::string findOverlap(const regtt_call &call, const FieldTables &fields,
                        const regtt_operand &later, int other);

} // namespace regtt::rt
