// What things are called in code for sixteen queries at a time: as in a slice
// for one, but for what is each query's own. That is an rt::Lane, conditions on
// it are rt::Masks, and calls of the traversal and of functions that change the
// query are told which lanes make them.
//
//     if (!canCorrelate(p, n)) return;     if (!(go &= canCorrelate(p, n, u)))
//                                            return;
//     if (inRadius(p, n->point))           if (const rt::Mask some =
//       ++p->corr;                                 go & inRadius(p, n_point,
//       u))
//                                            rt::where(some, p.corr) += 1;
#pragma once

#include "../Operator/SliceWords.h"
#include "LaneFrames.h"
#include "LaneStructs.h"

#include "regtt/Analysis/LaneForm.h"

namespace regtt {

class LaneWords : public SliceWords {
public:
  LaneWords(const Site &site, const ValueTypes &values,
            const ir::Function &printed, const kernel::Divergence &levels);

  /// Whether `e`, or a variable, is each lane's own.
  template <class What> bool isOwn(const What *what) const {
    return levels.of(what) == kernel::Level::Own;
  }
  /// `const LaneVec<rt::Lane> &name` of a parameter that is each lane's own.
  std::string parameter(const ir::Variable &variable, bool isWritten,
                        const std::string &name) const;
  /// The first line of a body whose lanes return at different places.
  std::string begin() const;
  /// The last one.
  std::string end() const;

  bool isTaken(llvm::StringRef name) override;
  llvm::StringRef numberCast() const override { return "rt::to"; }
  std::optional<cpp::Text> expression(const ir::Expr &e,
                                      cpp::Parts &parts) override;
  cpp::Text call(const ir::Function &callee,
                 llvm::ArrayRef<cpp::Text> arguments) override;
  std::optional<std::string> statement(const ir::Statement &s,
                                       cpp::Parts &parts) override;
  std::string after(const ir::Statement &s) override;
  std::optional<std::string> onlyIf(const ir::Statement &before) override;
  /// Positions of calls are found by the engine, whatever the loop.
  std::optional<std::string> before(const ir::Statement &) override {
    return std::nullopt;
  }

private:
  /// The lanes that run a region. Reduced: some leave it before its end.
  struct Frame : LaneFrame {
    Frame(Kind kind, std::string mask, bool isReduced)
        : LaneFrame{kind, nullptr, nullptr}, mask(std::move(mask)),
          isReduced(isReduced) {}
    std::string mask;
    bool isReduced;
  };

  std::string declareLanes(const ir::Type *type,
                           const std::string &name) const {
    return regtt::declareLanes(values, type, name);
  }
  const std::string &mask() const { return frames.back().mask; }
  std::string within(Frame::Kind kind, const std::string &mask,
                     const ir::BlockStatement *block, cpp::Parts &parts);

  // LaneLoads.cpp
  std::string lambdaParams(size_t count) const;
  std::string chosenPlace(const ir::Place &place, bool isReference,
                          cpp::Parts &parts);
  std::optional<ir::Place> chosenArray(const ir::Place &place) const;
  std::string elementOf(const ir::Place &place, cpp::Parts &parts) const;
  cpp::Text loaded(const ir::Place &place, cpp::Parts &parts);
  cpp::Text loadedIn(const ir::Expr *object, llvm::ArrayRef<ir::Step> steps,
                     cpp::Parts &parts);
  cpp::Text select(const std::string &condition, const ir::Type *type,
                   const std::string &yes, const std::string &no) const;
  std::optional<cpp::Text> choice(const ir::Expr &e, cpp::Parts &parts);
  std::string behind(const char *mask, const ir::Expr *e, cpp::Parts &parts);

  // LaneCalls.cpp
  cpp::Text called(const ir::Function &callee,
                   llvm::ArrayRef<const ir::Expr *> arguments,
                   cpp::Parts &parts);
  cpp::Text argument(const ir::Function &callee, const ir::Variable *param,
                     const ir::Expr *e, cpp::Parts &parts);
  std::optional<cpp::Text> libraryCall(const ir::LibraryCallExpr &e,
                                       cpp::Parts &parts);

  std::string record(const ir::LibraryCallStatement &load) const;

  // LaneStatements.cpp
  std::string declared(const ir::Variable *variable, const ir::Expr *value,
                       bool isConst, cpp::Parts &parts);
  std::string listed(const ir::Expr *whole, cpp::Parts &parts);
  std::string wholeArray(const ir::Expr *value, cpp::Parts &parts);
  std::optional<std::string> stored(const ir::StoreStatement &s,
                                    cpp::Parts &parts);
  std::optional<std::string> branch(const ir::IfStatement &s,
                                    cpp::Parts &parts);
  std::optional<std::string> loop(const ir::LoopStatement &s,
                                  cpp::Parts &parts);
  std::optional<std::string> returned(const ir::ReturnStatement &s,
                                      cpp::Parts &parts);
  std::optional<std::string> cases(const ir::SwitchStatement &s,
                                   cpp::Parts &parts);
  std::optional<std::string> block(const ir::BlockStatement &s,
                                   cpp::Parts &parts);
  std::string jump(const ir::Statement &s);
  std::string resumed(const ir::ResumeStatement &s, cpp::Parts &parts) const;
  bool hasOwnResult() const;
  std::string exitOf(const Frame &frame) const;

  const Site &site;
  const ValueTypes &values;
  const ir::Function &printed;
  const kernel::Divergence &levels;
  const LaneFrames ways;
  const bool returnsResult; ///< values are collected lane by lane
  std::vector<Frame> frames;
  unsigned waiting = 0; ///< conditions around, of what is being printed
  /// Numbers of elements, by what each lane's is called.
  llvm::DenseMap<const ir::Expr *, std::string> inLane;
};

/// What a function of the user's is called in lanes: an operator that is told
/// which lanes run is none.
std::string laneFunctionName(const kernel::Kernel &kernel,
                             const kernel::Divergence &levels,
                             const kernel::Helper &helper);

} // namespace regtt
