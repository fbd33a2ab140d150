// Moves of elements: copies, joins, gathers, writes over a part, counting, and where elements are not zero.
#include "units.cuh"

using namespace pelton;

// ---- copies

// Bytes that lie one after the other on both sides. The last bytes are as many as are left over.
PELTON_KERNEL(copy_flat, const unsigned char* from, unsigned char* to, Extent bytes) {
  long long end = count(bytes);
  long long at = thread_index() * 16;
  if (at >= end) return;
  if (at + 16 <= end) {
    move_unit(reinterpret_cast<unit_16*>(to + at), reinterpret_cast<const unit_16*>(from + at), is_aligned<unit_16>(to, from));
    return;
  }
  PELTON_ROLLED
  for (; at < end; at++) to[at] = from[at];
}

// A view over another one of the same lengths, which starts `shift` units behind the pointer.
template <typename Unit>
__device__ __forceinline__ void copy_view(const Unit* from, Unit* to, const Axes& dims, const Axes& from_strides, const Axes& to_strides,
                                          long long rank, long long shift, Extent units) {
  long long index = thread_index();
  if (index >= count(units)) return;
  long long source = 0;
  long long target = shift;
  PELTON_ROLLED
  for (int axis = static_cast<int>(rank) - 1; axis > 0; axis--) {
    long long coordinate = split(index, dims.of[axis]);
    source += coordinate * from_strides.of[axis];
    target += coordinate * to_strides.of[axis];
  }
  if (rank > 0) {
    source += index * from_strides.of[0];
    target += index * to_strides.of[0];
  }
  move_unit(to + target, from + source, is_aligned<Unit>(to, from));
}

#define MAKE(width)                                                                                                                     \
  PELTON_KERNEL(copy_view_##width, const unit_##width* from, unit_##width* to, PELTON_CONSTANT Axes dims, PELTON_CONSTANT Axes from_strides, \
                PELTON_CONSTANT Axes to_strides, long long rank, long long shift, Extent units) {                                      \
    copy_view(from, to, dims, from_strides, to_strides, rank, shift, units);                                                            \
  }
PELTON_WIDTHS(MAKE)
#undef MAKE

// A view to contiguous memory, where the view's neighbours are not those of the memory's last axis but of `near`: through tiles, whose
// rows are read along the one and written along the other. A block is a tile of 32 x 32, and 256 threads.
constexpr int TILE = 32;
constexpr int TILE_ROWS = 8;

template <typename Unit>
__device__ __forceinline__ void copy_tile(const Unit* from, Unit* to, const Axes& dims, const Axes& from_strides, const Axes& to_strides,
                                          int rank, int near, Extent units) {
  __shared__ Unit tile[TILE][TILE + 1];
  int last = rank - 1;
  long long rest = blockIdx.x;
  long long column = split(rest, (dims.of[last] + TILE - 1) / TILE) * TILE;
  long long row = split(rest, (dims.of[near] + TILE - 1) / TILE) * TILE;
  long long source = 0;
  long long target = 0;
  PELTON_ROLLED
  for (int axis = last - 1; axis >= 0; axis--) {
    if (axis == near) continue;
    long long coordinate = split(rest, dims.of[axis]);
    source += coordinate * from_strides.of[axis];
    target += coordinate * to_strides.of[axis];
  }
  int x = threadIdx.x % TILE;
  int y = threadIdx.x / TILE;
  PELTON_ROLLED
  for (int i = y; i < TILE; i += TILE_ROWS) {
    if (row + x < dims.of[near] && column + i < dims.of[last]) {
      tile[i][x] = from[source + (row + x) * from_strides.of[near] + (column + i) * from_strides.of[last]];
    }
  }
  __syncthreads();
  long long end = count(units);
  PELTON_ROLLED
  for (int i = y; i < TILE; i += TILE_ROWS) {
    long long at = target + (row + i) * to_strides.of[near] + column + x;
    if (row + i < dims.of[near] && column + x < dims.of[last] && at < end) to[at] = tile[x][i];
  }
}

