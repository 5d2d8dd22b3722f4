/// How often a loop that counts runs. The counter's values are residues modulo
/// 2^bits, of which those that end the loop are a few ranges; the first step
/// that comes to one is found by arithmetic, in about as many rounds as the
/// type has bits, never by running the loop.
#include <regtt/rt/abi.h>
#include <regtt/rt/head.h>

#include <cstdint>
#include <optional>

namespace {

__extension__ typedef unsigned __int128 Wide;
__extension__ typedef __int128 SignedWide;

/// The least k with low <= a * k mod m <= high, where 0 < low <= high < m and
/// a < m <= 2^64.
std::optional<Wide> firstMultiple(Wide a, Wide m, Wide low, Wide high) {
  if (a == 0)
    return std::nullopt;
  if (2 * a > m) // the same from the other end, in shorter steps
    return firstMultiple(m - a, m, m - high, m - low);
  const Wide k = (low + a - 1) / a;
  if (k * a <= high)
    return k;
  // None before m: after how many rounds of it the remainder is right.
  const auto rounds =
      firstMultiple(m % a, a, (a - high % a) % a, (a - low % a) % a);
  if (!rounds)
    return std::nullopt;
  return (low + m * *rounds + a - 1) / a;
}

/// Numbers from `low` to `high`.
struct Interval {
  SignedWide low, high;
  bool holds(SignedWide value) const { return low <= value && value <= high; }
};

Interval valuesOf(regtt_number type) {
  const SignedWide half = SignedWide(1) << (8 * type.bytes - 1);
  return type.kind == REGTT_SIGNED ? Interval{-half, half - 1}
                                   : Interval{0, 2 * half - 1};
}

/// What a conversion to the integer `type` makes of `value`.
SignedWide converted(SignedWide value, regtt_number type) {
  const SignedWide count = SignedWide(1) << (8 * type.bytes);
  const SignedWide residue = ((value % count) + count) % count;
  return residue > valuesOf(type).high ? residue - count : residue;
}

/// What the test compares the counter with, and how.
class Test {
public:
  Test(const regtt_head &head, std::size_t last, double real)
      : head(head), last(converted(SignedWide(last), head.compared)),
        real(real) {}

  bool is(int test, SignedWide counter) const {
    if (head.compared.kind != REGTT_REAL)
      return compare(test, converted(counter, head.compared), last);
    // The conversion rounds as the program's own does.
    const bool isSigned = head.counter.kind == REGTT_SIGNED;
    const auto signedValue = std::int64_t(counter);
    const auto unsignedValue = std::uint64_t(counter);
    if (head.compared.bytes == sizeof(float))
      return compare(test, isSigned ? float(signedValue) : float(unsignedValue),
                     float(real));
    return compare(test, isSigned ? double(signedValue) : double(unsignedValue),
                   real);
  }

  /// The values in `range` that end the loop; over it, the conversion is
  /// monotone.
  std::optional<Interval> ends(Interval range) const {
    switch (head.test) {
    case REGTT_LESS:
    case REGTT_LESS_EQUAL:
      return from(range, [&](SignedWide v) { return !is(head.test, v); });
    case REGTT_GREATER:
    case REGTT_GREATER_EQUAL:
      return upTo(range, [&](SignedWide v) { return !is(head.test, v); });
    default:
      break;
    }
    const auto above =
        from(range, [&](SignedWide v) { return is(REGTT_GREATER_EQUAL, v); });
    const auto below =
        upTo(range, [&](SignedWide v) { return is(REGTT_LESS_EQUAL, v); });
    if (!above || !below || above->low > below->high)
      return std::nullopt;
    return Interval{above->low, below->high};
  }

private:
  template <class Number>
  static bool compare(int test, Number counter, Number last) {
    switch (test) {
    case REGTT_LESS:
      return counter < last;
    case REGTT_LESS_EQUAL:
      return counter <= last;
    case REGTT_GREATER:
      return counter > last;
    case REGTT_GREATER_EQUAL:
      return counter >= last;
    default:
      return counter != last;
    }
  }

  /// The values that have what all above one of them have.
  template <class Property>
  static std::optional<Interval> from(Interval range, const Property &has) {
    if (!has(range.high))
      return std::nullopt;
    SignedWide low = range.low, high = range.high;
    while (low < high) {
      const SignedWide middle = low + (high - low) / 2;
      (has(middle) ? high : low) = has(middle) ? middle : middle + 1;
    }
    return Interval{low, range.high};
  }

