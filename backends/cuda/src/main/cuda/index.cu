// Elements and slices that indices pick, read and written. Operands are contiguous.
#include "units.cuh"

using namespace pelton;

// ---- gathers

// An element at an index's own place, but along one axis where it says. `at` is that axis among those of the indices.
template <typename Unit>
__device__ __forceinline__ void gather_elements(const Unit* data, const void* indices, Unit* out, const Axes& dims, const Axes& strides, int rank,
                                                int indexed, long long length, bool is_long, Extent elements, Watch watch) {
  long long element = thread_index();
  if (element >= count(elements)) return;
  long long index = load_index(indices, element, is_long);
  long long place = wrap(index, length);
  if (place < 0) {
    refuse(watch, element, index);
    out[element] = Unit{};
    return;
  }
  long long rest = element;
  long long from = 0;
  PELTON_ROLLED
  for (int axis = rank - 1; axis >= 0; axis--) {
    long long coordinate = axis == 0 ? rest : split(rest, dims.of[axis]);
    from += (axis == indexed ? place : coordinate) * strides.of[axis];
  }
  out[element] = data[from];
}

#define MAKE(width)                                                                                                                    \
  PELTON_KERNEL(gather_elements_##width, const unit_##width* data, const void* indices, unit_##width* out, PELTON_CONSTANT Axes dims,  \
                PELTON_CONSTANT Axes strides, int rank, int indexed, long long length, int is_long, Extent elements, Watch watch) {    \
    gather_elements(data, indices, out, dims, strides, rank, indexed, length, is_long != 0, elements, watch);                          \
  }
PELTON_WIDTHS(MAKE)
#undef MAKE

// The first axes of the data, whose indices lie side by side: the lengths of these axes, and how many slices one step on each is.
struct Indexed {
  Axes lengths;
  Axes strides;
  long long depth;
};

// Which slice the indices from `at` on name; -1 where one of them is outside of its axis.
__device__ __forceinline__ long long named_slice(const void* indices, long long at, const Indexed& indexed, bool is_long, bool reports,
                                                 Watch watch) {
  long long slice = 0;
  PELTON_ROLLED
  for (int i = 0; i < indexed.depth; i++) {
    long long index = load_index(indices, at + i, is_long);
    long long place = wrap(index, indexed.lengths.of[i]);
    if (place < 0) {
      if (reports) refuse(watch, at + i, index);
      return -1;
    }
    slice += place * indexed.strides.of[i];
  }
  return slice;
}

// `length` units of each slice; where these are none, indices are looked at only.
template <typename Unit>
__device__ __forceinline__ void gather_slices(const Unit* data, const void* indices, Unit* out, const Indexed& indexed, long long length,
                                              long long per_batch, long long batch_slices, bool is_long, Extent units, Watch watch) {
  long long unit = thread_index();
  if (unit >= count(units)) return;
  long long slice = unit;
  long long within = split(slice, length == 0 ? 1 : length);
  long long from = named_slice(indices, slice * indexed.depth, indexed, is_long, within == 0, watch);
  if (length == 0) return;
  if (from < 0) {
    clear_unit(out + unit, is_aligned<Unit>(out, out));
    return;
  }
  long long batch = slice;
  split(batch, per_batch);
  move_unit(out + unit, data + (batch * batch_slices + from) * length + within, is_aligned<Unit>(out, data));
}

#define MAKE(width)                                                                                                                       \
  PELTON_KERNEL(gather_slices_##width, const unit_##width* data, const void* indices, unit_##width* out, PELTON_CONSTANT Indexed indexed, \
                long long length, long long per_batch, long long batch_slices, int is_long, Extent units, Watch watch) {                  \
    gather_slices(data, indices, out, indexed, length, per_batch, batch_slices, is_long != 0, units, watch);                              \
  }
PELTON_WIDTHS(MAKE)
#undef MAKE

// ---- combining

enum Combination { REPLACE, ADD, MULTIPLY, MAX, MIN };

