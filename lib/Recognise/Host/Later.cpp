// What iterations leave for later, as the host file does it, and as a serial
// run notes it to be compared:
//
//     if (level[w] < 0) {              int w = regtt_later->w;
//       level[w] = level[u] + 1;  ->   if (level[w] < 0) { ... }
//       next.push_back(w);
//     }                                if (level[w] < 0) {
//                                        ... regtt_left = {};
//                                        regtt_left.w = w;
//                                        regtt_note_deferred(...);
//                                      }
#include "HostBody.h"

#include "../Deferral.h"
#include "../Spelling.h"

using namespace regtt;
using namespace regtt::recognise;

void HostBody::later() {
  for (const ir::DeferStatement *s : deferredIn(bodyOf(recogniser.loop))) {
    host::LaterWork &row = host.tail->later.emplace_back();
    row.statement = textOf(s->loc, s->loc);
    if (s->loc)
      row.at = {module.files[s->loc.file - 1], s->loc.line};
    const auto &fields = recogniser.kernel.deferred->fields;
    for (size_t k = 0; k < fields.size(); ++k)
      if (const ir::Variable *variable = deferredVariable(*s, k))
        row.bindings.push_back(laterBinding(*variable, fields[k].name));
  }
}

/// `const int w = regtt_later->w;`
std::string HostBody::laterBinding(const ir::Variable &variable,
                                   const std::string &name) {
  const ir::Type *type = variable.type;
  const std::string value = "regtt_later->" + name;
  return (variable.isConst ? "const " : "") +
         (words.inTemplate && !type->isBool()
              ? "auto " + variable.name
              : words.declare(type, variable.name)) +
         " = " + (type->isBool() && !host.isC ? value + " != 0" : value) + ";";
}

/// The text of `range` with what is left for later noted in its place.
std::string HostBody::withNotes(std::string text, ir::Location range) {
  const auto outer = texts.of(range);
  const auto all = deferredIn(bodyOf(recogniser.loop));
  std::vector<std::pair<size_t, const ir::DeferStatement *>> inside;
  for (const ir::DeferStatement *s : all) {
    const auto inner = texts.of(s->loc);
    if (outer && inner && texts.isWithin(s->loc, range))
      inside.push_back({size_t(inner->data() - outer->data()), s});
  }
  llvm::sort(inside, std::greater<>());
  for (const auto &[at, s] : inside)
    text.replace(at, texts.of(s->loc)->size(), noteText(*s));
  return text;
}

std::string HostBody::noteText(const ir::DeferStatement &s) {
  std::string out =
      s.when ? "if (" + textOf(s.when->loc, s.loc) + ") {\n" : "{\n";
  out += std::string("regtt_left_type regtt_left = ") + (host.isC ? "{0}" : "{}") +
         ";\nregtt_left.iteration = regtt_now;\n";
  const auto &fields = recogniser.kernel.deferred->fields;
  for (size_t k = 0; k < fields.size(); ++k) {
    const ir::Variable *variable = deferredVariable(s, k);
    const std::string field = "regtt_left." + fields[k].name + " = ";
    if (variable)
      out += field + variable->name + ";\n";
    else if (fields[k].name == "statement")
      out += field + std::to_string(s.number) + ";\n";
  }
  return out +
         "regtt_note_deferred(&regtt_call, &regtt_left, sizeof regtt_left);\n}";
}
