// Emitted names.
#include "Names.h"

#include "ValueTypes.h"

#include "regtt/Cpp/Words.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;

/// `name` as an identifier, or `fallback` where there is none. A type without a
/// name is called after its keyword.
static std::string typeIdentifier(llvm::StringRef name,
                                  llvm::StringRef fallback) {
  return name.empty() ? fallback.str() : safeName(cpp::identifier(name));
}

/// Whether `prefix` starts `steps`.
static bool startsWith(const DataSteps &steps, const DataSteps &prefix) {
  return prefix.size() <= steps.size() &&
         std::equal(prefix.begin(), prefix.end(), steps.begin());
}

FunctionNames::FunctionNames(const Kernel &kernel, const Helper *helper)
    : query(safeName(kernel.queryName)) {
  for (const RecordGroup &group : kernel.groups)
    groups.push_back(safeName(group.varName));
  if (!helper)
    return;
  // A helper's own parameter names, where one parameter is one record.
  std::vector<size_t> longest(groups.size(), 0);
  std::vector<bool> named(groups.size(), false);
  bool queryNamed = false;
  for (const Helper::Param &param : helper->params) {
    const std::string name = safeName(param.name);
    if (name.empty())
      continue;
    if (param.kind == Helper::Param::Query) {
      // One object has a name of its own in every helper; several share one.
      if (!queryNamed && kernel.hasOneQuery)
        query = name;
      queryNamed = true;
      continue;
    }
    if (param.kind != Helper::Param::Node)
      continue;
    for (unsigned group : helper->groupsRead) {
      const bool leads =
          llvm::all_of(kernel.groups[group].data, [&](unsigned datum) {
            return startsWith(kernel.data[datum].steps, param.steps);
          });
      if (!leads || (named[group] && param.steps.size() <= longest[group]))
        continue;
      const bool taken =
          llvm::is_contained(groups, name) && groups[group] != name;
      groups[group] = taken ? name + "_" + groups[group] : name;
      longest[group] = param.steps.size();
      named[group] = true;
    }
  }
}

TypeNames::TypeNames(const Kernel &kernel, const ValueTypes &values)
    : query(typeIdentifier(kernel.queryTypeName, "Query")),
      node(typeIdentifier(kernel.nodeTypeName,
                          kernel.nodesAreNumbers ? "Node" : "NodeData")) {
  while (values.taken(query))
    query += "Record";
  while (node == query || values.taken(node))
    node += "Record";
  for (unsigned i = 0; i < kernel.groups.size(); ++i) {
    std::string name = i == 0 ? node : safeName(kernel.groups[i].typeName);
    while (name == query || llvm::is_contained(groups, name) ||
           values.taken(name))
      name += "_";
    groups.push_back(name);
  }
  for (const DataArray &array : kernel.arrays) {
    const std::string element = typeIdentifier(array.elementName, "Element");
    std::string name = element;
    const auto taken = [&] {
      return name == query || llvm::is_contained(groups, name) ||
             llvm::is_contained(elements, name) || values.taken(name) ||
             // An array's own name beside it, as C's tags may have.
             llvm::any_of(kernel.arrays, [&](const DataArray &other) {
               return name == other.name;
             });
    };
    if (taken())
      name = element + "Element";
    while (taken())
      name += "_";
    elements.push_back(name);
  }
}