// Integers of a width: sums and products are the same of signed and unsigned ones; `flip` turns bits so that signed ones compare alike.
template <typename Unsigned, typename Signed>
struct Whole {
  using stored = Unsigned;
  using type = Unsigned;
  static __device__ __forceinline__ type load(stored value) { return value; }
  static __device__ __forceinline__ stored store(type value) { return value; }
  static __device__ __forceinline__ type combine(type x, type y, int combination, unsigned long long flip) {
    if (combination == ADD) return static_cast<type>(x + y);
    if (combination == MULTIPLY) return static_cast<type>(static_cast<unsigned long long>(x) * y);
    if (combination == REPLACE) return y;
    bool above = static_cast<Signed>(y ^ static_cast<type>(flip)) > static_cast<Signed>(x ^ static_cast<type>(flip));
    return above == (combination == MAX) ? y : x;
  }
};

// Extremes with a NaN among them are NaN, and 0 is above -0. Narrow floats are rounded once, at the end.
template <typename Stored>
struct Real {
  using stored = Stored;
  using type = typename Wide<Stored>::type;
  static __device__ __forceinline__ type load(stored value) { return Wide<Stored>::load(value); }
  static __device__ __forceinline__ stored store(type value) { return Wide<Stored>::store(value); }
  static __device__ __forceinline__ type combine(type x, type y, int combination, unsigned long long) {
    if (combination == ADD) return x + y;
    if (combination == MULTIPLY) return x * y;
    if (combination == REPLACE) return y;
    if (x != x) return x;
    if (y != y) return y;
    if (x == 0 && y == 0) return (signbit(x) != 0) == (combination == MAX) ? y : x;
    return (y > x) == (combination == MAX) ? y : x;
  }
};

// What has no arithmetic.
struct Opaque {
  using stored = unit_16;
  using type = unit_16;
  static __device__ __forceinline__ type load(stored value) { return value; }
  static __device__ __forceinline__ stored store(type value) { return value; }
  static __device__ __forceinline__ type combine(type, type y, int, unsigned long long) { return y; }
};

using integer_1 = Whole<unsigned char, signed char>;
using integer_2 = Whole<unsigned short, short>;
using integer_4 = Whole<unsigned, int>;
using integer_8 = Whole<unsigned long long, long long>;
using opaque_16 = Opaque;
using real_f64 = Real<double>;
using real_f32 = Real<float>;
using real_f16 = Real<f16>;
using real_bf16 = Real<bf16>;

#define COMBINED_IN_PLACE(make) make(integer_1) make(integer_2) make(integer_4) make(integer_8) make(opaque_16) make(real_f64) make(real_f32)
#define COMBINED(make) COMBINED_IN_PLACE(make) make(real_f16) make(real_bf16)

// ---- scattered elements

// Axes of data and indices; those of the indices are not longer, but for the one along which they say where.
struct Lines {
  Axes data_dims;
  Axes data_strides;
  Axes dims;
  Axes strides;
  long long rank;
  long long indexed;
};

// Each element of the output with all of its updates, in their order.
template <typename Numbers>
__device__ __forceinline__ void pull_elements(const typename Numbers::stored* data, const void* indices, const typename Numbers::stored* updates,
                                              typename Numbers::stored* out, const Lines& lines, int combination, unsigned long long flip,
                                              bool is_long, Extent elements, Watch watch) {
  long long element = thread_index();
  if (element >= count(elements)) return;
  long long rest = element;
  long long first = 0;
  long long place = 0;
  bool is_met = true;
  PELTON_ROLLED
  for (int axis = static_cast<int>(lines.rank) - 1; axis >= 0; axis--) {
    long long coordinate = axis == 0 ? rest : split(rest, lines.data_dims.of[axis]);
    if (axis == lines.indexed) {
      place = coordinate;
    } else {
      is_met = is_met && coordinate < lines.dims.of[axis];
      first += coordinate * lines.strides.of[axis];
    }
  }
  typename Numbers::type result = Numbers::load(data[element]);
  long long length = lines.data_dims.of[lines.indexed];
  long long step = lines.strides.of[lines.indexed];
  long long end = is_met ? lines.dims.of[lines.indexed] : 0;
  PELTON_ROLLED
  for (long long i = 0; i < end; i++) {
    long long at = first + i * step;
    long long index = load_index(indices, at, is_long);
    long long into = wrap(index, length);
    if (into < 0 && place == 0) refuse(watch, at, index);
    if (into == place) result = Numbers::combine(result, Numbers::load(updates[at]), combination, flip);
  }
  out[element] = Numbers::store(result);
}

