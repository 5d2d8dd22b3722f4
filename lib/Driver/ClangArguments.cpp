// The compilers' command line as Clang's front end takes it.
#include "ClangArguments.h"

#include "HostNames.h"
#include "JsonMessages.h"

#include <clang/Driver/Options.h>
#include <llvm/Option/Arg.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>

using namespace regtt;

std::vector<std::string>
regtt::clangArguments(const TranslateRequest &request) {
  // All blockers are told in one run, unless the user sets a limit.
  std::vector<std::string> args = {request.source.c ? "clang" : "clang++",
                                   "-fsyntax-only",
                                   "-Wno-everything",
                                   "-ferror-limit=0",
                                   "-resource-dir",
                                   request.resourceDir};
  // Nothing but the messages.
  if (asksForJson(request.compileArgs))
    args.push_back("-fno-caret-diagnostics");
  // What is preprocessed, too, is read with macros, for the one below.
  args.insert(args.end(), {"-x", request.source.c ? "c" : "c++"});
  // The host compiler's headers that Clang has none of (<omp.h>). In them an
  // attribute of GCC's has arguments, which Clang knows without; it concerns
  // warnings alone.
  if (!request.host.ownHeaders.empty())
    args.insert(args.end(), {"-idirafter", request.host.ownHeaders,
                             "-D__malloc__(...)=__malloc__"});
  const auto &table = clang::driver::getDriverOptTable();
  std::vector<const char *> raw;
  const std::vector<std::string> given =
      withoutDependencies(request.compileArgs);
  for (const std::string &arg : given)
    raw.push_back(arg.c_str());
  llvm::opt::InputArgList parsed(raw.data(), raw.data() + raw.size());
  const llvm::opt::Visibility visible(clang::driver::options::ClangOption);
  for (unsigned index = 0; index < raw.size();) {
    const unsigned begin = index;
    const std::unique_ptr<llvm::opt::Arg> arg =
        table.ParseOneArg(parsed, index, visible);
    if (!arg) {
      index = begin + 1;
      continue;
    }
    namespace options = clang::driver::options;
    const auto &option = arg->getOption();
    if (option.matches(options::OPT_UNKNOWN) ||
        option.matches(options::OPT_INPUT) ||
        option.matches(options::OPT_W_Group) ||
        option.matches(options::OPT_g_Group) ||
        option.matches(options::OPT_pedantic_Group) ||
        option.matches(options::OPT_fdiagnostics_format_EQ) ||
        option.matches(options::OPT_save_temps_EQ) ||
        option.matches(options::OPT_save_temps) ||
        option.matches(options::OPT_v))
      continue;
    for (unsigned i = begin; i < index; ++i)
      args.push_back(raw[i]);
  }
  if (request.options->VerifyDiagnostics) {
    args.push_back("-Xclang");
    args.push_back("-verify");
  }
  args.push_back(request.source.name());
  return args;
}
