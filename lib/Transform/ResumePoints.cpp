// Cuts the body into segments where what follows a visit depends on it: `enter`
// runs on arrival, a resume point after the visits before it. Guards are left
// to Segments wherever they suffice.
//
//     visit @f(%l)  store own own(0: f32) = mul(load own(0: f32), load %r)
//     visit @f(%r)
//  -> enter:    visit @f(%l) resume @f::resume0(load %r) return
//     @f::resume0(%r: link @Node):
//               store own own(0: f32) = ...  visit @f(%r)
//
// Where cuts are is Drafts', what lives there Liveness's, what is bound again
// instead of being carried Rebinding's. Here the segments become functions; the
// body as a whole stays as Kernel::whole, for what is proved of it. Runs before
// Segments, which gives visits their positions and guards.
#include "Conditions.h"
#include "Drafts.h"
#include "Rebinding.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Cutter {
public:
  Cutter(PassContext &context, const Drafts &drafts)
      : context(context), kernel(context.kernel), module(*kernel.module),
        drafts(drafts), variables(*kernel.enter) {}

  bool run() {
    Rebinding rebinding(kernel, variables);
    const auto live = liveAtResumes(drafts, variables);
    for (size_t k = 0; k < live.size(); ++k) {
      needs.push_back(rebinding.needsOf(live[k]));
      for (const unsigned number : needs.back().refused.set_bits())
        refuse(variables[number], drafts.points[k].loc);
    }
    if (!ok)
      return false;
    outside = variables.none();
    enter = segment(drafts.enter,
                    {variables.none(), variables.none(), variables.none()});
    for (size_t k = 0; k < live.size(); ++k)
      segments.push_back(segment(drafts.points[k].body, needs[k]));
    name();
    make();
    return true;
  }

