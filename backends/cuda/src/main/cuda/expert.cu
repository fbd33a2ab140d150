// Products of each token with the matrices of the experts that were chosen for it.
//
// A block has some columns of one expert's matrix. It looks for the choices of its expert and multiplies as many of them at once as its
// tile has rows, wherever they are: so the matrix is read once for all of them, and nothing is sorted before.
#include "product.cuh"

namespace pelton {

struct Experts {
  long long count;
  long long inner;
  long long columns;
  long long choices_per_row;  // choices that share a row of x
  long long tiles_across;
  long long is_wide;  // whether choices have 64 bits
};

// Experts that were chosen.
struct Chosen {
  const void* at;
  bool is_wide;

  __device__ __forceinline__ long long operator[](int choice) const {
    return is_wide ? static_cast<const long long*>(at)[choice] : static_cast<const int*>(at)[choice];
  }
};

// Rows of a matrix in any order, as left operand of a tile; four steps of a row are read at once.
template <typename T, typename Shape, typename Stage>
class GatheredRows {
  static constexpr int UNITS = Shape::DOWN * Shape::DEPTH / 4;
  static_assert(UNITS <= Shape::THREADS, "one unit a thread");

  const T* const at;  // the thread's own row; null where there is none
  const int inner;
  Halves<Shape, Stage>& halves;
  T held[4];

  static __device__ __forceinline__ int step() { return threadIdx.x % (Shape::DEPTH / 4) * 4; }

 public:
  static __device__ __forceinline__ int line() { return threadIdx.x / (Shape::DEPTH / 4); }

  __device__ __forceinline__ GatheredRows(const T* at, int inner, Halves<Shape, Stage>& halves) : at(at), inner(inner), halves(halves) {}

  __device__ __forceinline__ void fetch(int start) {
    int first = start + step();
    bool is_whole = at != nullptr && first + 4 <= inner && is_aligned(at, 0) && first % 4 == 0;
    if (is_whole) {
      Four<T> four = *reinterpret_cast<const Four<T>*>(at + first);
#pragma unroll
      for (int i = 0; i < 4; i++) held[i] = four.of[i];
    } else {
#pragma unroll
      for (int i = 0; i < 4; i++) held[i] = at != nullptr && first + i < inner ? at[first + i] : T{};
    }
  }

  __device__ __forceinline__ void store(int half) const {
    if (threadIdx.x >= UNITS) return;
#pragma unroll
    for (int i = 0; i < 4; i++) halves.left[half][step() + i][line()] = Wide<T>::load(held[i]);
  }

  __device__ __forceinline__ void read(int half, int, int k, Stage (&values)[Shape::RESULTS_DOWN]) const {
#pragma unroll
    for (int i = 0; i < Shape::RESULTS_DOWN; i++) values[i] = halves.left[half][k][Shape::row(i)];
  }
};

// The choices of one expert, in no order, as many as fit.
template <int THREADS, int WANTED>
class ExpertChoices {
  static constexpr int CAPACITY = 2 * (THREADS + WANTED);

  int (&found)[CAPACITY];
  int& end;
  int begin = 0;
  int seen = 0;

 public:
  using Found = int[CAPACITY];

  __device__ __forceinline__ ExpertChoices(Found& found, int& end) : found(found), end(end) {
    if (threadIdx.x == 0) end = 0;
    __syncthreads();
  }

  // Looks on until there are enough or no more; how many there are, up to WANTED.
  __device__ __forceinline__ int next(const Chosen& chosen, int choices, int expert) {
    int filled = end;
    __syncthreads();
    while (filled - begin < WANTED && seen < choices) {
      int choice = seen + threadIdx.x;
      if (choice < choices && chosen[choice] == expert) found[atomicAdd(&end, 1) % CAPACITY] = choice;
      seen += THREADS;
      __syncthreads();
      filled = end;
      __syncthreads();
    }
    return filled - begin < WANTED ? filled - begin : WANTED;
  }

  __device__ __forceinline__ int operator[](int place) const { return found[(begin + place) % CAPACITY]; }

  // Drops the first ones, which nobody reads any more.
  __device__ __forceinline__ void drop(int count) {
    __syncthreads();
    begin += count;
  }
};

template <typename T, typename Shape>
__device__ __forceinline__ void grouped(const T* x, const T* weights, const void* choices_of_tokens, const T* bias, T* out,
                                        const Experts& experts, Extent extent) {
  using wide = typename Wide<T>::type;
  using Choices = ExpertChoices<Shape::THREADS, Shape::DOWN>;
  __shared__ typename Choices::Found found;
  __shared__ int end;
  __shared__ Halves<Shape, wide> halves;
  int expert = blockIdx.x / static_cast<int>(experts.tiles_across);
  int column = blockIdx.x % static_cast<int>(experts.tiles_across) * Shape::ACROSS;
  int columns = experts.columns - column < Shape::ACROSS ? static_cast<int>(experts.columns) - column : Shape::ACROSS;
  int inner = static_cast<int>(experts.inner);
  Lines<T> lines{weights + (expert * experts.inner) * experts.columns + column, 1, experts.columns, columns};
  const T* summands = bias == nullptr ? nullptr : bias + expert * experts.columns + column;
  int choices = static_cast<int>(count(extent) / experts.columns);
  Chosen chosen{choices_of_tokens, experts.is_wide != 0};
  Choices of_expert(found, end);
  using Rows = GatheredRows<T, Shape, wide>;
  for (int rows = of_expert.next(chosen, choices, expert); rows > 0; rows = of_expert.next(chosen, choices, expert)) {
    bool has_row = Rows::line() < rows;
    const T* row = has_row ? x + of_expert[Rows::line()] / experts.choices_per_row * experts.inner : nullptr;
    wide sums[Shape::RESULTS_DOWN][Shape::RESULTS_ACROSS];
    clear<Shape>(sums);
    multiply<Shape, wide>(Rows(row, inner, halves), load_right<Shape, wide>(lines, Terms<T>(), inner, halves), inner, sums);
    each<Shape>(sums, rows, columns, [&](wide sum, int down, int across) {
      if (summands != nullptr) sum = Steps<T>::add(Steps<T>::round(sum), Wide<T>::load(summands[across]));
      out[of_expert[down] * experts.columns + column + across] = Wide<T>::store(sum);
    });
    of_expert.drop(rows);
  }
}

}  // namespace pelton

#define GROUPED(name, type, shape)                                                                          \
  PELTON_KERNEL(name, const type* x, const type* weights, const void* chosen, const type* bias, type* out,  \
                PELTON_CONSTANT pelton::Experts experts, pelton::Extent extent) {                           \
    pelton::grouped<type, pelton::shape>(x, weights, chosen, bias, out, experts, extent);                   \
  }

GROUPED(grouped_square_f32, float, Square)
GROUPED(grouped_square_f64, double, Square)
GROUPED(grouped_square_f16, pelton::f16, Square)
GROUPED(grouped_square_bf16, pelton::bf16, Square)
GROUPED(grouped_few_rows_f32, float, FewRows)
GROUPED(grouped_few_rows_f64, double, FewRows)
GROUPED(grouped_few_rows_f16, pelton::f16, FewRows)
GROUPED(grouped_few_rows_bf16, pelton::bf16, FewRows)
