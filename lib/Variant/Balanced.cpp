// Irregular nested loops whose threads take the same number of terms and ends
// of inner loops each (Merrill and Garland 2016, merge path). An iteration's
// terms are folded by several threads, and who finishes it begins it a second
// time.
#include "regtt/Variant/Variant.h"

#include "regtt/Kernel/InnerRange.h"

using namespace regtt;

std::string regtt::obstacleToBalanced(const kernel::Kernel &kernel) {
  if (std::string obstacle = obstacleOfPuttingOff(kernel); !obstacle.empty())
    return obstacle;
  if (!kernel.inner->regroups())
    return "what the inner loop folds goes in the order of the serial program, "
           "for another one may have another result (line " +
           std::to_string(kernel.inner->loc.line) + ")";
  return "";
}