  template <class Property>
  static std::optional<Interval> upTo(Interval range, const Property &has) {
    const auto mirrored = from(Interval{-range.high, -range.low},
                               [&](SignedWide v) { return has(-v); });
    if (!mirrored)
      return std::nullopt;
    return Interval{-mirrored->high, -mirrored->low};
  }

  const regtt_head &head;
  SignedWide last;
  double real;
};

/// How many steps from `first` there is a value that ends the loop; nothing if
/// there is none.
std::optional<Wide> stepsToEnd(const regtt_head &head, const Test &test,
                               SignedWide first) {
  const Wide count = Wide(1) << (8 * head.counter.bytes);
  const auto residue = [&](SignedWide value) {
    return ((value % SignedWide(count)) + SignedWide(count)) %
           SignedWide(count);
  };
  const Interval all = valuesOf(head.counter);
  std::optional<Wide> least;
  // A negative number may be compared as a large one.
  for (const Interval part :
       {Interval{all.low, -1}, Interval{SignedWide(0), all.high}}) {
    const auto ends =
        part.low <= part.high ? test.ends(part) : std::optional<Interval>();
    if (!ends)
      continue;
    if (ends->holds(first))
      return Wide(0);
    const auto steps = firstMultiple(Wide(residue(head.step)), count,
                                     Wide(residue(ends->low - first)),
                                     Wide(residue(ends->high - first)));
    if (steps && (!least || *steps < *least))
      least = steps;
  }
  return least;
}

/// Why what iterations from `first` to `last`, the counter's values, find in
/// memory is not side by side there, or null.
const char *placeFault(const regtt_head &head, SignedWide first,
                       SignedWide last) {
  if (head.found_by_parameter) {
    const Interval values = valuesOf(head.parameter);
    if (!values.holds(first) || !values.holds(last))
      return "the loop counts to numbers that the traversal's parameter cannot "
             "hold; count in the parameter's type";
  }
  if (head.factor != 0) {
    const auto block = [&](SignedWide value, unsigned more) {
      return (Wide(std::uint32_t(value)) * head.factor + more) >> 32;
    };
    const SignedWide least = first < last ? first : last;
    const SignedWide most = first < last ? last : first;
    if (block(least, 0) != block(most, head.factor - 1))
      return "the index of an iteration's elements wraps around; compute it in "
             "64 bits";
  }
  return nullptr;
}

const char *count(regtt_call &call, const regtt_head &head, std::size_t start,
                  const Test &test) {
  const SignedWide begin = converted(SignedWide(start), head.counter);
  const auto steps = stepsToEnd(head, test, begin);
  // Narrow ones are computed with as int, and cut off.
  const bool mayWrap = head.counter.kind != REGTT_SIGNED ||
                       head.counter.bytes < int(sizeof(int));
  constexpr const char *overflows = "the loop's counter overflows";
  if (!steps && !mayWrap && head.step != 0)
    return overflows;
  if (!steps)
    return "the loop does not end: whatever its counter comes to passes the "
           "test";
  if (*steps == 0)
    return nullptr;
  const SignedWide first =
      head.counts_in_test ? converted(begin + head.step, head.counter) : begin;
  const SignedWide last = first + SignedWide(*steps - 1) * head.step;
  const Interval values = valuesOf(head.counter);
  if (!mayWrap && !values.holds(last + head.step))
    return overflows;
  if (!values.holds(last)) {
    if (head.in_memory)
      return "the loop's counter wraps around, and what its iterations find by "
             "it does not lie side by side; count in a wider type";
    if (head.parameter.bytes > head.counter.bytes)
      return "the loop's counter wraps around, and the traversal's parameter "
             "for it is wider; count in the parameter's type";
  } else if (const char *fault = placeFault(head, first, last)) {
    return fault;
  }
  call.count = std::size_t(*steps);
  return nullptr;
}

} // namespace

extern "C" void regtt_count(regtt_call *call, size_t first, size_t last) {
  const regtt_head &head = *call->site->head;
  call->fault = count(*call, head, first, Test(head, last, 0));
}

extern "C" void regtt_count_to_real(regtt_call *call, size_t first,
                                    double last) {
  const regtt_head &head = *call->site->head;
  call->fault = count(*call, head, first, Test(head, 0, last));
}
