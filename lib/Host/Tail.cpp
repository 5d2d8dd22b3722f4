// What runs when all calls have been made: the calls once more, one after the
// other, where they are verified; what follows them; what the loop's variable
// ends with.
#include "Parts.h"

#include "regtt/Host/Block.h"

using namespace regtt::host;

/// The loop once more, over iterations whose records are filled:
///
///     for (int i = 0; i < n; ++i) {
///       struct regtt_f_inputs *const regtt_input = &regtt_inputs[regtt_i++];
///       int count = regtt_input->count;
///       out[i] = count;
///     }
static std::string again(const Tables &tables, bool readsRecord,
                         const std::string &statements) {
  const bool asksNumber = !tables.loop.tail->later.empty();
  const bool counts = readsRecord || asksNumber;
  std::string out = counts ? "{\nsize_t regtt_i = 0;\n" : "";
  out += openAgain(tables.loop);
  if (asksNumber)
    out += "const size_t regtt_now = regtt_i++;\n";
  if (readsRecord)
    out += recordType(tables) + " *const regtt_input = &regtt_inputs[" +
           (asksNumber ? "regtt_now" : "regtt_i++") + "];\n";
  return out + statements + "}\n" + (counts ? "}\n" : "");
}

/// What iterations have left for later, one after the other:
///
///     for (; ... && regtt_deferred->iteration == regtt_now; ++regtt_deferred)
///       switch (regtt_deferred->statement) {
///       case 0: {
///         int w = regtt_deferred->w;
///         next.push_back(w);
///       } break;
static std::string doLater(const Tables &tables) {
  const std::vector<LaterWork> &later = tables.loop.tail->later;
  std::string out =
      "for (; regtt_deferred != regtt_deferred_end && "
      "regtt_deferred->iteration == regtt_now; ++regtt_deferred) {\n";
  const bool areSeveral = later.size() > 1;
  if (areSeveral)
    out += "switch (regtt_deferred->statement) {\n";
  for (size_t k = 0; k < later.size(); ++k) {
    if (areSeveral)
      out += "case " + std::to_string(k) + ": {\n";
    out += lines(later[k].bindings) +
           lineDirective(later[k].at.file, later[k].at.line) +
           later[k].statement + "\n" + endOfUserText();
    if (areSeveral)
      out += "} break;\n";
  }
  return out + (areSeveral ? "}\n" : "") + "}\n";
}

/// `const regtt_left_type *regtt_deferred = ...;`
static std::string declareLater(const Tables &tables) {
  const std::string type = "const regtt_left_type *";
  return "typedef " + deferredType(tables) + " regtt_left_type;\n" + type +
         "regtt_deferred = " +
         castName(tables.loop, type, "regtt_call.deferred") + ";\n" + type +
         "const regtt_deferred_end = regtt_deferred + "
         "regtt_call.deferred_bytes / "
         "sizeof(*regtt_deferred);\n";
}

/// `if (regtt_input->taken) {`: what stands in `level`.
static std::string ifTaken(const Tables &tables, size_t level) {
  return "if (regtt_input->" +
         tables.site.inputs[tables.loop.levels[level].taken].name + ") {\n";
}

/// The call by itself, from `level` on.
static std::string callAgain(const Tables &tables, size_t level) {
  const Tail &tail = *tables.loop.tail;
  std::string out = lines(tail.levels[level].callBindings);
  if (level + 1 < tail.levels.size())
    return out + ifTaken(tables, level + 1) + callAgain(tables, level + 1) +
           "}\n";
  out += tail.call + "\n";
  for (const std::string &name : tail.changed)
    out += "regtt_copy(&regtt_input->" + name + ", &" + name + ", sizeof " +
           name + ");\n";
  return out;
}

/// Whether something follows the call under a condition that it stands under.
static bool isFollowedWithin(const Tail &tail) {
  return llvm::any_of(
      llvm::drop_begin(tail.levels), [](const TailLevel &level) {
        return !level.bindings.empty() || !level.statements.empty() ||
               !level.otherwise.empty();
      });
}

/// What follows the call, from `level` on.
static std::string afterCall(const Tables &tables, size_t level) {
  const Tail &tail = *tables.loop.tail;
  const TailLevel &here = tail.levels[level];
  std::string out = lines(here.bindings);
  if (level == 0 && !tail.later.empty())
    out += doLater(tables);
  if (level + 1 < tail.levels.size()) {
    const TailLevel &next = tail.levels[level + 1];
    const std::string inner = afterCall(tables, level + 1);
    if (!inner.empty() || !next.otherwise.empty())
      out += ifTaken(tables, level + 1) + inner + "}" +
             (next.otherwise.empty() ? "\n" : "");
    if (!next.otherwise.empty())
      out += " else {\n" +
             lineDirective(next.otherwiseAt.file, next.otherwiseAt.line) +
             next.otherwise + "\n" + endOfUserText() + "}\n";
  }
  if (!here.statements.empty())
    out += lineDirective(here.at.file, here.at.line) + lines(here.statements) +
           endOfUserText();
  return out;
}

/// `struct regtt_f_inputs *const regtt_inputs = ...;`
static std::string declareRecords(const Tables &tables) {
  const std::string record = recordType(tables) + " *";
  return record + "const regtt_inputs = " +
         castName(tables.loop, record, "regtt_call.inputs") + ";\n";
}

std::string regtt::host::closeTail(const Tables &tables) {
  const Loop &loop = tables.loop;
  const Tail &tail = *loop.tail;
  const bool callReads =
      tail.callReadsRecord || loop.isConditional() || !tail.changed.empty();
  const std::string after = tail.hasStatements() ? afterCall(tables, 0) : "";
  const bool tailReads =
      !after.empty() && (tail.readsRecord || isFollowedWithin(tail));
  std::string out = " else {\n";
  if (callReads || tailReads)
    out += declareRecords(tables);
  if (!tail.later.empty())
    out += declareLater(tables);
  out += "if (regtt_serial) {\n" +
         again(tables, callReads, callAgain(tables, 0)) +
         "regtt_compare(&regtt_call);\n}\n";
  if (!after.empty())
    out += (staysInRegion(tables) ? loop.aheadOfAll : "") +
           again(tables, tailReads, after);
  else
    out += setVariables(loop);
  return out + "}\n";
}
