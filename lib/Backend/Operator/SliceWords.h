// What things are called in a slice: `node(3: f32)` is `n.weight`, a variable
// is what the user calls it, a call of the traversal is a rope of its engine.
#pragma once

#include "ChosenElements.h"
#include "Names.h"
#include "ValueTypes.h"

#include "regtt/Backend/Backend.h"
#include "regtt/Cpp/Words.h"

namespace regtt {

class SliceWords : public cpp::Words {
public:
  /// Of `printed`, a function of the site's kernel.
  SliceWords(const Site &site, const ValueTypes &values,
             const ir::Function &printed);

  const FunctionNames names;
  /// While invariants are printed: data of the node is linearising's own copy.
  bool ofSource = false;
  /// While what linearising evaluates is printed, where nodes are numbers:
  /// numbers of children are data, and what is in no arrival record lies beside
  /// them.
  bool onHost = false;
  std::string numberName; ///< what a test of a number is given

  //===--- cpp::Words -----------------------------------------------------===//

  std::string variable(const ir::Variable &variable) override;
  std::string field(const ir::Field &field) override;
  bool isReadOnly(const ir::Variable &variable) override {
    return readOnly.contains(&variable);
  }
  bool isReadOnly(const ir::DataRoot &root) override;
  std::string global(const ir::Global &global) override;
  std::string function(const ir::Function &function) override;
  std::string type(const ir::NamedType &type) override;
  bool isTaken(llvm::StringRef name) override;
  std::string declare(const ir::Type *type, std::string name) override;
  std::optional<cpp::Datum> data(const ir::DataRoot &root,
                                 const std::string &index) override;
  std::optional<cpp::Text> expression(const ir::Expr &e,
                                      cpp::Parts &parts) override;
  cpp::Text call(const ir::Function &callee,
                 llvm::ArrayRef<cpp::Text> arguments) override;
  std::optional<std::string> statement(const ir::Statement &s,
                                       cpp::Parts &parts) override;
  std::optional<std::string> before(const ir::Statement &s) override;
  std::optional<std::string> lineOf(ir::Location loc) override;

protected:
  /// `, {diff}`: what the rope of a call carries.
  std::string ropeArgs(const ir::VisitStatement &s, cpp::Parts &parts) const;

private:
  bool isArgument(const ir::Variable &variable, size_t &number) const;
  bool isGuard() const;
  std::string otherRecord(const std::string &link) const;
  std::string children() const { return names.groups[0] + ".children"; }

  // Links, and addresses, which are numbers here.
  std::optional<cpp::Text> libraryCall(const ir::LibraryCallExpr &e,
                                       cpp::Parts &parts) const;
  cpp::Text isNull(const ir::Expr *e, bool negated, cpp::Parts &parts) const;
  bool isAddress(const ir::Expr *e) const;
  std::optional<cpp::Text> addressCast(const ir::CastExpr &e,
                                       cpp::Parts &parts);

  // Arrays indexed at run time.
  std::string chosenElement(const ir::Place *place, cpp::Parts &parts) const;
  std::optional<std::string> store(const ir::StoreStatement &s,
                                   cpp::Parts &parts);

  // Calls that engines make.
  std::string visit(const ir::VisitStatement &s, cpp::Parts &parts) const;
  std::string reached(const ir::LibraryCallStatement &s,
                      cpp::Parts &parts) const;
  std::string resume(const ir::ResumeStatement &s, cpp::Parts &parts) const;
  std::optional<std::string> change(const ir::ContainerChangeStatement &s,
                                    cpp::Parts &parts);

  std::optional<std::string> changeInOrder(const ir::Place *place,
                                           const ir::Expr *value,
                                           cpp::Parts &parts) const;

  std::optional<std::string> table(const ir::VarStatement &s,
                                   cpp::Parts &parts);

  // What is const: ReadOnly.cpp.
  void findReadOnly();
  void noteReadOnlyParams();
  bool leadsToConst(const ir::Expr *e);

  /// What orders a queue: the last argument of its functions.
  std::string orderOf(const kernel::ContainerForm &container);

  const Site &site;
  const kernel::Kernel &kernel;
  const ValueTypes &values;
  const ir::Function &printed;
  const kernel::Helper *const user; ///< that it is; null: none
  const ChosenElements chosen;
  /// Parameters that are fields of what outlives the function.
  const llvm::DenseMap<const ir::Variable *, std::string> fieldNames;
  const bool ownIsConst; ///< the query is not written here
  /// Pointers and references to what nothing here may write.
  llvm::DenseSet<const ir::Variable *> readOnly;
};

/// What a datum's changes are called among the operator's arrays, where they
/// have an order.
std::string changesName(const kernel::Kernel &kernel, unsigned datum);

/// `Add`: what the runtime calls an operator.
llvm::StringRef combinerName(ir::Combiner combiner);

/// The name of a resume point's struct.
std::string resumeName(unsigned point, const ValueTypes &values);

/// `{d[0], d[1]}`: an array, element by element.
std::string elementsOf(const ir::Type *type, const std::string &text);

/// Whether `word` stands in `text` as an identifier, and not in a comment.
bool namesIt(llvm::StringRef text, llvm::StringRef word);

/// Whether a rope says which guard it waits for.
bool ropesNameGuards(const kernel::Kernel &kernel);

/// Of an array that holds children: what its elements are called where
/// linearising looks at them.
std::string entriesName(const kernel::Kernel &kernel, unsigned array);

} // namespace regtt