#define MAKE(width)                                                                                                                     \
  PELTON_KERNEL(copy_tile_##width, const unit_##width* from, unit_##width* to, PELTON_CONSTANT Axes dims, PELTON_CONSTANT Axes from_strides, \
                PELTON_CONSTANT Axes to_strides, int rank, int near, Extent units) {                                                   \
    copy_tile(from, to, dims, from_strides, to_strides, rank, near, units);                                                             \
  }
PELTON_WIDTHS(MAKE)
#undef MAKE

// Elements of 2 or 4 bits, low bits first; a thread fills a byte. Both sides are told by their storage and the element at which they start.
PELTON_KERNEL(copy_packed, const unsigned char* from, long long from_start, unsigned char* to, long long to_start,
              PELTON_CONSTANT View view, int bits, Extent elements) {
  int per_byte = 8 / bits;
  int mask = (1 << bits) - 1;
  long long byte = to_start / per_byte + thread_index();
  long long first = byte * per_byte - to_start;
  long long end = count(elements);
  if (first >= end) return;
  int packed = to[byte];
  PELTON_ROLLED
  for (int i = 0; i < per_byte; i++) {
    long long index = first + i;
    if (index < 0 || index >= end) continue;
    long long element = from_start + position(view, index);
    int value = from[element / per_byte] >> (static_cast<int>(element % per_byte) * bits) & mask;
    packed = (packed & ~(mask << (i * bits))) | value << (i * bits);
  }
  to[byte] = static_cast<unsigned char>(packed);
}

// ---- joins

// Up to so many parts side by side, each a matrix of any strides: a row of the output is a row of each of them.
constexpr int MAX_PARTS = 32;

struct PartPointers {
  const void* of[MAX_PARTS];
};

struct PartNumbers {
  long long of[MAX_PARTS];
};

template <typename Unit>
__device__ __forceinline__ void join(Unit* to, const PartPointers& from, const PartNumbers& ends, const PartNumbers& row_strides,
                                     const PartNumbers& column_strides, int parts, long long width, long long stride, Extent units) {
  long long row = thread_index();
  if (row >= count(units)) return;
  long long column = split(row, width);
  int part = 0;
  while (part + 1 < parts && column >= ends.of[part]) part++;
  long long begin = part == 0 ? 0 : ends.of[part - 1];
  const Unit* source = static_cast<const Unit*>(from.of[part]) + row * row_strides.of[part] + (column - begin) * column_strides.of[part];
  Unit* target = to + row * stride + column;
  move_unit(target, source, is_aligned<Unit>(target, source));
}

#define MAKE(width_)                                                                                                                  \
  PELTON_KERNEL(join_##width_, unit_##width_* to, PELTON_CONSTANT PartPointers from, PELTON_CONSTANT PartNumbers ends,                \
                PELTON_CONSTANT PartNumbers row_strides, PELTON_CONSTANT PartNumbers column_strides, int parts, long long shift,      \
                long long width, long long stride, Extent units) {                                                                    \
    join(to + shift, from, ends, row_strides, column_strides, parts, width, stride, units);                                           \
  }
PELTON_WIDTHS(MAKE)
#undef MAKE

// ---- gathers along an axis

// For each index of the axes before it, one slice per index; `slice` units of it.
template <typename Unit>
__device__ __forceinline__ void gather(const Unit* data, const void* indices, Unit* out, const View& outer, const View& inner, const View& places,
                                       long long index_count, long long slice, long long length, long long stride, bool is_long,
                                       Extent units, Watch watch) {
  long long rest = thread_index();
  if (rest >= count(units)) return;
  Unit* target = out + rest;
  long long within = split(rest, slice);
  long long slice_number = rest;
  long long number = split(rest, index_count);
  long long index = load_index(indices, position(places, number), is_long);
  long long at = wrap(index, length);
  if (at < 0) {
    if (within == 0) refuse(watch, slice_number, index);
    clear_unit(target, is_aligned<Unit>(out, out));
    return;
  }
  const Unit* source = data + position(outer, rest) + at * stride + position(inner, within);
  move_unit(target, source, is_aligned<Unit>(out, data));
}

