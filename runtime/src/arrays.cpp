/// The checks of a call's shared arrays: their elements have the size that the
/// slice was made for, there are as many as memory can hold, and no iteration
/// writes what another reads through them.
#include <regtt/rt/host/gather.h>

#include <cstdint>

namespace regtt::rt {

namespace {

std::string quoted(const ArrayForm &form) {
  return "array '" + std::string(form.name) + "'";
}

std::string checkForm(const regtt_array &array, const ArrayForm &form) {
  if (array.stride != form.stride)
    return quoted(form) + " has elements of " + std::to_string(array.stride) +
           " bytes in the host file and of " + std::to_string(form.stride) +
           " as regtt-cc lays them out; compile both with the same flags";
  if (array.count > static_cast<std::size_t>(PTRDIFF_MAX) / array.stride)
    return "the extent of " + quoted(form) + " is " +
           std::to_string(static_cast<std::ptrdiff_t>(array.count)) +
           "; it must be the number of its elements";
  if (!array.base && array.count != 0)
    return quoted(form) + " is a null pointer";
  return {};
}

/// The first element that an iteration writes, among those that are read.
std::string checkWrites(const WrittenBytes &written, const regtt_array &array,
                        const ArrayTables &tables, int number) {
  const char *const base = static_cast<const char *>(array.base);
  if (!readsWritten(written, tables, number, base, array.count))
    return {};
  std::size_t element = 0;
  while (
      !readsWritten(written, tables, number, base + element * array.stride, 1))
    ++element;
  return "an iteration writes what is read of element " +
         std::to_string(element) + " of " + quoted(tables.forms[number]);
}

std::string checkArray(const regtt_array &array, const ArrayTables &arrays,
                       int number, const WrittenBytes &written) {
  const ArrayForm &form = arrays.forms[number];
  // Of node arrays only: no record is made of their elements.
  if (array.count == REGTT_UNKNOWN_COUNT && form.record == 0)
    return {};
  const std::string error = checkForm(array, form);
  return error.empty() && array.count != 0
             ? checkWrites(written, array, arrays, number)
             : error;
}

/// Array `number`, which each tree has one of.
std::string checkForest(const regtt_call &call, const ArrayTables &arrays,
                        int number, const WrittenBytes &written) {
  for (int g = 0; g < call.num_roots; ++g)
    for (std::size_t k = 0; k < call.roots[g].count; ++k) {
      const regtt_array &array =
          call.roots[g].arrays[k * std::size_t(arrays.numForestArrays) +
                               std::size_t(arrays.forms[number].given)];
      // Of a tree that is not there nothing is said.
      if (array.stride == 0)
        continue;
      std::string error = checkArray(array, arrays, number, written);
      if (!error.empty())
        return error;
    }
  return {};
}

} // namespace

std::string checkArrays(const regtt_call &call, const ArrayTables &arrays,
                        const WrittenBytes &written) {
  for (int a = 0; a < arrays.numArrays; ++a) {
    const ArrayForm &form = arrays.forms[a];
    if (form.given < 0)
      continue;
    const std::string error =
        form.given < arrays.numForestArrays
            ? checkForest(call, arrays, a, written)
            : checkArray(call.arrays[form.given], arrays, a, written);
    if (!error.empty())
      return error;
  }
  return {};
}

} // namespace regtt::rt
