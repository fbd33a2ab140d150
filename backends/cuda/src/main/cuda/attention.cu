// Scaled dot-product attention in one launch, without scores in global memory.
//
// A block has some queries of one head and goes through the keys three times: for the largest score, for the sum of the powers, for the
// weighted sum of the values. Weights are scaled by the whole sum before they are rounded and multiplied, as the plain kernel does it,
// so the powers cannot be rescaled as one goes. Scores stay in shared memory where a row of them fits; else each pass computes them anew.
#include "math.cuh"
#include "pelton.cuh"
#include "steps.cuh"
#include "tile.cuh"

namespace pelton {

enum Scaling { SCALING_NONE, SCALING_MULTIPLY, SCALING_DIVIDE };

// Lengths and strides of q [B, H, M, D], k [B, H / shared, N, D], v [B, H / shared, N, E], and a mask [B, H, M, N].
struct AttentionShape {
  long long heads;
  long long shared;
  long long queries;
  long long keys;
  long long features;
  long long outputs;
  long long query_tiles;
  long long row_stride;  // of scores in shared memory
  long long is_resident;
  long long scaling;
  double scale;
  long long is_causal;
  long long q[4];
  long long k[4];
  long long v[4];
  long long mask[4];
};

// As Math.max.
template <typename T>
__device__ __forceinline__ T larger(T one, T other) {
  return other > one || other != other ? other : one;
}

template <typename T>
struct Widened {
  __device__ __forceinline__ typename Wide<T>::type operator()(T value, int) const { return Wide<T>::load(value); }
};

// Weights as the left operand of a product: they are in shared memory already.
template <typename Stage>
struct Weights {
  const Stage* row;
  __device__ __forceinline__ void fetch(int) const {}
  __device__ __forceinline__ void store(int) const {}
  __device__ __forceinline__ void read(int, int start, int k, Stage (&values)[1]) const { values[0] = row[start + k]; }
};

// What one block computes. Every thread has one query and some of the keys, or of the outputs, of a tile.
template <typename T, typename Shape>
class Attention {
  using wide = typename Wide<T>::type;
  static constexpr int RESULTS = Shape::RESULTS_ACROSS;

  const AttentionShape& shape;
  Halves<Shape, wide>& halves;
  wide* const row;
  const Lines<T> queries;
  const T* const keys;
  const T* const mask;
  const int query;

 public:
  // `row` is where the thread's query has its scores.
  __device__ __forceinline__ Attention(const AttentionShape& shape, Halves<Shape, wide>& halves, wide* row, const Lines<T>& queries,
                                       const T* keys, const T* mask, int query)
      : shape(shape), halves(halves), row(row), queries(queries), keys(keys), mask(mask), query(query) {}

  __device__ __forceinline__ int tile_end(int start) const {
    return shape.keys - start < Shape::ACROSS ? static_cast<int>(shape.keys) : start + Shape::ACROSS;
  }

  // Calls `change` with each of the thread's scores from the tile's first key on.
  template <typename Change>
  __device__ __forceinline__ void each(int start, const Change& change) const {
    int first = shape.is_resident ? 0 : start;
#pragma unroll
    for (int j = 0; j < RESULTS; j++) {
      int key = start + Shape::column(j);
      if (key < shape.keys) row[key - first] = change(row[key - first]);
    }
  }

  // Leaves the scores of the keys of a tile in shared memory.
  __device__ __forceinline__ void score(int start) const {
    wide sums[1][RESULTS];
    clear<Shape>(sums);
    Lines<T> lines{keys + start * shape.k[2], shape.k[2], shape.k[3], tile_end(start) - start};
    int features = static_cast<int>(shape.features);
    multiply<Shape, wide>(load_left<Shape, wide>(queries, Widened<T>(), features, halves),
                          load_right<Shape, wide>(lines, Widened<T>(), features, halves), features, sums);
    int first = shape.is_resident ? 0 : start;
#pragma unroll
    for (int j = 0; j < RESULTS; j++) {
      int key = start + Shape::column(j);
      if (key < shape.keys) row[key - first] = finished(sums[0][j], key);
    }
  }

  __device__ __forceinline__ wide finished(wide score, int key) const {
    score = Steps<T>::round(score);
    wide scale = static_cast<wide>(shape.scale);
    if (shape.scaling == SCALING_MULTIPLY) score = Steps<T>::round(score * scale);
    if (shape.scaling == SCALING_DIVIDE) score = Steps<T>::round(score / scale);
    if (mask != nullptr && query < shape.queries) {
      score = Steps<T>::add(score, Wide<T>::load(mask[query * shape.mask[2] + key * shape.mask[3]]));
    }
    if (shape.is_causal && key > query) score = Steps<T>::add(score, static_cast<wide>(-INFINITY));
    return score;
  }