#define MAKE(width)                                                                                                                      \
  PELTON_KERNEL(gather_##width, const unit_##width* data, const void* indices, unit_##width* out, PELTON_CONSTANT View outer,            \
                PELTON_CONSTANT View inner, PELTON_CONSTANT View places, long long index_count, long long slice, long long length,      \
                long long stride, int is_long, Extent units, Watch watch) {                                                              \
    gather(data, indices, out, outer, inner, places, index_count, slice, length, stride, is_long != 0, units, watch);                    \
  }
PELTON_WIDTHS(MAKE)
#undef MAKE

// ---- writes over a part

// Where an update starts on an axis of `length`: a constant and, where there is one, a number on the device; -1 where it does not fit.
__device__ __forceinline__ long long update_start(long long constant, const long long* dynamic, long long length, long long written,
                                                  bool rotating, Watch watch) {
  long long start = constant + (dynamic == nullptr ? 0 : *dynamic);
  if (rotating) {
    if (length == 0) return 0;
    long long rest = start % length;
    return rest < 0 ? rest + length : rest;
  }
  if (start >= 0 && start <= length - written) return start;
  if (thread_index() == 0) refuse(watch, 0, start);
  return -1;
}

template <typename Unit>
__device__ __forceinline__ void write_slice(const Unit* from, Unit* to, const Axes& dims, const Axes& from_strides, const Axes& to_strides,
                                            int rank, int axis_written, long long length, long long start, Extent units) {
  long long index = thread_index();
  if (start < 0 || index >= count(units)) return;
  long long source = 0;
  long long target = 0;
  PELTON_ROLLED
  for (int axis = rank - 1; axis >= 0; axis--) {
    long long coordinate = axis == 0 ? index : split(index, dims.of[axis]);
    source += coordinate * from_strides.of[axis];
    if (axis == axis_written) {
      coordinate += start;
      if (coordinate >= length) coordinate -= length;
    }
    target += coordinate * to_strides.of[axis];
  }
  move_unit(to + target, from + source, is_aligned<Unit>(to, from));
}

#define MAKE(width)                                                                                                                       \
  PELTON_KERNEL(write_slice_##width, const unit_##width* from, unit_##width* to, PELTON_CONSTANT Axes dims,                               \
                PELTON_CONSTANT Axes from_strides, PELTON_CONSTANT Axes to_strides, int rank, int axis_written, long long length,        \
                long long written, long long constant, const long long* dynamic, int rotating, Extent units, Watch watch) {               \
    long long start = update_start(constant, dynamic, length, written, rotating != 0, watch);                                             \
    write_slice(from, to, dims, from_strides, to_strides, rank, axis_written, length, start, units);                                      \
  }
PELTON_WIDTHS(MAKE)
#undef MAKE

// The same of elements of 2 or 4 bits, which share bytes: one thread.
PELTON_KERNEL(write_slice_packed, const unsigned char* from, long long from_start, unsigned char* to, long long to_start, int bits,
              PELTON_CONSTANT Axes dims, PELTON_CONSTANT Axes from_strides, PELTON_CONSTANT Axes to_strides, int rank, int axis_written,
              long long length, long long written, long long constant, const long long* dynamic, int rotating, Extent elements,
              Watch watch) {
  long long start = update_start(constant, dynamic, length, written, rotating != 0, watch);
  if (thread_index() != 0 || start < 0) return;
  int per_byte = 8 / bits;
  int mask = (1 << bits) - 1;
  long long end = count(elements);
  PELTON_ROLLED
  for (long long n = 0; n < end; n++) {
    long long index = n;
    long long source = from_start;
    long long target = to_start;
    PELTON_ROLLED
    for (int axis = rank - 1; axis >= 0; axis--) {
      long long coordinate = axis == 0 ? index : split(index, dims.of[axis]);
      source += coordinate * from_strides.of[axis];
      if (axis == axis_written) {
        coordinate += start;
        if (coordinate >= length) coordinate -= length;
      }
      target += coordinate * to_strides.of[axis];
    }
    int value = from[source / per_byte] >> (static_cast<int>(source % per_byte) * bits) & mask;
    int shift = static_cast<int>(target % per_byte) * bits;
    unsigned char* byte = to + target / per_byte;
    *byte = static_cast<unsigned char>((*byte & ~(mask << shift)) | value << shift);
  }
}