private:
  using Set = Variables::Set;

  /// A segment's variables.
  struct Segment {
    const ir::BlockStatement *body;
    Set params;   ///< what the rope carries here
    Set rebound;  ///< bound anew
    Set declared; ///< set here before they are read
    Set named;    ///< all that it needs; others are not declared in it
  };

  void refuse(const ir::Variable *variable, ir::Location resumed) {
    context.messages.push_back(
        {Diag::RTT2048,
         variable->loc,
         {variable->name},
         {{resumed, "what follows a recursive call goes on here"}}});
    ok = false;
  }

  //===--- What each segment declares -------------------------------------===//

  Segment segment(const ir::BlockStatement *body,
                  const Rebinding::Needs &kept) {
    Segment result{body, kept.carried, kept.rebound, variables.none(),
                   variables.none()};
    for (unsigned number = 0; number < kernel.enter->params.size(); ++number)
      if (body == drafts.enter)
        result.params.set(number);
    findNamed(result);
    result.rebound &= result.named;
    Set seen = result.params;
    seen |= result.rebound;
    findUndeclared(body, seen, result);
    if (body != drafts.enter)
      outside |= result.params;
    outside |= result.rebound;
    outside |= result.declared;
    return result;
  }

  /// What `s` itself names, or hands to a resume point. Declarations of what
  /// nothing else names are left out.
  Set namesIn(const ir::Statement *s, const Set &named) const {
    Set result = variables.none();
    if (!isDropped(s, named))
      variables.addNames(s, result);
    if (isa<ir::ResumeStatement>(s))
      result |= needs[drafts.resumes.lookup(s)].carried;
    return result;
  }

  bool isDropped(const ir::Statement *s, const Set &named) const {
    return isa<ir::LetStatement, ir::VarStatement>(s) &&
           !named.test(variables.numberOf(ir::declaredBy(s)));
  }

  void findNamed(Segment &segment) const {
    for (Set before; before != segment.named || before.empty();) {
      before = segment.named;
      const auto add = [&](const ir::Statement *s) {
        segment.named |= namesIn(s, before);
      };
      ir::walk(segment.body, add);
      for (const unsigned number : segment.rebound.set_bits())
        add(variables.declarationOf(number));
    }
  }

  /// Finds what is named where no declaration of it is seen.
  void findUndeclared(const ir::Statement *s, Set seen,
                      Segment &segment) const {
    const auto *loop = dyn_cast<ir::LoopStatement>(s);
    if (loop)
      for (const ir::BlockStatement *head : {loop->init, loop->head})
        if (head)
          findInList(*head, seen, segment);
    Set names = namesIn(s, segment.named);
    names.reset(seen);
    segment.declared |= names;
    if (const auto *block = dyn_cast<ir::BlockStatement>(s))
      return findInList(*block, seen, segment);
    see(s, seen);
    ir::forEachChild(s, [&](const ir::Statement *child) {
      if (!loop || (child != loop->init && child != loop->head))
        findUndeclared(child, seen, segment);
    });
  }

  void findInList(const ir::BlockStatement &block, Set &seen,
                  Segment &segment) const {
    for (const ir::Statement *s : block.statements) {
      findUndeclared(s, seen, segment);
      see(s, seen);
    }
  }

  void see(const ir::Statement *s, Set &seen) const {
    if (const ir::Variable *declared = ir::declaredBy(s))
      seen.set(variables.numberOf(declared));
  }

  //===--- Names ----------------------------------------------------------===//

  /// A segment declares at its beginning what the body declares in several
  /// scopes, and a rope names them all: no two share a name.
  void name() {
    for (unsigned number = 0; number < variables.size(); ++number)
      names.push_back(variables[number]->name);
    for (unsigned number = 0; number < variables.size(); ++number) {
      const std::string base = names[number];
      bool isShared = false;
      for (unsigned before = 0; before < number; ++before)
        isShared |= (outside.test(number) || outside.test(before)) &&
                    names[before] == base;
      for (int suffix = 2; isShared && isTaken(names[number], number); ++suffix)
        names[number] = base + "_" + std::to_string(suffix);
    }
  }

  bool isTaken(llvm::StringRef name, unsigned but) const {
    for (unsigned other = 0; other < names.size(); ++other)
      if (other != but && names[other] == name)
        return true;
    return false;
  }

  //===--- Functions ------------------------------------------------------===//

  void make() {
    keepWhole();
    for (size_t k = 0; k < segments.size(); ++k)
      kernel.resumes.push_back({declare(k), drafts.points[k].loc});
    for (size_t k = 0; k < segments.size(); ++k)
      fill(*kernel.resumes[k].function, segments[k]);
    fill(*kernel.enter, enter);
  }

  /// The body as it is now; halves of it are none of what `enter` becomes.
  void keepWhole() {
    kernel.truncates = kernel.proceed = nullptr;
    kernel.whole =
        module.createFunction(module.freeName(kernel.enter->name + "::whole"),
                              kernel.enter->type, kernel.enter->loc);
    ir::Mapper copy(module);
    for (const ir::Variable *param : kernel.enter->params)
      copy.variables[param] =
          module.parameter(kernel.whole, param->name, param->loc);
    kernel.whole->body = copy.block(kernel.enter->body);
  }

  ir::Function *declare(size_t point) {
    std::vector<const ir::Type *> types;
    for (const unsigned number : segments[point].params.set_bits())
      types.push_back(variables[number]->type);
    ir::Function *made =
        module.createFunction(module.freeName(kernel.enter->name + "::resume" +
                                              std::to_string(point)),
                              module.functionType(module.voidType(), types),
                              drafts.points[point].loc);
    for (const unsigned number : segments[point].params.set_bits())
      module.parameter(made, names[number], variables[number]->loc);
    return made;
  }

  ir::Variable *copyOf(const ir::Variable *variable,
                       ir::Variable::Kind kind) const {
    ir::Variable *made =
        module.variable(kind, names[variables.numberOf(variable)],
                        variable->type, variable->loc);
    made->isConst = kind == variable->kind && variable->isConst;
    made->isVolatile = variable->isVolatile;
    return made;
  }

  void fill(ir::Function &made, const Segment &segment) {
    ir::Mapper map(module);
    size_t next = 0;
    for (const unsigned number : segment.params.set_bits())
      map.variables[variables[number]] = made.params[next++];
    map.onDeclare = [&](const ir::Variable *variable) {
      return copyOf(variable, variable->kind);
    };
    map.onStatement = [&](const ir::Statement *s)
        -> std::optional<std::vector<ir::Statement *>> {
      if (isDropped(s, segment.named))
        return std::vector<ir::Statement *>();
      if (isa<ir::ResumeStatement>(s))
        return std::vector<ir::Statement *>{resume(s, map)};
      return std::nullopt;
    };
    std::vector<ir::Statement *> all;
    for (const unsigned number : segment.rebound.set_bits())
      llvm::append_range(all, map.statements({const_cast<ir::Statement *>(
                                  variables.declarationOf(number))}));
    for (const unsigned number : segment.declared.set_bits()) {
      ir::Variable *empty = copyOf(variables[number], ir::Variable::Local);
      map.variables[variables[number]] = empty;
      all.push_back(module.var(empty, nullptr, empty->loc));
    }
    llvm::append_range(all, map.statements(segment.body->statements));
    made.body = module.block(all, segment.body->loc);
  }

  ir::Statement *resume(const ir::Statement *draft, const ir::Mapper &map) {
    const unsigned point = drafts.resumes.lookup(draft);
    auto *made = module.make<ir::ResumeStatement>(draft->loc);
    made->segment = kernel.resumes[point].function;
    for (const unsigned number : segments[point].params.set_bits())
      made->kept.push_back(module.load(
          module.place(map.variable(variables[number])), draft->loc));
    return made;
  }

  PassContext &context;
  Kernel &kernel;
  ir::Module &module;
  const Drafts &drafts;
  const Variables variables;
  bool ok = true;
  std::vector<Rebinding::Needs> needs; ///< of each point
  Segment enter;
  std::vector<Segment> segments; ///< of each point
  Set outside; ///< those that some segment has from outside of its statements
  std::vector<std::string> names;
};

} // namespace

bool regtt::kernel::runResumePoints(PassContext &context) {
  Kernel &kernel = context.kernel;
  if (!kernel.enter || !kernel.enter->body)
    return true;
  if (!kernel.whole)
    kernel.whole = kernel.enter;
  foldConditions(kernel);
  const auto drafts = draftSegments(context);
  if (!drafts)
    return false;
  return drafts->points.empty() || Cutter(context, *drafts).run();
}
