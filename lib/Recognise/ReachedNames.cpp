// What must not, or cannot, be named where the loop stands: members that are
// private, and, in a template, types, of which each instantiation has its own.
// By a name of ours they are declared at namespace scope.
//
//     tree.root         tree.*regtt_member(root_0()), `&::Tree::root`
//     ::Hit<float> hit  typename regtt_this::Type1 hit, typename Tree::Hit hit
#include "HostWords.h"

#include "regtt/IR/LibraryParts.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

//===--- Members ----------------------------------------------------------===//

bool HostWords::isHidden(const ir::Field &field) const {
  return field.isPrivate && !reached.count(&field) && field.parent != self;
}

/// Those of an instantiation are declared behind the class that holds the loop.
bool HostWords::isNamedAhead(const ir::StructType &type) const {
  return !type.isLocal() && (inTemplate || scope.empty() ||
                             (type.name + "::").find(scope.str() + "::") != 0);
}

/// A name of its own in the file: the loop's place has it.
std::string HostWords::tag(const std::string &name) const {
  return "regtt_" + std::to_string(loop.line) + "_" +
         std::to_string(loop.column) + "_" +
         std::to_string(declared->members.size()) + "_" + name;
}

/// Of a member that has a name at namespace scope, ahead of the function that
/// holds the loop: of no local class, and of none that the loop's own holds.
std::optional<std::string> HostWords::reach(const std::string &owner,
                                            const std::string &name,
                                            bool isReference) {
  const auto type = llvm::find_if(module.namedTypes(), [&](const auto *each) {
    return each->name == owner;
  });
  const auto *record = type == module.namedTypes().end()
                           ? nullptr
                           : dyn_cast<ir::StructType>(*type);
  if (!declared || inC || module.isCpp11 || !record || !record->isComplete() ||
      !isNamedAhead(*record))
    return std::nullopt;
  std::vector<host::HiddenMember> &members = declared->members;
  const auto found = llvm::find_if(members, [&](const auto &each) {
    return each.owner == "::" + owner && each.name == name;
  });
  const std::string tag = found != members.end() ? found->tag
                          : inTemplate
                              ? "Member" + std::to_string(members.size())
                              : this->tag(name);
  if (found == members.end()) {
    members.push_back({tag, "::" + owner, name, isReference});
    declared->named.push_back(owner);
  }
  return "regtt_member(" + (inTemplate ? "typename regtt_this::" + tag : tag) +
         "())";
}

std::optional<std::string> HostWords::pointerTo(const ir::Field &field) {
  if (auto access = ir::accessOf(field))
    return access;
  return isHidden(field) && field.isNamed() && field.parent &&
                 !isUnseen(*field.parent) && !field.isBitField()
             ? reach(field.parent->name, field.name, field.type->isReference())
             : std::nullopt;
}

//===--- Types ------------------------------------------------------------===//

bool HostWords::isNameable(const ir::Type *type) const {
  if (const auto *structure = dyn_cast<ir::StructType>(type))
    return !structure->isComplete() || !structure->isLocal();
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return isNameable(array->element);
  if (const ir::Type *to = ir::pointeeOf(type))
    return isNameable(to);
  const auto *library = dyn_cast<ir::LibraryType>(type);
  return !library ||
         llvm::all_of(library->arguments, [&](const auto &argument) {
           const auto *of = std::get_if<const ir::Type *>(&argument);
           return !of || isNameable(*of);
         });
}

/// Whether a class may keep it, or a part of it, private.
static bool isOfClass(const ir::Type *type) {
  if (const auto *named = dyn_cast<ir::NamedType>(type))
    return llvm::StringRef(named->name).contains("::");
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return isOfClass(array->element);
  const ir::Type *to = ir::pointeeOf(type);
  return to ? isOfClass(to) : llvm::isa<ir::LibraryType>(type);
}

/// Whether it is of the class whose member holds the loop, which names it by
/// itself, whatever is private: C++11 has no other way.
bool HostWords::isOfScope(const ir::Type *type) const {
  if (const auto *named = dyn_cast<ir::NamedType>(type)) {
    llvm::StringRef name = named->name;
    return !scope.empty() && name.consume_front(scope) &&
           name.consume_front("::") && !name.contains("::") &&
           !name.contains('<');
  }
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return isOfScope(array->element);
  const ir::Type *to = ir::pointeeOf(type);
  return to && isOfScope(to);
}

/// A type of ours by which the instantiation names `type`.
std::string HostWords::instanceType(const ir::Type *type) {
  isInDeclared = true;
  const std::string text = Words::declare(type, "");
  isInDeclared = false;
  // Not by the type: which are the same is another matter in each.
  const std::string made = "Type" + std::to_string(declared->types.size());
  declared->types.push_back({made, text, !module.isCpp11 && isOfClass(type)});
  return "regtt_this::" + made;
}

std::string HostWords::declare(const ir::Type *type, std::string name) {
  if (!inC && !isNameable(type))
    return unsaid(Diag::RTT1129,
                  "a type that has no name outside of functions");
  if (!inTemplate || !declared || isInDeclared ||
      (module.isCpp11 && isOfScope(type)))
    return Words::declare(type, std::move(name));
  const bool isArray = !name.empty() && name[0] == '[';
  return "typename " + instanceType(type) +
         (name.empty() || isArray ? "" : " ") + name;
}

/// Of what has no name of its own nothing can be said.
std::string HostWords::type(const ir::NamedType &type) {
  const auto *structure = dyn_cast<ir::StructType>(&type);
  if (structure && isUnseen(*structure) && views && !inTemplate)
    return views->nameOf(*structure, *this);
  if (declared)
    declared->named.push_back(type.name);
  if (inTemplate && !isInDeclared && isOfScope(&type))
    return "typename " + own(type.name);
  if (!inC)
    return "::" + type.name;
  if (!structure || !structure->isComplete())
    return type.name;
  return structure->isUntagged() ? type.name
         : structure->isUnion()  ? "union " + type.name
                                 : "struct " + type.name;
}