// ---- zeros

PELTON_KERNEL(zero_flat, unsigned char* to, Extent bytes) {
  long long end = count(bytes);
  long long at = thread_index() * 16;
  if (at >= end) return;
  if (at + 16 <= end) {
    clear_unit(reinterpret_cast<unit_16*>(to + at), is_aligned<unit_16>(to, to));
    return;
  }
  PELTON_ROLLED
  for (; at < end; at++) to[at] = 0;
}

#define MAKE(width)                                                                              \
  PELTON_KERNEL(zero_view_##width, unit_##width* to, PELTON_CONSTANT View view, Extent units) { \
    long long index = thread_index();                                                            \
    if (index < count(units)) clear_unit(to + position(view, index), is_aligned<unit_##width>(to, to)); \
  }
PELTON_WIDTHS(MAKE)
#undef MAKE

// Elements of 2 or 4 bits, which share bytes: one thread.
PELTON_KERNEL(zero_packed, unsigned char* to, long long start, PELTON_CONSTANT View view, int bits, Extent elements) {
  if (thread_index() != 0) return;
  int per_byte = 8 / bits;
  int mask = (1 << bits) - 1;
  long long end = count(elements);
  PELTON_ROLLED
  for (long long index = 0; index < end; index++) {
    long long element = start + position(view, index);
    to[element / per_byte] &= static_cast<unsigned char>(~(mask << (static_cast<int>(element % per_byte) * bits)));
  }
}

// ---- counting along an axis

template <typename T>
struct Counted {
  static __device__ __forceinline__ T of(unsigned index) { return static_cast<T>(index); }
};

template <>
struct Counted<f16> {
  static __device__ __forceinline__ f16 of(unsigned index) { return to_f16(static_cast<float>(index)); }
};

template <>
struct Counted<bf16> {
  // Rounded once: what a float32 can't hold of an index is kept as one bit that is not zero.
  static __device__ __forceinline__ bf16 of(unsigned index) {
    if (index >= 1u << 24) index = (index & ~0x7fu) | ((index & 0x7fu) != 0 ? 0x80u : 0);
    return to_bf16(static_cast<float>(index));
  }
};

#define MAKE(name, type)                                                                              \
  PELTON_KERNEL(iota_##name, type* out, long long length, long long inner, Extent elements) {         \
    long long at = thread_index();                                                                    \
    if (at >= count(elements)) return;                                                                \
    long long rest = at;                                                                              \
    split(rest, inner);                                                                               \
    out[at] = Counted<type>::of(static_cast<unsigned>(split(rest, length)));                          \
  }
MAKE(i8, unsigned char)
MAKE(i16, unsigned short)
MAKE(i32, unsigned)
MAKE(i64, unsigned long long)
MAKE(f64, double)
MAKE(f32, float)
MAKE(f16, f16)
MAKE(bf16, bf16)
#undef MAKE

// ---- where elements are not zero

// Elements that a block looks at. Counts of blocks go to the upper halves of the first row's columns where the blocks' elements start: the
// columns' own values, which are below 2^31, take the lower halves only.
constexpr int CHUNK = 1024;
constexpr int CHUNK_THREADS = 256;

// Bits that tell an element from 0: all but the sign of a float.
__device__ __forceinline__ bool is_set(const void* data, long long at, int width, unsigned long long mask) {
  unsigned long long bits = width == 1   ? static_cast<const unit_1*>(data)[at]
                            : width == 2 ? static_cast<const unit_2*>(data)[at]
                            : width == 4 ? static_cast<const unit_4*>(data)[at]
                                         : static_cast<const unit_8*>(data)[at];
  return (bits & mask) != 0;
}

PELTON_KERNEL(non_zero_of_scalar, const void* data, int width, unsigned long long mask, long long* found) {
  if (thread_index() == 0) *found = is_set(data, 0, width, mask) ? 1 : 0;
}

PELTON_KERNEL(non_zero_count, const void* data, PELTON_CONSTANT View view, int width, unsigned long long mask, long long elements,
              unsigned* indices) {
  __shared__ unsigned found;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  long long first = static_cast<long long>(blockIdx.x) * CHUNK;
  unsigned mine = 0;
  PELTON_ROLLED
  for (int i = threadIdx.x; i < CHUNK; i += CHUNK_THREADS) {
    if (first + i < elements && is_set(data, position(view, first + i), width, mask)) mine++;
  }
  if (mine != 0) atomicAdd(&found, mine);
  __syncthreads();
  if (threadIdx.x == 0) indices[2 * first + 1] = found;
}

// Makes the counts of blocks the counts of all blocks before. One block.
PELTON_KERNEL(non_zero_scan, unsigned* indices, long long chunks, long long* found) {
  __shared__ unsigned sums[CHUNK_THREADS];
  int thread = threadIdx.x;
  unsigned before = 0;
  for (long long from = 0; from < chunks; from += CHUNK_THREADS) {
    long long at = 2 * (from + thread) * CHUNK + 1;
    unsigned own = from + thread < chunks ? indices[at] : 0;
    sums[thread] = own;
    __syncthreads();
    for (int step = 1; step < CHUNK_THREADS; step *= 2) {
      unsigned left = thread >= step ? sums[thread - step] : 0;
      __syncthreads();
      sums[thread] += left;
      __syncthreads();
    }
    if (from + thread < chunks) indices[at] = before + sums[thread] - own;
    before += sums[CHUNK_THREADS - 1];
    __syncthreads();
  }
  if (thread == 0) *found = before;
}

PELTON_KERNEL(non_zero_write, const void* data, PELTON_CONSTANT View view, PELTON_CONSTANT View shape, int width, unsigned long long mask,
              long long elements, unsigned* indices) {
  __shared__ unsigned sums[CHUNK_THREADS];
  int thread = threadIdx.x;
  long long first = static_cast<long long>(blockIdx.x) * CHUNK;
  unsigned before = indices[2 * first + 1];
  PELTON_ROLLED
  for (int from = 0; from < CHUNK; from += CHUNK_THREADS) {
    long long element = first + from + thread;
    bool set = element < elements && is_set(data, position(view, element), width, mask);
    sums[thread] = set ? 1 : 0;
    __syncthreads();
    for (int step = 1; step < CHUNK_THREADS; step *= 2) {
      unsigned left = thread >= step ? sums[thread - step] : 0;
      __syncthreads();
      sums[thread] += left;
      __syncthreads();
    }
    if (set) {
      long long column = before + sums[thread] - 1;
      PELTON_ROLLED
      for (int axis = static_cast<int>(shape.rank) - 1; axis >= 0; axis--) {
        long long at = 2 * (axis * elements + column);
        indices[at] = static_cast<unsigned>(split(element, shape.dims.of[axis]));
        if (axis != 0 || column % CHUNK != 0) indices[at + 1] = 0;
      }
    }
    before += sums[CHUNK_THREADS - 1];
    __syncthreads();
  }
}

// Leaves zeros behind the columns that were found, and takes the counts away.
PELTON_KERNEL(non_zero_finish, unsigned* indices, int rank, long long elements, const long long* found) {
  long long column = thread_index();
  if (column >= elements) return;
  bool is_left = column >= *found;
  PELTON_ROLLED
  for (int axis = 0; axis < rank; axis++) {
    long long at = 2 * (axis * elements + column);
    if (is_left) indices[at] = 0;
    if (is_left || (axis == 0 && column % CHUNK == 0)) indices[at + 1] = 0;
  }
}
