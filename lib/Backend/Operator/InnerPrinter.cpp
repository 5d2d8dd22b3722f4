// Prints what engines need that share the inner loop out among threads:
//
//     struct InnerFrame { float s; };
//     struct InnerTerm { float value; };
//     REGTT_OP void term(const InnerOuter &outer, int e, InnerTerm &term) const
//     {
//       term.value = arrays.val[e] * arrays.x[arrays.col[e]];
//     }
//     REGTT_OP void fold(const Query &, InnerFrame &frame, int,
//                        const InnerTerm &term) const {
//       frame.s += term.value;
//     }
#include "InnerPrinter.h"

#include "OperatorPrinter.h"
#include "SliceWords.h"
#include "ValueTypes.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace regtt::kernel;

static constexpr llvm::StringLiteral names[] = {"frame", "outer", "term",
                                                "bounds", "other"};
static constexpr llvm::StringLiteral types[] = {"InnerFrame", "InnerOuter",
                                                "InnerTerm", "InnerBounds"};
llvm::ArrayRef<llvm::StringLiteral> regtt::innerNames() { return names; }
llvm::ArrayRef<llvm::StringLiteral> regtt::innerTypes() { return types; }

static std::string fieldName(const ir::Variable &param) {
  return safeName(cpp::identifier(param.name));
}

llvm::DenseMap<const ir::Variable *, std::string>
regtt::innerFields(const Kernel &kernel, const ir::Function &printed) {
  llvm::DenseMap<const ir::Variable *, std::string> result;
  if (!kernel.inner)
    return result;
  const InnerRange &inner = *kernel.inner;
  const bool isTerm = &printed == inner.term;
  if (!isTerm && !llvm::is_contained({inner.begin, inner.outer, inner.fold,
                                      inner.end, inner.identity, inner.merge},
                                     &printed))
    return result;
  const size_t first = isTerm ? inner.outerSize() : inner.frameSize();
  const bool hasCounter = isTerm || &printed == inner.fold;
  for (size_t k = 0; k < printed.params.size(); ++k) {
    const ir::Variable *param = printed.params[k];
    const char *of = k < first                 ? (isTerm ? "outer" : "frame")
                     : hasCounter              ? "term"
                     : &printed == inner.begin ? "bounds"
                     : &printed == inner.outer ? "outer"
                                               : "other";
    if (!hasCounter || k != first)
      result[param] = std::string(of) + "." + fieldName(*param);
  }
  return result;
}

namespace {

class InnerPrinter {
public:
  InnerPrinter(const Site &site, const Unit &unit)
      : site(site), kernel(site.kernel), inner(*site.kernel.inner),
        values(*unit.values) {}

  std::string structs() {
    const auto params = [](const ir::Function *function) {
      return llvm::ArrayRef<ir::Variable *>(function->params);
    };
    structOf("What an iteration keeps while its inner loop runs: line " +
                 std::to_string(inner.loc.line) + ".",
             "InnerFrame", params(inner.end));
    structOf("What terms need of their iteration.", "InnerOuter",
             params(inner.outer).drop_front(inner.frameSize()));
    structOf("What an iteration of the inner loop computes by itself.",
             "InnerTerm", params(inner.fold).drop_front(inner.frameSize() + 1));
    static constexpr llvm::StringLiteral until[] = {"Less", "LessEqual",
                                                    "NotEqual"};
    const auto bounds = params(inner.begin).drop_front(inner.frameSize());
    out +=
        "using InnerBounds = rt::InnerBounds<" +
        values.declare(bounds[0]->type, "") + ", " +
        values.declare(bounds[1]->type, "") +
        ", rt::Until::" + until[inner.until].str() +
        ">;\nenum : bool { folds = " + (inner.folds() ? "true" : "false") +
        ", regroups = " + (inner.regroups() ? "true" : "false") +
        ",\nbeginIsPure = " +
        (changesOwnAlone(*inner.begin) ? "true" : "false") +
        ", termIsPure = " + (changesOwnAlone(*inner.term) ? "true" : "false") +
        (foldsAlone(inner) ? ", foldsAlone = true" : "") + " };\n";
    consolidation();
    return std::move(out);
  }

