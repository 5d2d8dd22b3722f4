// Replaces references by the elements that they are bound to.
#include "ElementReferences.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

namespace {

class Naming {
public:
  Naming(Recogniser &site, const std::set<unsigned> &rows)
      : module(site.module), rows(rows), copy(site.module) {
    copy.onDeclare = [](const ir::Variable *variable) { return variable; };
    copy.onStatement = [this](const ir::Statement *s) { return bound(s); };
    copy.onPlace = [this](const ir::Place *place) { return named(place); };
  }

  void run(const ir::Function &function) {
    bool any = false;
    ir::walk(static_cast<const ir::Statement *>(function.body),
             [&](const ir::Statement *s) { any |= elementOf(s) != nullptr; });
    if (any)
      function.body->statements = copy.block(function.body)->statements;
  }

private:
  /// What a reference is bound to there, if it is such an element; else null.
  const ir::Place *elementOf(const ir::Statement *s) const {
    const auto *let = dyn_cast<ir::LetStatement>(s);
    const auto *address = let && let->variable->type->isReference()
                              ? dyn_cast<ir::AddressExpr>(let->value)
                              : nullptr;
    const auto *root =
        address ? std::get_if<ir::DataRoot>(&address->place->root) : nullptr;
    return root && root->kind == ir::DataRoot::Element &&
                   rows.count(root->number) != 0 &&
                   address->place->steps.empty()
               ? address->place
               : nullptr;
  }

  std::optional<std::vector<ir::Statement *>> bound(const ir::Statement *s) {
    const ir::Place *element = elementOf(s);
    if (!element)
      return std::nullopt;
    const ir::Variable *reference = llvm::cast<ir::LetStatement>(s)->variable;
    ir::DataRoot root = std::get<ir::DataRoot>(element->root);
    const ir::Variable *at = module.variable(
        ir::Variable::Let, reference->name + "At", root.index->type, s->loc);
    ir::Statement *made = module.let(at, copy.expr(root.index), s->loc);
    root.index = module.load(module.place(at), s->loc);
    elements[reference] = module.place(root);
    return std::vector<ir::Statement *>{made};
  }

  const ir::Place *named(const ir::Place *place) const {
    const auto *variable = std::get_if<const ir::Variable *>(&place->root);
    const auto *step = variable && place->steps.size() == 1
                           ? std::get_if<ir::DerefStep>(&place->steps[0])
                           : nullptr;
    const auto found =
        step && !step->offset ? elements.find(*variable) : elements.end();
    return found == elements.end() ? nullptr : found->second;
  }

  ir::Module &module;
  const std::set<unsigned> &rows;
  ir::Mapper copy;
  std::map<const ir::Variable *, const ir::Place *> elements;
};

} // namespace

void recognise::nameReferenced(Recogniser &site,
                               const std::set<unsigned> &rows) {
  for (const ir::Function *function : site.kernel.bodies())
    if (function->body)
      Naming(site, rows).run(*function);
}
