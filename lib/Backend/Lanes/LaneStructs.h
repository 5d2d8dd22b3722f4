// Structs of lanes: what a value of the user's struct is in sixteen lanes.
#pragma once

#include "../Operator/ValueTypes.h"

#include "regtt/Analysis/Divergence.h"

namespace regtt {

/// `rt::Lane<float>`, `LaneVec<rt::Lane>`: what holds values of a number, a
/// link or a struct, where `each` holds one of a number.
std::string laneType(const ValueTypes &values, const ir::Type *type,
                     llvm::StringRef each = "rt::Lane");

/// `rt::Lane<float> name[3]`
std::string declareLanes(const ValueTypes &values, const ir::Type *type,
                         const std::string &name,
                         llvm::StringRef each = "rt::Lane");

/// Whether a struct of lanes may be called so.
bool namesLaneStruct(const ValueTypes &values, llvm::StringRef name);

/// What sixteen records of a type are called.
std::string laneRecord(const ValueTypes &values, llvm::StringRef record);

/// The definitions of those that a kernel's lane code needs, but for those that
/// it needs with the levels of `other`.
std::string laneStructs(const kernel::Kernel &kernel,
                        const kernel::Divergence &levels,
                        const ValueTypes &values,
                        const kernel::Divergence *other = nullptr);

} // namespace regtt
