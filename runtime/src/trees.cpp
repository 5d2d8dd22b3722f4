/// Names of roots -> distinct trees, and back to the numbers of their roots.
#include <regtt/rt/host/trees.h>

#include <algorithm>

namespace regtt::rt {

void Trees::clear() {
  distinct.clear();
  numbers.clear();
  trees.clear();
  first.clear();
  linked.clear();
}

void Trees::add(NodeRef root) {
  const auto [known, added] =
      numbers.try_emplace(root, std::uint32_t(distinct.size()));
  if (added)
    distinct.push_back(root);
  trees.push_back(known->second);
}

void Trees::link(const Order &order) {
  linked.resize(trees.size());
  std::transform(trees.begin(), trees.end(), linked.begin(),
                 [&](std::uint32_t tree) {
                   return tree == none ? none : order.root(tree);
                 });
}

} // namespace regtt::rt
