// Emitted names.
#include "Names.h"

#include "ValueTypes.h"

#include <clang/AST/DeclTemplate.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

using namespace regtt;

std::string regtt::typeIdentifier(clang::QualType type,
                                  llvm::StringRef fallback) {
  const auto *record = type->getAsRecordDecl();
  std::string name = record ? record->getNameAsString() : "";
  if (name.empty() && record)
    if (const auto *alias = record->getTypedefNameForAnonDecl())
      name = alias->getNameAsString();
  return name.empty() ? fallback.str() : safeName(name);
}

/// Whether `prefix` starts `steps`.
static bool startsWith(const PathSteps &steps, const PathSteps &prefix) {
  return prefix.size() <= steps.size() &&
         std::equal(prefix.begin(), prefix.end(), steps.begin());
}

FunctionNames::FunctionNames(const Traversal &traversal,
                             const Function &function)
    : query(safeName(traversal.queryName)) {
  for (const RecordGroup &group : traversal.groups)
    groups.push_back(safeName(group.varName));
  if (&function == &traversal.function || &function == traversal.program.get())
    return;
  // A helper's own parameter names, where one parameter is one record.
  llvm::SmallVector<const Role *, 4> roles;
  std::vector<size_t> longest(groups.size(), 0);
  std::vector<bool> named(groups.size(), false);
  bool queryNamed = false;
  for (unsigned k = 0; k < function.paramRoles.size(); ++k) {
    const Role &role = function.paramRoles[k];
    const std::string name =
        safeName(function.decl->getParamDecl(k)->getName());
    if (role.kind != Role::Object || name.empty())
      continue;
    if (role.base == Base::Query) {
      // One object has a name of its own in every helper; several share one.
      if (!queryNamed && !traversal.queryType.isNull())
        query = name;
      queryNamed = true;
      continue;
    }
    if (role.base != Base::Node)
      continue;
    for (unsigned group : function.groupsRead) {
      const bool leads =
          llvm::all_of(traversal.groups[group].paths, [&](unsigned path) {
            return startsWith(traversal.paths[path].steps, role.steps);
          });
      if (!leads || (named[group] && role.steps.size() <= longest[group]))
        continue;
      const bool taken =
          llvm::is_contained(groups, name) && groups[group] != name;
      groups[group] = taken ? name + "_" + groups[group] : name;
      longest[group] = role.steps.size();
      named[group] = true;
    }
  }
}

/// Whether the query is a struct of the user's, whose name the record has.
static bool hasName(clang::QualType query) {
  return !query.isNull() && query->getAsRecordDecl() &&
         !query->getAsRecordDecl()->isInStdNamespace();
}

TypeNames::TypeNames(const Traversal &traversal, const ValueTypes &values)
    : query(!hasName(traversal.queryType)
                ? "Query"
                : typeIdentifier(traversal.queryType, "QueryData")),
      node(typeIdentifier(traversal.nodeNaming(),
                          traversal.nodesAreNumbers ? "Node" : "NodeData")) {
  while (values.taken(query))
    query += "Record";
  while (node == query || values.taken(node))
    node += "Record";
  for (unsigned i = 0; i < traversal.groups.size(); ++i) {
    std::string name = i == 0 ? node : safeName(traversal.groups[i].typeName);
    while (name == query || llvm::is_contained(groups, name) ||
           values.taken(name))
      name += "_";
    groups.push_back(name);
  }
  for (const DataArray &array : traversal.arrays) {
    const std::string element = typeIdentifier(array.element, "Element");
    std::string name = element;
    const auto taken = [&] {
      return name == query || llvm::is_contained(groups, name) ||
             llvm::is_contained(elements, name) || values.taken(name);
    };
    if (taken())
      name = element + "Element";
    while (taken())
      name += "_";
    elements.push_back(name);
  }
}
