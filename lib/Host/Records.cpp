// What stands before the calls, in a copy of the loop that fills each
// iteration's record.
#include "Parts.h"

using namespace regtt;
using namespace regtt::host;

namespace {

/// What of the records is set in one level of the loop.
class RecordFiller {
public:
  RecordFiller(const Tables &tables, size_t level)
      : tables(tables), site(tables.site), loop(tables.loop), level(level) {}

  std::string run() {
    for (size_t i = 0; i < loop.inputs.size(); ++i)
      if (site.inputs[i].type && loop.inputs[i].isSet && isHere(i))
        out += assign(fieldOf(i), loop.inputs[i].value, loop);
    for (size_t o = 0; o < loop.operands.size(); ++o) {
      const int input = loop.operands[o].input;
      object(input, "regtt_operands[" + std::to_string(o) + "]");
      if (input >= 0 && isHere(input))
        out += setAssigns(tables, o);
    }
    objects("regtt_reads", loop.reads);
    objects("regtt_later_reads", loop.laterReads);
    objects("regtt_later", laterWrites(loop));
    return out;
  }

private:
  bool isHere(size_t input) const {
    const int set = loop.inputs[input].level;
    return (set < 0 ? loop.levels.size() - 1 : size_t(set)) == level;
  }

  std::string fieldOf(size_t input) const {
    return "regtt_inputs[regtt_i]." + site.inputs[input].name;
  }

  /// Tells `user`, which finds its place by input `number`, where it is.
  void object(int number, const std::string &user) {
    if (number < 0 || site.inputs[number].type || !isHere(number))
      return;
    const Input &input = loop.inputs[number];
    const std::string text =
        input.isKept ? "regtt_kept(" + input.value.text + ")"
        : site.inputs[number].elementBytes != 0
            ? "regtt_make_elements(&regtt_call, " + input.value.text + ", " +
                  std::to_string(site.inputs[number].elementBytes) + ")"
            : input.value.text;
    out += fieldOf(number) + " = regtt_object(&" + user + ", " + text +
           ", sizeof(*(" + text + ")));\n";
  }

  void objects(const std::string &array, llvm::ArrayRef<Place> places) {
    for (size_t p = 0; p < places.size(); ++p)
      object(places[p].input, array + "[" + std::to_string(p) + "]");
  }

  const Tables &tables;
  const kernel::SiteLoop &site;
  const Loop &loop;
  const size_t level;
  std::string out;
};

} // namespace

/// What stands before the call, and what is handed to it, from `level` on.
static std::string prepareLevel(const Tables &tables, size_t level) {
  const Loop &loop = tables.loop;
  std::string out = lines(loop.levels[level].preparation);
  if (level + 1 < loop.levels.size()) {
    const Level &next = loop.levels[level + 1];
    out += "if (" + next.condition + ") {\n" + prepareLevel(tables, level + 1) +
           "regtt_inputs[regtt_i]." + tables.site.inputs[next.taken].name +
           " = 1;\n}\n";
  } else if (loop.isConditional()) {
    // Nothing of the user's is evaluated where no iteration makes the call.
    out += "if (!regtt_ready) {\nregtt_ready = 1;\n" + setCall(tables) + "}\n";
  }
  return out + RecordFiller(tables, level).run();
}

/// The copy of the loop:
///
///     for (int i = 0; i < n; ++i) {
///       regtt_inputs[regtt_i].radius = 2 * r[i];
///       ++regtt_i;
///     }
std::string regtt::host::prepare(const Tables &tables) {
  return openAgain(tables.loop) + prepareLevel(tables, 0) +
         (tables.loop.inputs.empty() ? "" : "++regtt_i;\n") + "}\n";
}