#define MAKE(numbers)                                                                                                                        \
  PELTON_KERNEL(pull_elements_##numbers, const numbers::stored* data, const void* indices, const numbers::stored* updates,                    \
                numbers::stored* out, PELTON_CONSTANT Lines lines, int combination, unsigned long long flip, int is_long, Extent elements,   \
                Watch watch) {                                                                                                               \
    pull_elements<numbers>(data, indices, updates, out, lines, combination, flip, is_long != 0, elements, watch);                            \
  }
COMBINED(MAKE)
#undef MAKE

// Over a copy of the data. Lines along the axis share nothing; of each line, a worker has the places that are its own modulo the number
// of workers, a power of two, and goes through all updates, so that each place gets them in their order.
template <typename Numbers>
__device__ __forceinline__ void push_elements(const void* indices, const typename Numbers::stored* updates, typename Numbers::stored* out,
                                              const Lines& lines, long long workers, int combination, unsigned long long flip, bool is_long,
                                              Extent threads, Watch watch) {
  long long thread = thread_index();
  if (thread >= count(threads)) return;
  long long worker = thread & (workers - 1);
  long long rest = thread / workers;
  long long first = 0;
  long long target = 0;
  PELTON_ROLLED
  for (int axis = static_cast<int>(lines.rank) - 1; axis >= 0; axis--) {
    if (axis == lines.indexed) continue;
    long long coordinate = split(rest, lines.dims.of[axis]);
    first += coordinate * lines.strides.of[axis];
    target += coordinate * lines.data_strides.of[axis];
  }
  long long length = lines.data_dims.of[lines.indexed];
  long long step = lines.strides.of[lines.indexed];
  long long data_step = lines.data_strides.of[lines.indexed];
  long long end = lines.dims.of[lines.indexed];
  PELTON_ROLLED
  for (long long i = 0; i < end; i++) {
    long long at = first + i * step;
    long long index = load_index(indices, at, is_long);
    long long place = wrap(index, length);
    if (place < 0) {
      if (worker == 0) refuse(watch, at, index);
    } else if ((place & (workers - 1)) == worker) {
      typename Numbers::stored* into = out + target + place * data_step;
      *into = Numbers::store(Numbers::combine(Numbers::load(*into), Numbers::load(updates[at]), combination, flip));
    }
  }
}

#define MAKE(numbers)                                                                                                                    \
  PELTON_KERNEL(push_elements_##numbers, const void* indices, const numbers::stored* updates, numbers::stored* out,                       \
                PELTON_CONSTANT Lines lines, long long workers, int combination, unsigned long long flip, int is_long, Extent threads,   \
                Watch watch) {                                                                                                           \
    push_elements<numbers>(indices, updates, out, lines, workers, combination, flip, is_long != 0, threads, watch);                      \
  }
COMBINED_IN_PLACE(MAKE)
#undef MAKE

// ---- scattered slices

// Slices that a block finds out about at a time, for all of its threads. No slice has a number above 2^31.
constexpr int TILE = 512;

__device__ __forceinline__ void load_tile(int* tile, const void* indices, long long from, long long slices, const Indexed& indexed, bool is_long,
                                          bool reports, Watch watch) {
  __syncthreads();
  PELTON_ROLLED
  for (int i = threadIdx.x; i < TILE && from + i < slices; i += blockDim.x) {
    tile[i] = static_cast<int>(named_slice(indices, (from + i) * indexed.depth, indexed, is_long, reports, watch));
  }
  __syncthreads();
}

