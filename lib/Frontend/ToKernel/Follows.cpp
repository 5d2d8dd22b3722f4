// Asks for each pointer and each group of children under which conditions on
// the node alone a visit reads what is there (Analysis/NodeConditions.h).
//
//     if (!n->left && !n->right) near(p, n->point);
//  -> n->point is followed where both children are null
//     if (n->isLeaf) { ...; return; } f(n->left);
//  -> n->left is followed where !n->isLeaf
//
// A condition can look at the arrival record only, and at what lies behind
// pointers of lower number.
#include "Follows.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"
#include "regtt/Analysis/NodeConditions.h"

using namespace regtt;
using namespace regtt::tokernel;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Follows {
public:
  explicit Follows(Kernels &kernels)
      : kernels(kernels), traversal(kernels.traversal), module(kernels.module),
        parts(kernels.parts) {}

  void run() {
    parts.pointers.resize(traversal.pointers.size());
    for (size_t p = 0; p < traversal.pointers.size(); ++p)
      parts.pointers[p] = ask(
          "pointer" + std::to_string(p), int(p) - 1, /*ofChildren=*/false,
          [&](const ir::Expr *e) { return readsThrough(e, p); },
          [](const ir::Expr *, const ir::Expr *) { return false; });
    for (unsigned g = 0; g < traversal.slots.size(); ++g)
      // A vector is one in any node.
      if (traversal.slots[g].form != SlotGroup::Vector)
        parts.slots[g].followedIf = ask(
            "slot" + std::to_string(g) + "::followed", all,
            /*ofChildren=*/true,
            [&](const ir::Expr *e) { return groupOf(e) == int(g); },
            [&](const ir::Expr *term, const ir::Expr *read) {
              return whenPresent(term, read) == true;
            });
  }

private:
  static constexpr int all = 1 << 30;

  //===--- What is read ---------------------------------------------------===//

  /// Number of the pointer that `path` lies behind; -1: none.
  int pointerOf(const Path &path) const {
    if (path.base == Base::Element)
      return traversal.arrays[path.number].pointer;
    if (path.base != Base::Node)
      return -1;
    for (size_t end = path.steps.size(); end-- > 0;)
      if (path.steps[end].kind == PathStep::Deref)
        for (size_t p = 0; p < traversal.pointers.size(); ++p)
          if (traversal.pointers[p].array == path.number &&
              traversal.pointers[p].steps ==
                  PathSteps(path.steps.begin(), path.steps.begin() + end))
            return int(p);
    return -1;
  }

  const ir::DataRoot *dataOf(const ir::Expr *e) const {
    const ir::Place *place = ir::placeOf(e);
    const auto *data =
        place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
    return data && (data->kind == ir::DataRoot::Node ||
                    data->kind == ir::DataRoot::Element)
               ? data
               : nullptr;
  }

  bool readsThrough(const ir::Expr *e, size_t pointer) const {
    const ir::DataRoot *data = dataOf(e);
    if (!data)
      return false;
    if (traversal.paths[data->number].computed)
      return isOfInvariants(pointer);
    for (int p = pointerOf(traversal.paths[data->number]); p >= 0;
         p = traversal.pointers[p].via)
      if (p == int(pointer))
        return true;
    return false;
  }

  /// Whether what linearising computes of a node is made of what lies there.
  bool isOfInvariants(size_t pointer) const {
    bool result = false;
    for (const ir::Function *function : parts.invariants)
      if (function && function->body)
        ir::walkExprs(function->body, [&](const ir::Expr *e) {
          const ir::DataRoot *data = dataOf(e);
          result |= data && !traversal.paths[data->number].computed &&
                    readsThrough(e, pointer);
        });
    return result;
  }

  /// The slot of a child, where it is a constant, and the group; -1: neither.
  std::pair<int, int> childOf(const ir::Expr *e) const {
    const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
    if (!call || call->name != "rt::child")
      return {-1, -1};
    const ir::Expr *index = call->arguments[0];
    const auto *constant = dyn_cast<ir::IntExpr>(index);
    const auto *sum = dyn_cast<ir::BinaryExpr>(index);
    const auto *first = constant ? constant
                        : sum && sum->op == ir::BinaryOp::Add
                            ? dyn_cast<ir::IntExpr>(sum->left)
                            : nullptr;
    const int slot = first ? int(first->value().getSExtValue()) : 0;
    for (size_t g = 0; g < traversal.slots.size(); ++g) {
      const SlotGroup &group = traversal.slots[g];
      if (slot >= group.first &&
          (group.isList() || slot < group.first + group.count))
        return {constant ? slot : -1, int(g)};
    }
    return {-1, -1};
  }

  int groupOf(const ir::Expr *e) const {
    const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
    if (call && call->name == "rt::children")
      return traversal.list() - traversal.slots.data();
    return childOf(e).second;
  }

  /// Value of `term` where the child that `read` is of is there, if that
  /// decides it.
  std::optional<bool> whenPresent(const ir::Expr *term,
                                  const ir::Expr *read) const {
    if (const auto *call = dyn_cast<ir::CallExpr>(term)) {
      const ir::BlockStatement *body = call->callee->body;
      const auto *returned =
          body && body->statements.size() == 1
              ? dyn_cast<ir::ReturnStatement>(body->statements.front())
              : nullptr;
      return returned && returned->value ? whenPresent(returned->value, read)
                                         : std::nullopt;
    }
    if (const auto *asked = dyn_cast<ir::IntrinsicExpr>(term)) {
      const auto tested = childOf(asked->arguments[0]), is = childOf(read);
      const bool same = tested.first >= 0
                            ? tested == is
                            : ir::equal(asked->arguments[0], read);
      return same ? std::optional(false) : std::nullopt;
    }
    if (const auto *unary = dyn_cast<ir::UnaryExpr>(term);
        unary && unary->op == ir::UnaryOp::LNot) {
      const auto inner = whenPresent(unary->operand, read);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    const auto *both = dyn_cast<ir::LogicalExpr>(term);
    if (!both)
      return std::nullopt;
    const auto left = whenPresent(both->left, read),
               right = whenPresent(both->right, read);
    const bool decides = !both->isAnd;
    if (left == decides || right == decides)
      return decides;
    return left && right ? std::optional(!decides) : std::nullopt;
  }

  //===--- What conditions may look at ------------------------------------===//

  /// Where an array begins or ends, and how long it is, is in the record only
  /// once its elements have been counted.
  bool isOfArray(unsigned path) const {
    return llvm::any_of(traversal.arrays, [&](const DataArray &array) {
      return array.ofNodes() &&
             (array.start == path || array.size == int(path));
    });
  }

  bool isKnown(const ir::DataRoot &data, int known, bool ofChildren) const {
    // Linearising has the uniforms where it asks for children.
    if (data.kind == ir::DataRoot::Shared)
      return ofChildren;
    if (data.kind != ir::DataRoot::Node || isOfArray(data.number))
      return false;
    const int pointer = pointerOf(traversal.paths[data.number]);
    if (traversal.nodesAreNumbers && ofChildren)
      return pointer < 0;
    return pointer <= known &&
           llvm::is_contained(traversal.groups[0].paths, data.number);
  }

  /// A question about children, as it is asked where they are looked for.
  const ir::Expr *linkQuestion(const ir::Expr *e, bool ofChildren) const {
    // How long a list is, is known later.
    const auto *asked = dyn_cast<ir::IntrinsicExpr>(e);
    const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
    if (call && call->name == "rt::child")
      return childOf(e).first >= 0 ? e : nullptr;
    if (call)
      return call->name == "rt::children" && !ofChildren ? e : nullptr;
    const auto [slot, number] = childOf(asked->arguments[0]);
    if (slot < 0 || traversal.slots[number].isList())
      return nullptr;
    return traversal.nodesAreNumbers && ofChildren ? isNoNode(slot, number) : e;
  }

  /// `!(n.children.left >= 0)`
  const ir::Expr *isNoNode(int slot, int number) const {
    const SlotGroup &group = traversal.slots[number];
    const KernelParts::Slots &made = parts.slots[number];
    const ir::Function *test = made.test ? made.test : parts.isNode;
    const ir::Expr *value = returnedBy(made.value);
    if (!test || !returnedBy(test) || (made.value && group.count > 1))
      return nullptr;
    const ir::Type *type = test->params[0]->type;
    if (!value) {
      const ir::Type *held = hostType(number);
      if (!held)
        return nullptr;
      const ir::Place *place = module.place(ir::DataRoot{
          ir::DataRoot::Host, unsigned(number),
          group.count > 1 ? module.array(held, group.count) : held});
      if (group.count > 1)
        place =
            module.index(place, module.integer(module.intType(ir::IntType::I64),
                                               slot - group.first));
      value = module.load(place);
    }
    if (value->type != type)
      value = module.cast(ir::CastOp::IntToInt, type, value);
    return module.unary(ir::UnaryOp::LNot,
                        withNumber(returnedBy(test), test->params[0], value));
  }

  static const ir::Expr *returnedBy(const ir::Function *function) {
    if (!function || !function->body || function->body->statements.size() != 1)
      return nullptr;
    const auto *s =
        dyn_cast<ir::ReturnStatement>(function->body->statements.front());
    return s ? s->value : nullptr;
  }

  const ir::Type *hostType(int number) const {
    return kernels.unit.types.of(traversal.slots[number].type, traversal.loc);
  }

  /// `test` with `value` for its parameter.
  const ir::Expr *withNumber(const ir::Expr *test, const ir::Variable *param,
                             const ir::Expr *value) const {
    const auto inner = [&](const ir::Expr *e) {
      return withNumber(e, param, value);
    };
    if (const auto *load = dyn_cast<ir::LoadExpr>(test))
      return load->place->wholeVariable() == param ? value : test;
    if (const auto *cast = dyn_cast<ir::CastExpr>(test))
      return module.cast(cast->op, cast->type, inner(cast->operand),
                         cast->isWritten);
    if (const auto *unary = dyn_cast<ir::UnaryExpr>(test))
      return module.unary(unary->op, inner(unary->operand));
    if (const auto *binary = dyn_cast<ir::BinaryExpr>(test))
      return module.binary(binary->op, inner(binary->left),
                           inner(binary->right));
    if (const auto *both = dyn_cast<ir::LogicalExpr>(test))
      return both->isAnd ? module.andAlso(inner(both->left), inner(both->right))
                         : module.orElse(inner(both->left), inner(both->right));
    return test;
  }

  /// Whether a function looks at known data alone, so that it is called where
  /// the condition is asked.
  bool isKnownFunction(const ir::Function *function, int known,
                       bool ofChildren) const {
    const auto found = llvm::find(parts.helpers, function);
    if (found == parts.helpers.end() || !function->body || !function->isPure)
      return false;
    const Function &helper = *traversal.helpers[found - parts.helpers.begin()];
    if (helper.usesQuery || helper.usesArrays ||
        (helper.usesUniforms && !ofChildren) ||
        llvm::any_of(helper.groupsRead, [](unsigned g) { return g != 0; }))
      return false;
    bool result = true;
    ir::walkExprs(function->body, [&](const ir::Expr *e) {
      if (const ir::Place *place = ir::placeOf(e))
        if (const auto *data = std::get_if<ir::DataRoot>(&place->root))
          result &= isKnown(*data, known, ofChildren);
      if (const auto *call = dyn_cast<ir::CallExpr>(e))
        result &= isKnownFunction(call->callee, known, ofChildren);
      if (const auto *call = dyn_cast<ir::LibraryCallExpr>(e))
        result &= (call->name != "rt::child" && call->name != "rt::children") ||
                  !ofChildren ||
                  (!traversal.nodesAreNumbers && !traversal.list());
      if (const auto *binary = dyn_cast<ir::BinaryExpr>(e))
        result &=
            binary->op != ir::BinaryOp::Div && binary->op != ir::BinaryOp::Rem;
    });
    return result;
  }

  /// The condition as a function; null: always.
  ir::Function *
  ask(const std::string &name, int known, bool ofChildren,
      std::function<bool(const ir::Expr *)> reads,
      std::function<bool(const ir::Expr *, const ir::Expr *)> saysNothing) {
    ir::NodeReads asked;
    asked.reads = std::move(reads);
    asked.saysNothing = std::move(saysNothing);
    asked.isKnown = [=](const ir::DataRoot &data) {
      return isKnown(data, known, ofChildren);
    };
    asked.isKnownFunction = [=](const ir::Function *function) {
      return isKnownFunction(function, known, ofChildren);
    };
    asked.linkQuestion = [=](const ir::Expr *e) {
      return linkQuestion(e, ofChildren);
    };
    const std::vector<const ir::Function *> segments(parts.resumes.begin(),
                                                     parts.resumes.end());
    if (!parts.enter || !parts.enter->body)
      return nullptr;
    const ir::Expr *when = ir::readWhen(module, *parts.enter, segments, asked);
    return when ? kernels.condition(name, when) : nullptr;
  }

  Kernels &kernels;
  const Traversal &traversal;
  ir::Module &module;
  KernelParts &parts;
};

} // namespace

void regtt::tokernel::findFollows(Kernels &kernels) { Follows(kernels).run(); }
