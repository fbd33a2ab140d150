// The operators of ai.onnx.ml on numbers, but for trees: linear models, scaling, encoding. Products add up over features in order, one fused
// multiply-add a step.

#include "order.cuh"
#include "score.cuh"

namespace pelton {

// (x - offset) * scale in the precision of T. A parameter is one for all columns where its step is 0, else one for each.
template <typename T, typename F>
__device__ __forceinline__ void scale_columns(const F* x, float* y, Extent elements, int columns, const float* offset,
                                              int offset_step, const float* scale, int scale_step) {
  long long index = thread_index();
  if (index >= count(elements)) return;
  int column = static_cast<int>(index % columns);
  T moved = static_cast<T>(x[index]) - static_cast<T>(offset[column * offset_step]);
  y[index] = static_cast<float>(moved * static_cast<T>(scale[column * scale_step]));
}

__device__ __forceinline__ bool is_missing(double value, double replaced) {
  return value == replaced || (value != value && replaced != replaced);
}
__device__ __forceinline__ bool is_missing(long long value, long long replaced) { return value == replaced; }

template <typename W, typename T>
__device__ __forceinline__ void impute(const T* x, T* y, Extent elements, int columns, int step, W replaced,
                                       const W* values) {
  long long index = thread_index();
  if (index >= count(elements)) return;
  T value = x[index];
  y[index] = is_missing(static_cast<W>(value), replaced) ? static_cast<T>(values[index % columns * step]) : value;
}

// Exact: where rounding an integer makes both equal, the integers behind them decide.
__device__ __forceinline__ bool is_above(long long x, float threshold, long long whole) {
  float rounded = static_cast<float>(x);
  return rounded > threshold || (rounded == threshold && x > whole);
}
__device__ __forceinline__ bool is_above(double x, float threshold, long long) { return x > threshold; }

template <typename W, typename T>
__device__ __forceinline__ void binarize(const T* x, T* y, Extent elements, float threshold, long long whole) {
  long long index = thread_index();
  if (index >= count(elements)) return;
  y[index] = static_cast<T>(is_above(static_cast<W>(x[index]), threshold, whole) ? 1 : 0);
}

// As NormalizerKernel.java numbers them.
enum Norm { NORM_MAX, NORM_L1, NORM_L2 };

template <typename T>
__device__ __forceinline__ void normalize_rows(const T* x, float* y, Extent rows, int columns, int norm) {
  long long row = thread_index();
  if (row >= count(rows)) return;
  const T* from = x + row * columns;
  double length = norm == NORM_MAX ? -__longlong_as_double(0x7ff0000000000000ll) : 0.0;
  PELTON_ROLLED
  for (int i = 0; i < columns; i++) {
    double value = static_cast<double>(from[i]);
    if (norm == NORM_L1) length = length + fabs(value);
    if (norm == NORM_L2) length = fma(value, value, length);
    if (norm == NORM_MAX && value > length) length = value;
  }
  if (norm == NORM_L2) length = sqrt(length);
  double divisor = length == 0 ? 1.0 : length;
  PELTON_ROLLED
  for (int i = 0; i < columns; i++) {
    y[row * columns + i] = static_cast<float>(static_cast<double>(from[i]) / divisor);
  }
}

// The columns of one operand among those of all; what the operand does not have is 0.
template <typename T>
__device__ __forceinline__ void take_columns(const T* x, float* y, Extent elements, int columns, int length, int total,
                                             int at) {
  long long index = thread_index();
  if (index >= count(elements)) return;
  long long row = index / length;
  int column = static_cast<int>(index - row * length);
  y[row * total + at + column] = column < columns ? static_cast<float>(x[row * columns + column]) : 0.0f;
}

// A block scores several rows. coefficients [features, outputs]; the raw scores stand in the output until their row is finished.
template <typename T>
__device__ __forceinline__ void score_linear(const T* x, long long* labels, float* scores, Extent row_count,
                                             int columns, int features, int outputs, const float* coefficients,
                                             const float* intercepts, const Finish& finish, int rows) {
  int width = finish.mode == FINISH_PAIR ? 2 : outputs;
  long long first = static_cast<long long>(blockIdx.x) * rows;
  long long rest = count(row_count) - first;
  int active = rest < rows ? static_cast<int>(rest < 0 ? 0 : rest) : rows;
  for (int item = static_cast<int>(threadIdx.x); item < active * outputs; item += static_cast<int>(blockDim.x)) {
    int row = item / outputs;
    int output = item - row * outputs;
    const T* from = x + (first + row) * columns;
    float sum = intercepts[output];
    for (int feature = 0; feature < features; feature++) {
      sum = fmaf(static_cast<float>(from[feature]),
                 coefficients[static_cast<long long>(feature) * outputs + output], sum);
    }
    scores[(first + row) * width + output] = sum;
  }
  __syncthreads();
  auto no_votes = [](int) { return false; };
  for (int row = static_cast<int>(threadIdx.x); row < active; row += static_cast<int>(blockDim.x)) {
    const float* raw = scores + (first + row) * width;
    auto get = [&](int i) { return static_cast<double>(raw[i]); };
    finish_row(finish, outputs, get, no_votes, first + row, labels, scores);
  }
}

// The place of a key in a list that ascends without repeats; -1 where it is not there.
__device__ __forceinline__ int find_key(unsigned long long key, const unsigned long long* keys, int key_count) {
  int from = 0;
  int to = key_count;
  while (from < to) {
    int middle = from + (to - from) / 2;
    if (keys[middle] < key) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from < key_count && keys[from] == key ? from : -1;
}

// A 1 at the element's category, 0 elsewhere. keys are those of I64; places: of each key among the categories.
template <typename T>
__device__ __forceinline__ void encode(const T* x, float* y, Extent results, int categories, const unsigned long long* keys,
                                       int key_count, const int* places, int zeros, Watch watch) {
  long long index = thread_index();
  if (index >= count(results)) return;
  long long element = index / categories;
  int category = static_cast<int>(index - element * categories);
  long long value = static_cast<long long>(x[element]);
  int found = find_key(static_cast<unsigned long long>(value) ^ 1ull << 63, keys, key_count);
  y[index] = found >= 0 && places[found] == category ? 1.0f : 0.0f;
  if (found < 0 && !zeros && category == 0) refuse(watch, index, value);
}

}  // namespace pelton

#define PELTON_COLUMNS(suffix, element, scaled, wide)                                                                  \
  PELTON_KERNEL(scale_##suffix, const element* x, float* y, pelton::Extent elements, int columns, const float* offset, \
                int offset_step, const float* scale, int scale_step) {                                                 \
    pelton::scale_columns<scaled>(x, y, elements, columns, offset, offset_step, scale, scale_step);                    \
  }                                                                                                                    \
  PELTON_KERNEL(impute_##suffix, const element* x, element* y, pelton::Extent elements, int columns, int step,         \
                wide replaced, const wide* values) {                                                                   \
    pelton::impute(x, y, elements, columns, step, replaced, values);                                                   \
  }                                                                                                                    \
  PELTON_KERNEL(binarize_##suffix, const element* x, element* y, pelton::Extent elements, float threshold,             \
                long long whole) {                                                                                     \
    pelton::binarize<wide>(x, y, elements, threshold, whole);                                                          \
  }                                                                                                                    \
  PELTON_KERNEL(normalize_##suffix, const element* x, float* y, pelton::Extent rows, int columns, int norm) {          \
    pelton::normalize_rows(x, y, rows, columns, norm);                                                                 \
  }                                                                                                                    \
  PELTON_KERNEL(take_##suffix, const element* x, float* y, pelton::Extent elements, int columns, int length,           \
                int total, int at) {                                                                                   \
    pelton::take_columns(x, y, elements, columns, length, total, at);                                                  \
  }                                                                                                                    \
  PELTON_KERNEL(linear_##suffix, const element* x, long long* labels, float* scores, pelton::Extent row_count,         \
                int columns, int features, int outputs, const float* coefficients, const float* intercepts,            \
                const long long* label_values, int mode, int post, int rule, int are_all_candidates, double threshold, \
                int rows) {                                                                                            \
    pelton::Finish finish{mode, post, rule, are_all_candidates, threshold, label_values};                              \
    pelton::score_linear(x, labels, scores, row_count, columns, features, outputs, coefficients, intercepts, finish,   \
                         rows);                                                                                        \
  }

PELTON_COLUMNS(f32, float, float, double)
PELTON_COLUMNS(f64, double, double, double)
PELTON_COLUMNS(i64, long long, float, long long)
PELTON_COLUMNS(i32, int, float, long long)

// A value for each element: that at its key's place, or the one before all others where it has no key. Each value fills a word, which has room
// for per_word of them.
PELTON_KERNEL(look_up, const void* x, void* y, pelton::Extent elements, int type, int value_type,
              const unsigned long long* keys, int key_count, const void* values, int per_word) {
  long long index = pelton::thread_index();
  if (index >= pelton::count(elements)) return;
  int place = pelton::find_key(pelton::order_at(x, type, index), keys, key_count);
  pelton::copy_element(values, (place + 1ll) * per_word, y, index, value_type);
}

#define PELTON_ONE_HOT(suffix, element)                                                                             \
  PELTON_KERNEL(one_hot_##suffix, const element* x, float* y, pelton::Extent results, int categories,               \
                const unsigned long long* keys, int key_count, const int* places, int zeros, pelton::Watch watch) { \
    pelton::encode(x, y, results, categories, keys, key_count, places, zeros, watch);                               \
  }

PELTON_ONE_HOT(i64, long long)
PELTON_ONE_HOT(i32, int)

// Chosen columns of every row.
PELTON_KERNEL(extract, const void* x, const long long* indices, void* y, pelton::Extent elements, int type, int columns,
              int chosen, pelton::Watch watch) {
  long long result = pelton::thread_index();
  if (result >= pelton::count(elements)) return;
  long long row = result / chosen;
  int position = static_cast<int>(result - row * chosen);
  long long index = indices[position];
  if (index < 0 || index >= columns) {
    pelton::refuse(watch, position, index);
    return;
  }
  pelton::copy_element(x, row * columns + index, y, result, type);
}
