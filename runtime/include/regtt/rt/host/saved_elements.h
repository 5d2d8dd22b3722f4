/// REGTT_VERIFY: what iterations write of the arrays that queries have.
#pragma once

#include <regtt/rt/host/written_bytes.h>

#include <string>
#include <vector>

namespace regtt::rt {

class Room; ///< of a loop's own containers, known to the runtime alone

/// The written elements of one call, which a launcher keeps before it runs; the
/// objects' own fields are kept elsewhere. Only the fields that are written.
class SavedElements {
public:
  /// Forgets everything.
  void clear() { *this = {}; }

  /// Copies what `elements` hold before the parallel run.
  void keep(const std::vector<WrittenElements> &elements);

  /// Keeps the parallel results and puts back what was there before.
  void restore();

  /// Compares the kept results with what the serial loop wrote, bit for bit,
  /// but for those in `scratch`, which may be nullptr. Returns an empty text,
  /// or the first element that differs.
  std::string compare(const Room *scratch) const;

private:
  std::vector<WrittenElements> arrays;
  std::vector<char> before, parallel;
};

} // namespace regtt::rt
