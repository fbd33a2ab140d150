// Sums of table rows that indices pick.
#include "units.cuh"

using namespace pelton;

// What one launch adds up; more are added to its output by further ones.
constexpr int MAX_SUMMANDS = 8;

struct SummandPointers {
  const void* of[MAX_SUMMANDS];
};

struct SummandNumbers {
  long long of[MAX_SUMMANDS];
};

// Of the indices on the output's other axes; where there are none, of the summand itself.
struct SummandStrides {
  Axes of[MAX_SUMMANDS];
};

// ((t0[i0] + t1[i1]) + t2[i2]) + ..., each sum rounded.
template <typename T>
__device__ __forceinline__ void sum(T* out, const SummandPointers& tables, const SummandPointers& indices, const SummandNumbers& lengths,
                                    const SummandNumbers& row_strides, const SummandNumbers& column_strides, const Axes& dims,
                                    const SummandStrides& strides, int rank, int summands, long long columns, bool is_long, Extent elements,
                                    Watch watch) {
  long long element = thread_index();
  if (element >= count(elements)) return;
  long long run = element;
  long long column = split(run, columns);
  typename Wide<T>::type result = 0;
  PELTON_ROLLED
  for (int i = 0; i < summands; i++) {
    long long rest = run;
    long long at = 0;
    PELTON_ROLLED
    for (int axis = rank - 1; axis >= 0; axis--) {
      at += (axis == 0 ? rest : split(rest, dims.of[axis])) * strides.of[i].of[axis];
    }
    bool is_there = true;
    if (indices.of[i] != nullptr) {
      long long index = load_index(indices.of[i], at, is_long);
      long long row = wrap(index, lengths.of[i]);
      is_there = row >= 0;
      if (!is_there && column == 0) refuse(watch, run * summands + i, index);
      at = row * row_strides.of[i];
    }
    const T* table = static_cast<const T*>(tables.of[i]);
    typename Wide<T>::type value = is_there ? Wide<T>::load(table[at + column * column_strides.of[i]]) : typename Wide<T>::type{0};
    result = i == 0 ? value : Wide<T>::load(Wide<T>::store(result + value));
  }
  out[element] = Wide<T>::store(result);
}

// The sum or mean of the rows that `length` indices pick, in the order of a reduction.
template <typename T>
__device__ __forceinline__ void bag(const T* table, const void* indices, T* out, const View& places, long long rows, long long row_stride,
                                    long long column_stride, long long columns, long long length, bool is_mean, bool is_long,
                                    Extent elements, Watch watch) {
  using Sum = typename Wide<T>::type;
  long long element = thread_index();
  if (element >= count(elements)) return;
  long long number = element;
  long long column = split(number, columns);
  Sum sums[PARTIAL_SUMS];
  PELTON_ROLLED
  for (int partial = 0; partial < PARTIAL_SUMS; partial++) {
    Sum sum = 0;
    PELTON_ROLLED
    for (long long i = partial; i < length; i += PARTIAL_SUMS) {
      long long index = load_index(indices, position(places, number * length + i), is_long);
      long long row = wrap(index, rows);
      if (row >= 0) {
        sum += Wide<T>::load(table[row * row_stride + column * column_stride]);
      } else if (column == 0) {
        refuse(watch, number * length + i, index);
      }
    }
    sums[partial] = sum;
  }
  for (int half = PARTIAL_SUMS / 2; half > 0; half /= 2) {
    for (int partial = 0; partial < half; partial++) sums[partial] += sums[partial + half];
  }
  out[element] = Wide<T>::store(is_mean ? sums[0] / static_cast<Sum>(length) : sums[0]);
}

#define MAKE(name, type)                                                                                                                     \
  PELTON_KERNEL(embedding_sum_##name, type* out, PELTON_CONSTANT SummandPointers tables, PELTON_CONSTANT SummandPointers indices,                     \
                PELTON_CONSTANT SummandNumbers lengths, PELTON_CONSTANT SummandNumbers row_strides,                                        \
                PELTON_CONSTANT SummandNumbers column_strides, PELTON_CONSTANT Axes dims, PELTON_CONSTANT SummandStrides strides,          \
                int rank, int summands, long long columns, int is_long, Extent elements, Watch watch) {                                      \
    sum(out, tables, indices, lengths, row_strides, column_strides, dims, strides, rank, summands, columns, is_long != 0, elements, watch);  \
  }                                                                                                                                          \
  PELTON_KERNEL(embedding_bag_##name, const type* table, const void* indices, type* out, PELTON_CONSTANT View places, long long rows,                  \
                long long row_stride, long long column_stride, long long columns, long long length, int is_mean, int is_long, Extent elements, \
                Watch watch) {                                                                                                               \
    bag(table, indices, out, places, rows, row_stride, column_stride, columns, length, is_mean != 0, is_long != 0, elements, watch);          \
  }
MAKE(f64, double)
MAKE(f32, float)
MAKE(f16, f16)
MAKE(bf16, bf16)
#undef MAKE
