// Lines that are added to sources: as a patch, and in copies of the files.
#include "Scratch.h"
#include "Suggest.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

using namespace regtt;
namespace path = llvm::sys::path;

namespace {

/// A line of a file, and what it becomes.
struct ChangedLine {
  size_t number; ///< from 0
  std::vector<std::string> lines;
};

/// One file with what is added to it, in order.
struct AnnotatedFile {
  std::string text;
  std::vector<std::pair<unsigned, std::string>> added;
};

} // namespace

static std::map<std::string, AnnotatedFile>
filesOf(const Suggestions &suggestions) {
  std::map<std::string, AnnotatedFile> files;
  for (const AddedLine &line : suggestions.lines) {
    AnnotatedFile &file = files[line.file];
    file.text = suggestions.files.at(line.file).text;
    file.added.push_back({line.offset, line.text});
  }
  return files;
}

/// Breaks a line where something is added, so that this has a line of its own.
static void addTo(ChangedLine &line, size_t column, const std::string &text) {
  const std::string last = line.lines.back();
  line.lines.pop_back();
  const llvm::StringRef whole = last, end = whole.ends_with("\r") ? "\r" : "";
  const std::string indent =
      whole.take_front(whole.size() - whole.ltrim(" \t").size()).str();
  llvm::StringRef before = whole.take_front(column);
  // An attribute belongs to what follows.
  if (before.trim().starts_with("[[")) {
    before = "";
    column = indent.size();
  }
  if (!before.trim().empty())
    line.lines.push_back((before.rtrim() + end).str());
  line.lines.push_back((indent + text + end).str());
  line.lines.push_back(indent + whole.drop_front(column).str());
}

static std::vector<ChangedLine>
changedLines(llvm::ArrayRef<llvm::StringRef> lines, const AnnotatedFile &file) {
  std::vector<ChangedLine> changed;
  size_t start = 0, number = 0;
  for (const auto &[offset, text] : file.added) {
    while (number + 1 < lines.size() &&
           start + lines[number].size() + 1 <= offset)
      start += lines[number++].size() + 1;
    if (changed.empty() || changed.back().number != number)
      changed.push_back({number, {lines[number].str()}});
    // Counted from the line's end, which stays as it is.
    const size_t rest = start + lines[number].size() - offset;
    addTo(changed.back(), changed.back().lines.back().size() - rest, text);
  }
  return changed;
}

static std::string annotated(const AnnotatedFile &file) {
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(file.text).split(lines, '\n');
  std::string result;
  size_t next = 0;
  for (const ChangedLine &changed : changedLines(lines, file)) {
    for (; next < changed.number; ++next)
      result += lines[next].str() + "\n";
    result += llvm::join(changed.lines, "\n");
    if (++next < lines.size())
      result += "\n";
  }
  for (; next < lines.size(); ++next)
    result += lines[next].str() + (next + 1 < lines.size() ? "\n" : "");
  return result;
}

/// Hunks of a unified diff, each with up to three lines around what changes.
static std::string hunksOf(const AnnotatedFile &file) {
  constexpr size_t around = 3;
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(file.text).split(lines, '\n');
  const size_t count = lines.back().empty() ? lines.size() - 1 : lines.size();
  const std::vector<ChangedLine> changed = changedLines(lines, file);
  std::string result;
  long shift = 0;
  for (size_t k = 0; k < changed.size();) {
    size_t last = k;
    while (last + 1 < changed.size() &&
           changed[last + 1].number <= changed[last].number + 2 * around)
      ++last;
    const size_t begin =
        changed[k].number > around ? changed[k].number - around : 0;
    const size_t end = std::min(changed[last].number + around + 1, count);
    std::string body;
    long more = 0;
    for (size_t line = begin, at = k; line < end; ++line) {
      // As `diff` says of a last line that is not ended.
      const std::string ending =
          line + 1 == lines.size() ? "\n\\ No newline at end of file\n" : "\n";
      if (at > last || changed[at].number != line) {
        body += " " + lines[line].str() + ending;
        continue;
      }
      const std::vector<std::string> &becomes = changed[at++].lines;
      const bool keeps = becomes.back() == lines[line];
      if (!keeps)
        body += "-" + lines[line].str() + ending;
      for (const std::string &each : becomes) {
        const bool isLast = &each == &becomes.back();
        body += (keeps && isLast ? " " : "+") + each + (isLast ? ending : "\n");
      }
      more += long(becomes.size()) - 1;
    }
    result += "@@ -" + std::to_string(begin + 1) + "," +
              std::to_string(end - begin) + " +" +
              std::to_string(long(begin) + 1 + shift) + "," +
              std::to_string(long(end - begin) + more) + " @@\n" + body;
    shift += more;
    k = last + 1;
  }
  return result;
}

void regtt::print(const Suggestions &suggestions, llvm::raw_ostream &out) {
  if (suggestions.text.empty())
    out << "no loop that runs a recursion over a tree was found\n";
  out << suggestions.text;
  for (const auto &[name, file] : filesOf(suggestions))
    out << "--- " << name << "\n+++ " << name << "\n" << hunksOf(file);
}

/// Whether all files have places of their own in `folder`.
static llvm::Error checkCopies(const Suggestions &suggestions,
                               llvm::StringRef folder) {
  std::map<std::string, std::string> taken;
  for (const auto &[name, file] : suggestions.files) {
    if (file.copy.empty())
      return llvm::createStringError(
          "'" + name +
          "' is not in the folder of the source, so that no copy of it can "
          "be found from a copy of that; apply the patch instead");
    if (const auto [known, isNew] = taken.insert({file.copy, name}); !isNew)
      return llvm::createStringError("the copies of '" + known->second +
                                     "' and '" + name +
                                     "' would be one file; name a folder for "
                                     "each");
    llvm::SmallString<128> to(folder);
    path::append(to, file.copy);
    if (llvm::sys::fs::equivalent(to, name))
      return llvm::createStringError(
          "--out-dir: the copy would take the place of '" + name +
          "'; name another folder, or apply the patch");
  }
  return llvm::Error::success();
}

llvm::Error regtt::writeAnnotated(const Suggestions &suggestions,
                                  llvm::StringRef folder) {
  if (llvm::Error error = checkCopies(suggestions, folder))
    return error;
  for (const auto &[name, file] : filesOf(suggestions)) {
    llvm::SmallString<128> to(folder);
    path::append(to, suggestions.files.at(name).copy);
    const llvm::StringRef parent = path::parent_path(to);
    if (std::error_code code = llvm::sys::fs::create_directories(parent))
      return fileError("cannot make the folder", parent, code);
    if (llvm::Error error = writeFile(to.str().str(), annotated(file)))
      return error;
  }
  return llvm::Error::success();
}