  // Adds the values of the keys from `start` to `end`, in the columns from `column` on, times their weights.
  __device__ __forceinline__ void weigh(const T* values, int start, int end, int column, wide (&sums)[1][RESULTS]) const {
    int lines = shape.outputs - column < Shape::ACROSS ? static_cast<int>(shape.outputs) - column : Shape::ACROSS;
    Lines<T> columns{values + start * shape.v[2] + column * shape.v[3], shape.v[3], shape.v[2], lines};
    multiply<Shape, wide>(Weights<wide>{row}, load_right<Shape, wide>(columns, Widened<T>(), end - start, halves), end - start, sums);
  }
};

// Adds sixteen partial sums up, as every sum of this library does.
template <typename Sum>
__device__ __forceinline__ Sum total(const Sum* shares) {
  Sum sums[PARTIAL_SUMS];
#pragma unroll
  for (int i = 0; i < PARTIAL_SUMS; i++) sums[i] = shares[i];
#pragma unroll
  for (int i = 0; i < 8; i++) sums[i] += sums[i + 8];
#pragma unroll
  for (int i = 0; i < 4; i++) sums[i] += sums[i + 4];
  return (sums[0] + sums[2]) + (sums[1] + sums[3]);
}

template <typename T, typename Shape>
__device__ __forceinline__ void attention(const T* q, const T* k, const T* v, const T* mask, T* out, const AttentionShape& shape,
                                          Extent extent) {
  using wide = typename Wide<T>::type;
  __shared__ Halves<Shape, wide> halves;
  __shared__ wide shares[Shape::DOWN][Shape::THREADS_ACROSS];
  PELTON_SHARED(wide, scores);
  int head = blockIdx.x / static_cast<int>(shape.query_tiles);
  if (head >= count(extent) / (shape.queries * shape.outputs)) return;
  int first = blockIdx.x % static_cast<int>(shape.query_tiles) * Shape::DOWN;
  int batch = head / static_cast<int>(shape.heads);
  int of_batch = head % static_cast<int>(shape.heads);
  int group = of_batch / static_cast<int>(shape.shared);
  int down = Shape::thread_down();
  int lane = Shape::thread_across();
  int query = first + down;
  wide* row = scores + down * shape.row_stride;
  int present = shape.queries - first < Shape::DOWN ? static_cast<int>(shape.queries) - first : Shape::DOWN;
  Lines<T> queries{q + batch * shape.q[0] + of_batch * shape.q[1] + first * shape.q[2], shape.q[2], shape.q[3], present};
  const T* masks = mask == nullptr ? nullptr : mask + batch * shape.mask[0] + of_batch * shape.mask[1];
  Attention<T, Shape> block(shape, halves, row, queries, k + batch * shape.k[0] + group * shape.k[1], masks, query);
  const T* values = v + batch * shape.v[0] + group * shape.v[1];
  int keys = static_cast<int>(shape.keys);

  bool is_resident = shape.is_resident;

  wide largest = -INFINITY;
  wide part = 0;
  int passes = 2 + static_cast<int>((shape.outputs + Shape::ACROSS - 1) / Shape::ACROSS);
#pragma unroll 1
  for (int pass = 0; pass < passes; pass++) {
    bool is_weighing = pass >= 2;
    int column = (pass - 2) * Shape::ACROSS;
    wide share = 0;
    wide sums[1][Shape::RESULTS_ACROSS];
    clear<Shape>(sums);
    int step = is_resident && is_weighing ? keys : Shape::ACROSS;
#pragma unroll 1
    for (int start = 0; start < keys; start += step) {
      if (!is_resident || pass == 0) block.score(start);
      if (pass == 0) {
        block.each(start, [&](wide score) {
          largest = larger(largest, score);
          return score;
        });
      } else if (!is_resident || pass == 1) {
        block.each(start, [&](wide score) {
          wide power = pelton::decay(largest - score);
          return is_weighing ? Steps<T>::round(power * part) : power;
        });
      }
      int end = start + step < keys ? start + step : keys;
      if (pass == 1) {
        __syncthreads();
        const wide* powers = is_resident ? row + start : row;
        for (int key = lane; lane < PARTIAL_SUMS && key < end - start; key += PARTIAL_SUMS) share += powers[key];
      }
      if (is_weighing) block.weigh(values, start, end, column, sums);
    }
    if (pass == 0) {
      shares[down][lane] = largest;
      __syncthreads();
      for (int other = 0; other < Shape::THREADS_ACROSS; other++) largest = larger(largest, shares[down][other]);
      __syncthreads();
    } else if (pass == 1) {
      shares[down][lane] = share;
      __syncthreads();
      part = static_cast<wide>(1) / total(shares[down]);
      for (int start = 0; is_resident && start < keys; start += Shape::ACROSS) {
        block.each(start, [&](wide power) { return Steps<T>::round(power * part); });
      }
    } else {
#pragma unroll
      for (int j = 0; j < Shape::RESULTS_ACROSS; j++) {
        int at = column + Shape::column(j);
        if (query < shape.queries && at < shape.outputs) {
          out[(head * shape.queries + query) * shape.outputs + at] = Wide<T>::store(sums[0][j]);
        }
      }
    }
  }
}

// 16 queries read each key and value once for all of them; 4 do when there are no more, as when one token follows the other.
using ManyQueries = Tile<16, 64, 16, 1, 1, 4>;
using FewQueries = Tile<4, 64, 16, 1>;

}  // namespace pelton

#define ATTENTION(name, type, queries)                                                                                    \
  PELTON_KERNEL(name, const type* q, const type* k, const type* v, const type* mask, type* out,                           \
                PELTON_CONSTANT pelton::AttentionShape shape, pelton::Extent extent) {                                    \
    pelton::attention<type, queries>(q, k, v, mask, out, shape, extent);                                                  \
  }

ATTENTION(many_f32, float, pelton::ManyQueries)
ATTENTION(many_f64, double, pelton::ManyQueries)
ATTENTION(many_f16, pelton::f16, pelton::ManyQueries)
ATTENTION(many_bf16, pelton::bf16, pelton::ManyQueries)
ATTENTION(few_f32, float, pelton::FewQueries)
ATTENTION(few_f64, double, pelton::FewQueries)
ATTENTION(few_f16, pelton::f16, pelton::FewQueries)
ATTENTION(few_bf16, pelton::bf16, pelton::FewQueries)
