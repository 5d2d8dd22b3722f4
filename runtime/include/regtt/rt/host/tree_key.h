/// What makes two calls' trees the same, as far as a call says (`resident`).
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/nodes.h>
#include <regtt/rt/host/session.h>

#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

namespace regtt::rt {

/// Trees of equal keys have the same records, unless the user has changed them
/// without a word.
struct TreeKey {
  const void *form = nullptr; ///< of the records: the traversal and its layout
  std::vector<NodeRef> roots;
  /// Of nodes, and those that stay: where they lie, how many.
  std::vector<std::size_t> arrays;
  std::size_t version = 0;
  std::vector<std::byte> uniforms; ///< those that linearising reads

  bool operator==(const TreeKey &) const = default;
};

namespace detail {
template <class Traversal, class Children> inline constexpr char recordForm = 0;

/// A Traversal says by `linearisesByUniforms` that what is linearised depends
/// on its uniforms.
template <class Traversal> constexpr bool linearisesByUniforms() {
  if constexpr (requires { Traversal::linearisesByUniforms; })
    return Traversal::linearisesByUniforms;
  else
    return false;
}
} // namespace detail

/// The key of a call's trees; of a query program, of those in session().trees.
template <class Traversal, class Children>
TreeKey treeKeyOf(const regtt_call &call) {
  TreeKey key;
  key.form = &detail::recordForm<Traversal, Children>;
  key.version = call.version;
  const UserTree tree = treeOf<Traversal>(call);
  if constexpr (hasProgram<Traversal>)
    key.roots.assign(tree.roots.begin(), tree.roots.end());
  else
    key.roots.push_back(tree.root);
  const std::size_t numArrays =
      detail::isForest<Traversal>()
          ? session().trees.numForestArrays()
          : std::size_t(detail::numNodeArrays<Traversal>());
  const regtt_array *arrays =
      detail::isForest<Traversal>() ? tree.forest : call.arrays;
  for (const regtt_array &array : std::span(arrays, numArrays)) {
    key.arrays.push_back(reinterpret_cast<std::size_t>(array.base));
    key.arrays.push_back(array.count);
  }
  // Of a loop without a traversal: the arrays that stay.
  if constexpr (requires { Traversal::arrayForms.size(); }) {
    for (const ArrayForm &form : Traversal::arrayForms) {
      if (!form.stays || form.given < 0)
        continue;
      const regtt_array &array = call.arrays[form.given];
      key.arrays.push_back(reinterpret_cast<std::size_t>(array.base));
      key.arrays.push_back(array.count);
    }
  }
  if constexpr (requires { Traversal::queryArrays.size(); })
    for (const QueryArray &array : Traversal::queryArrays)
      for (const ObjectField &field : Traversal::queryFields)
        if (Traversal::arrayForms[std::size_t(array.array)].stays &&
            field.record == array.start && field.operand >= 0) {
          const regtt_operand &objects = call.operands[field.operand];
          key.arrays.push_back(reinterpret_cast<std::size_t>(objects.base));
          key.arrays.push_back(numCalls(call));
        }
  if (detail::linearisesByUniforms<Traversal>() && call.uniforms) {
    key.uniforms.resize(sizeof(typename Traversal::Uniforms));
    std::memcpy(key.uniforms.data(), call.uniforms, key.uniforms.size());
  }
  return key;
}

} // namespace regtt::rt