// Each element of the output with all of its updates, in their order.
template <typename Numbers>
__device__ __forceinline__ void pull_slices(const typename Numbers::stored* data, const void* indices, const typename Numbers::stored* updates,
                                            typename Numbers::stored* out, const Indexed& indexed, long long slices, long long length,
                                            long long elements, int combination, unsigned long long flip, bool is_long, Watch watch) {
  __shared__ int tile[TILE];
  long long element = thread_index();
  bool is_own = element < elements;
  long long slice = element;
  long long within = split(slice, length);
  typename Numbers::type result = is_own ? Numbers::load(data[element]) : typename Numbers::type{};
  for (long long from = 0; from < slices; from += TILE) {
    load_tile(tile, indices, from, slices, indexed, is_long, blockIdx.x == 0, watch);
    int end = slices - from < TILE ? static_cast<int>(slices - from) : TILE;
    PELTON_ROLLED
    for (int i = 0; is_own && i < end; i++) {
      if (tile[i] == slice) {
        result = Numbers::combine(result, Numbers::load(updates[(from + i) * length + within]), combination, flip);
      }
    }
  }
  if (is_own) out[element] = Numbers::store(result);
}

#define MAKE(numbers)                                                                                                                         \
  PELTON_KERNEL(pull_slices_##numbers, const numbers::stored* data, const void* indices, const numbers::stored* updates, numbers::stored* out, \
                PELTON_CONSTANT Indexed indexed, long long slices, long long length, long long elements, int combination,                    \
                unsigned long long flip, int is_long, Watch watch) {                                                                          \
    pull_slices<numbers>(data, indices, updates, out, indexed, slices, length, elements, combination, flip, is_long != 0, watch);             \
  }
COMBINED(MAKE)
#undef MAKE

// Over a copy of the data. Elements of a slice share nothing; of each, a worker has the slices that are its own modulo the number of
// workers, a power of two, and goes through all updates, so that each slice gets them in their order.
template <typename Numbers>
__device__ __forceinline__ void push_slices(const void* indices, const typename Numbers::stored* updates, typename Numbers::stored* out,
                                            const Indexed& indexed, long long slices, long long length, long long workers, int combination,
                                            unsigned long long flip, bool is_long, Watch watch) {
  __shared__ int tile[TILE];
  long long worker = thread_index();
  long long within = split(worker, length == 0 ? 1 : length);
  bool is_own = worker < workers && length > 0;
  for (long long from = 0; from < slices; from += TILE) {
    load_tile(tile, indices, from, slices, indexed, is_long, blockIdx.x == 0, watch);
    int end = slices - from < TILE ? static_cast<int>(slices - from) : TILE;
    PELTON_ROLLED
    for (int i = 0; is_own && i < end; i++) {
      int slice = tile[i];
      if (slice >= 0 && (slice & (workers - 1)) == worker) {
        typename Numbers::stored* into = out + slice * length + within;
        typename Numbers::type update = Numbers::load(updates[(from + i) * length + within]);
        *into = Numbers::store(Numbers::combine(Numbers::load(*into), update, combination, flip));
      }
    }
  }
}

#define MAKE(numbers)                                                                                                                     \
  PELTON_KERNEL(push_slices_##numbers, const void* indices, const numbers::stored* updates, numbers::stored* out,                          \
                PELTON_CONSTANT Indexed indexed, long long slices, long long length, long long workers, int combination,                  \
                unsigned long long flip, int is_long, Watch watch) {                                                                      \
    push_slices<numbers>(indices, updates, out, indexed, slices, length, workers, combination, flip, is_long != 0, watch);                \
  }
COMBINED_IN_PLACE(MAKE)
#undef MAKE

// ---- numbers that become lengths

PELTON_KERNEL(bind_length, const long long* number, long long* out, long long most, Watch watch) {
  if (thread_index() != 0) return;
  bool fits = *number >= 0 && *number <= most;
  if (!fits) refuse(watch, 0, *number);
  *out = fits ? *number : 0;
}
