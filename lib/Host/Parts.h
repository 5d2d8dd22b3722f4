// The parts of a loop's block, each printed in a file of its own.
#pragma once

#include "regtt/Host/Loop.h"

namespace regtt::host {

//===--- Words of C89 or C++11: Words.cpp ---------------------------------===//

std::string null(const Loop &loop);
/// `static_cast<size_t>(text)`
std::string cast(const Loop &loop, const std::string &type,
                 const std::string &text);
/// The same of what needs no parentheses.
std::string castName(const Loop &loop, const std::string &type,
                     const std::string &name);
/// Each in a line of its own.
std::string lines(llvm::ArrayRef<std::string> statements);
/// `regtt_uniforms.radius = radius;`, however it gets there.
std::string assign(const std::string &target, const Value &value,
                   const Loop &loop);
/// The type of an iteration's record.
std::string recordType(const Tables &tables);
/// The type of a record of what iterations leave for later.
std::string deferredType(const Tables &tables);
/// The loop's head once more, and a brace.
std::string openAgain(const Loop &loop);

//===--- How often the loop runs: Counts.cpp ------------------------------===//

/// Declares what the loop begins and ends with.
std::string declareBounds(const Tables &tables);
/// Sets regtt_call.count.
std::string setCount(const Tables &tables);
/// Gives variables from outside of the loop what it leaves in them.
std::string setVariables(const Loop &loop);

//===--- What the call is handed: Call.cpp --------------------------------===//

/// The places that what follows the calls writes.
llvm::ArrayRef<Place> laterWrites(const Loop &loop);
/// Sets the root, where the operands lie, arrays and uniforms.
std::string setCall(const Tables &tables);
/// `regtt_assigns[0] = regtt_assigner(&queries[regtt_first].heap);`, for the
/// containers in operand `number`.
std::string setAssigns(const Tables &tables, size_t number);

//===--- What stands before the calls: Records.cpp ------------------------===//

/// The loop's own head and statements, which fill each iteration's record.
std::string prepare(const Tables &tables);

//===--- What follows the calls: Tail.cpp ---------------------------------===//

/// From the brace behind the loop on.
std::string closeTail(const Tables &tables);

} // namespace regtt::host
