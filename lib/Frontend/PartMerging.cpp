// A struct of the node or the query that is used as a whole somewhere becomes
// one datum, and accesses of its fields elsewhere become parts of it: no byte
// is held twice.
//
//     n->box            -> n->box            (path)
//     n->box.lo.x       -> n->box, part .lo.x
#include "Builder.h"

using namespace regtt;

/// Whether `whole` is a struct that `part` is a field of, however deep.
static bool holds(const Path &whole, const Path &part) {
  return whole.base == part.base && whole.number == part.number &&
         !whole.address && !part.address &&
         whole.steps.size() < part.steps.size() &&
         std::equal(whole.steps.begin(), whole.steps.end(),
                    part.steps.begin()) &&
         std::none_of(
             part.steps.begin() + whole.steps.size(), part.steps.end(),
             [](const PathStep &step) { return step.kind == PathStep::Deref; });
}

void regtt::mergeParts(Traversal &traversal) {
  std::vector<Path> &paths = traversal.paths;
  // The outermost struct that holds a path, or the path itself.
  std::vector<unsigned> home(paths.size());
  for (unsigned i = 0; i < paths.size(); ++i) {
    home[i] = i;
    for (unsigned j = 0; j < paths.size(); ++j)
      if (holds(paths[j], paths[home[i]]))
        home[i] = j;
  }
  std::vector<unsigned> number(paths.size());
  std::vector<Path> kept;
  for (unsigned i = 0; i < paths.size(); ++i)
    if (home[i] == i) {
      number[i] = kept.size();
      kept.push_back(paths[i]);
    }
  if (kept.size() == paths.size())
    return;
  for (unsigned i = 0; i < paths.size(); ++i)
    if (home[i] != i && paths[i].written() && !kept[number[home[i]]].written())
      kept[number[home[i]]].firstWrite = paths[i].firstWrite;
  for (Arg &arg : traversal.args)
    if (arg.firstPath >= 0) {
      const unsigned part = arg.firstPath, whole = home[part];
      for (size_t s = paths[whole].steps.size(); s < paths[part].steps.size();
           ++s)
        arg.firstParts.push_back({nullptr, paths[part].steps[s].field});
      arg.firstPath = static_cast<int>(number[whole]);
    }
  if (traversal.returned >= 0)
    traversal.returned = static_cast<int>(number[home[traversal.returned]]);
  for (DataArray &array : traversal.arrays) {
    if (array.start >= 0)
      array.start = static_cast<int>(number[home[array.start]]);
    if (array.size >= 0)
      array.size = static_cast<int>(number[home[array.size]]);
    if (array.row >= 0)
      array.row = static_cast<int>(number[home[array.row]]);
    for (ExtentTerm &term : array.extent) {
      if (term.path < 0)
        continue;
      const unsigned part = term.path, whole = home[part];
      for (size_t s = paths[whole].steps.size(); s < paths[part].steps.size();
           ++s)
        term.parts.push_back({nullptr, paths[part].steps[s].field});
      term.path = static_cast<int>(number[whole]);
    }
  }
  const auto redirect = [&](Function &function) {
    for (auto &entry : function.accesses) {
      Access &access = entry.second;
      const Path &part = paths[access.path];
      const unsigned whole = home[access.path];
      Selectors parts;
      for (size_t s = paths[whole].steps.size(); s < part.steps.size(); ++s)
        parts.push_back({nullptr, part.steps[s].field});
      parts.append(access.parts.begin(), access.parts.end());
      access.path = number[whole];
      access.parts = parts;
    }
  };
  redirect(traversal.function);
  if (traversal.program)
    redirect(*traversal.program);
  for (auto &helper : traversal.helpers)
    redirect(*helper);
  paths = std::move(kept);
}
