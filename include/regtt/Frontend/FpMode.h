/// What floating-point results are promised (--fp).
#pragma once

namespace regtt {

enum class FpMode { Strict, Libm, Contract, Fast };

} // namespace regtt