  std::string parts(const std::string &query) {
    const std::string from = std::to_string(kernel.program->loc.line),
                      at = std::to_string(inner.loc.line);
    part("From line " + from + " to the inner loop; false: it does not come " +
             "there, and is done.",
         "bool begin", inner.begin,
         {{query + " &", "query"},
          {"InnerFrame &", "frame"},
          {"InnerBounds &", "bounds"}});
    part("", "void outer", inner.outer,
         {{"const " + query + " &", "query"},
          {"const InnerFrame &", "frame"},
          {"InnerOuter &", "outer"}});
    part("What each iteration of line " + at + " computes by itself.",
         "void term", inner.term,
         {{"const InnerOuter &", "outer"},
          {counterType() + " ", counter(inner.term, inner.outerSize())},
          {"InnerTerm &", "term"}});
    part("What is handed from one to the next, in their order.", "void fold",
         inner.fold,
         {{"const " + query + " &", "query"},
          {"InnerFrame &", "frame"},
          {counterType() + " ", counter(inner.fold, inner.frameSize())},
          {"const InnerTerm &", "term"}});
    if (inner.merge) {
      part("What the operators of the fold leave others alone with.",
           "void identity", inner.identity, {{"InnerFrame &", "frame"}});
      part("Two folds as one.", "void merge", inner.merge,
           {{"InnerFrame &", "frame"}, {"const InnerFrame &", "other"}});
    }
    part("What follows the inner loop.", "void end", inner.end,
         {{query + " &", "query"}, {"InnerFrame &", "frame"}});
    return std::move(out);
  }

private:
  struct Param {
    std::string type, name;
  };

  void structOf(const std::string &what, const std::string &name,
                llvm::ArrayRef<ir::Variable *> fields) {
    if (fields.empty()) {
      out += "struct " + name + " {};\n";
      return;
    }
    out += "// " + what + "\nstruct " + name + " {\n";
    for (const ir::Variable *field : fields)
      out += values.declare(field->type, fieldName(*field)) + ";\n";
    out += "};\n";
  }

  std::string counterType() const {
    return values.declare(inner.begin->params[inner.frameSize()]->type, "");
  }

  std::string counter(const ir::Function *function, size_t at) const {
    return fieldName(*function->params[at]);
  }

  void consolidation() {
    const Consolidation &asked = site.consolidation;
    if (!asked.variant)
      return;
    out +=
        "// What '#pragma regtt consolidate' asks of grids for inner loops.\n"
        "static constexpr rt::Consolidation consolidation = {.longFrom = " +
        std::to_string(asked.longFrom) +
        ", .threads = " + std::to_string(asked.threads) +
        ", .blocks = " + std::to_string(asked.blocks) +
        ", .concurrency = " + std::to_string(asked.concurrency) + "};\n";
  }

  void part(const std::string &what, const std::string &declared,
            const ir::Function *function, const std::vector<Param> &params) {
    SliceWords words(site, values, *function);
    const cpp::Body body = bodyOf(kernel, *function, words, values);
    std::string list;
    for (const Param &param : params) {
      std::string name = param.name == "query" ? words.names.query : param.name;
      // A parameter by itself may have been renamed.
      for (size_t k = 0; k < function->params.size(); ++k)
        if (fieldName(*function->params[k]) == name &&
            !innerFields(kernel, *function).count(function->params[k]))
          name = body.params[k];
      list += (list.empty() ? "" : ", ") + param.type + named(body.text, name);
    }
    out += (what.empty() ? "" : "// " + what + "\n") + "REGTT_OP " + declared +
           "(" + list + ") const {\n" + withoutLastReturn(body.text) + "}\n";
  }

  const Site &site;
  const Kernel &kernel;
  const InnerRange &inner;
  const ValueTypes &values;
  std::string out;
};

} // namespace

std::string regtt::printInnerStructs(const Site &site, const Unit &unit) {
  return site.kernel.inner ? InnerPrinter(site, unit).structs() : "";
}

std::string regtt::printInnerParts(const Site &site, const Unit &unit,
                                   const std::string &queryType) {
  return site.kernel.inner ? InnerPrinter(site, unit).parts(queryType) : "";
}
