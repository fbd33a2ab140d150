// Support vector machines: the threads of a block compare a few rows with vectors in turns, then add up in the order of the plain kernels.

#include "score.cuh"

namespace pelton {

// As Codes.java numbers them.
enum VectorKernelKind { KERNEL_LINEAR, KERNEL_POLY, KERNEL_RBF, KERNEL_SIGMOID };

struct VectorKernel {
  int kind;
  float gamma;
  float coef0;
  float degree;
};

template <typename T>
__device__ __forceinline__ float dot(const T* row, const float* vector, int features) {
  float sum = 0;
  for (int i = 0; i < features; i++) sum = fmaf(static_cast<float>(row[i]), vector[i], sum);
  return sum;
}

template <typename T>
__device__ __forceinline__ float distance(const T* row, const float* vector, int features) {
  float sum = 0;
  for (int i = 0; i < features; i++) {
    float difference = static_cast<float>(row[i]) - vector[i];
    sum = fmaf(difference, difference, sum);
  }
  return sum;
}

__device__ __forceinline__ float power(float x, float degree) {
  if (degree == 2.0f) return x * x;
  if (degree == 3.0f) return x * x * x;
  return static_cast<float>(pelton::pow(static_cast<double>(x), static_cast<double>(degree)));
}

template <typename T>
__device__ __forceinline__ float compare(const VectorKernel& kernel, const T* row, const float* vector, int features) {
  if (kernel.kind == KERNEL_RBF) return pelton::exp(-kernel.gamma * distance(row, vector, features));
  float product = dot(row, vector, features);
  if (kernel.kind == KERNEL_LINEAR) return product;
  float scaled = kernel.gamma * product + kernel.coef0;
  return kernel.kind == KERNEL_POLY ? power(scaled, kernel.degree) : pelton::tanh(scaled);
}

constexpr int LIKENESSES = 2048;

// What the blocks of both kernels have in common: their rows, and the vectors that these are compared with.
template <typename T>
struct Rows {
  const T* x;
  int columns;
  int features;
  int rows;
  int active;

  __device__ __forceinline__ const T* row(int index) const { return x + static_cast<long long>(index) * columns; }
};

template <typename T>
__device__ __forceinline__ Rows<T> rows_of_block(const T* x, Extent row_count, int columns, int features, int rows) {
  long long first = static_cast<long long>(blockIdx.x) * rows;
  long long rest = count(row_count) - first;
  int active = rest <= 0 ? 0 : rest < rows ? static_cast<int>(rest) : rows;
  return Rows<T>{x + first * columns, columns, features, rows, active};
}

// Likeness v * rows + row, of size vectors. All threads of the block take part.
template <typename T>
__device__ __forceinline__ void compare_rows(const Rows<T>& rows, const VectorKernel& kernel, const float* vectors,
                                             int size, float* likeness) {
  int thread = static_cast<int>(threadIdx.x);
  int threads = static_cast<int>(blockDim.x);
  int row = thread % rows.rows;
  __syncthreads();
  if (row < rows.active) {
    PELTON_ROLLED
    for (int v = thread / rows.rows; v < size; v += threads / rows.rows) {
      const float* vector = vectors + static_cast<long long>(v) * rows.features;
      likeness[v * rows.rows + row] = compare(kernel, rows.row(row), vector, rows.features);
    }
  }
  __syncthreads();
}

template <typename T>
__device__ __forceinline__ void regress(const Rows<T>& rows, const VectorKernel& kernel, float* y, const float* vectors,
                                        int vector_count, const float* coefficients, float rho, int is_one_class,
                                        float* likeness) {
  int row = static_cast<int>(threadIdx.x);
  float sum = 0;
  if (vector_count == 0 && row < rows.active) sum = dot(rows.row(row), coefficients, rows.features);
  int capacity = LIKENESSES / rows.rows;
  PELTON_ROLLED
  for (int from = 0; from < vector_count; from += capacity) {
    int size = min(capacity, vector_count - from);
    compare_rows(rows, kernel, vectors + static_cast<long long>(from) * rows.features, size, likeness);
    if (row >= rows.active) continue;
    PELTON_ROLLED
    for (int v = 0; v < size; v++) sum = fmaf(likeness[v * rows.rows + row], coefficients[from + v], sum);
  }
  if (row >= rows.active) return;
  float score = sum + rho;
  y[static_cast<long long>(blockIdx.x) * rows.rows + row] = !is_one_class ? score : score > 0 ? 1.0f : -1.0f;
}

// A classifier's vectors, those of a class side by side, and what it has for each pair of classes, i before j.
struct Pairs {
  const float* vectors;
  const float* coefficients;  // [classes - 1, vectors]
  const float* rho;
  const float* prob_a;
  const float* prob_b;
  const int* starts;  // of the classes' vectors; one more for the end
  const int* pairs;   // i and j of each pair
  int vector_count;
  int classes;
  int pair_count;
};

// Adds those vectors of a class that are among size from the given one on.
__device__ __forceinline__ double add_class(double start, const Pairs& model, int coefficient_row, int of_class, int from,
                                            int size, const float* likeness, int rows) {
  double sum = start;
  const float* coefficients = model.coefficients + static_cast<long long>(coefficient_row) * model.vector_count;
  int end = min(from + size, model.starts[of_class + 1]);
  PELTON_ROLLED
  for (int v = max(from, model.starts[of_class]); v < end; v++) {
    sum += static_cast<double>(coefficients[v] * likeness[(v - from) * rows]);
  }
  return sum;
}

template <typename T>
__device__ __forceinline__ void score_pairs(const Rows<T>& rows, const VectorKernel& kernel, const Pairs& model,
                                            double* sums, float* likeness) {
  int thread = static_cast<int>(threadIdx.x);
  int threads = static_cast<int>(blockDim.x);
  int items = rows.rows * model.pair_count;
  PELTON_ROLLED
  for (int item = thread; item < items; item += threads) sums[item] = 0;
  int capacity = LIKENESSES / rows.rows;
  PELTON_ROLLED
  for (int from = 0; from < model.vector_count; from += capacity) {
    int size = min(capacity, model.vector_count - from);
    compare_rows(rows, kernel, model.vectors + static_cast<long long>(from) * rows.features, size, likeness);
    PELTON_ROLLED
    for (int item = thread; item < items; item += threads) {
      int row = item % rows.rows;
      if (row >= rows.active) continue;
      int i = model.pairs[2 * (item / rows.rows)];
      int j = model.pairs[2 * (item / rows.rows) + 1];
      double sum = add_class(sums[item], model, j - 1, i, from, size, likeness + row, rows.rows);
      sums[item] = add_class(sum, model, i, j, from, size, likeness + row, rows.rows);
    }
  }
  __syncthreads();
  PELTON_ROLLED
  for (int item = thread; item < items; item += threads) sums[item] += static_cast<double>(model.rho[item / rows.rows]);
  __syncthreads();
}

// The class with most pairwise votes, the first of equal ones; sum(pair) above 0 is a vote for the first of the pair.
template <typename Sum>
__device__ __forceinline__ int most_voted(int classes, Sum sum) {
  int best = 0;
  int most = -1;
  PELTON_ROLLED
  for (int c = 0; c < classes; c++) {
    int votes = 0;
    PELTON_ROLLED
    for (int other = 0; other < classes; other++) {
      if (other == c) continue;
      int i = min(c, other);
      int pair = i * classes - i * (i + 1) / 2 + (max(c, other) - i - 1);
      votes += (sum(pair) > 0) == (c < other);
    }
    if (votes > most) {
      most = votes;
      best = c;
    }
  }
  return best;
}

// Wu, Lin and Weng's second method of pairwise coupling; see PairwiseCoupling of the plain kernels.
struct Coupling {
  int classes;
  float* q;
  float* r;  // (i, j) is the probability of i among i and j
  float* qp;
  float* p;

  __device__ __forceinline__ void prepare() {
    PELTON_ROLLED
    for (int i = 0; i < classes; i++) {
      p[i] = 1.0f / static_cast<float>(classes);
      float diagonal = 0;
      PELTON_ROLLED
      for (int j = 0; j < classes; j++) {
        if (j == i) continue;
        float other = r[j * classes + i];
        diagonal += other * other;
        q[i * classes + j] = -other * r[i * classes + j];
      }
      q[i * classes + i] = diagonal;
    }
  }

  __device__ __forceinline__ float multiply() {
    float pqp = 0;
    PELTON_ROLLED
    for (int i = 0; i < classes; i++) {
      float sum = 0;
      PELTON_ROLLED
      for (int j = 0; j < classes; j++) sum += q[i * classes + j] * p[j];
      qp[i] = sum;
      pqp += p[i] * sum;
    }
    return pqp;
  }

  __device__ __forceinline__ float error(float pqp) const {
    float most = 0;
    PELTON_ROLLED
    for (int i = 0; i < classes; i++) {
      float error = fabsf(qp[i] - pqp);
      most = error > most ? error : most;
    }
    return most;
  }

  __device__ __forceinline__ void improve(float pqp) {
    PELTON_ROLLED
    for (int i = 0; i < classes; i++) {
      float diagonal = q[i * classes + i];
      float step = (-qp[i] + pqp) / diagonal;
      p[i] += step;
      float scale = 1.0f + step;
      pqp = (pqp + step * (step * diagonal + 2.0f * qp[i])) / scale / scale;
      PELTON_ROLLED
      for (int j = 0; j < classes; j++) {
        qp[j] = (qp[j] + step * q[i * classes + j]) / scale;
        p[j] /= scale;
      }
    }
  }

  __device__ __forceinline__ void run() {
    float tolerance = 0.005f / static_cast<float>(classes);
    prepare();
    PELTON_ROLLED
    for (int step = 0; step < 100; step++) {
      float pqp = multiply();
      if (error(pqp) < tolerance) break;
      improve(pqp);
    }
  }
};

// Platt's sigmoid of a pairwise score.
__device__ __forceinline__ float pair_probability(float score, float a, float b) {
  constexpr float LEAST = 1e-7f;
  float margin = score * a + b;
  float probability = static_cast<float>(pelton::sigmoid(static_cast<double>(-margin)));
  return pelton::minimum(pelton::maximum(probability, LEAST), 1.0f - LEAST);
}

// As SvmClassifierKernel.java numbers them.
enum SvmOutput { SVM_ONE_SCORE, SVM_PAIRS, SVM_PROBABILITIES };

template <typename Sum>
__device__ __forceinline__ void finish_pairs(const Pairs& model, int output, int post, int rule, Sum sum, float* scratch,
                                             float* scores) {
  auto score = [&](int pair) { return static_cast<float>(sum(pair)); };
  if (output == SVM_ONE_SCORE) {
    write_pair(rule, static_cast<double>(score(0)), scores);
    return;
  }
  auto put = [&](int i, double value) { scores[i] = static_cast<float>(value); };
  if (output == SVM_PAIRS) {
    transform_scores(post, model.pair_count, [&](int pair) { return static_cast<double>(score(pair)); }, put);
    return;
  }
  int classes = model.classes;
  int square = classes * classes;
  Coupling coupling{classes, scratch, scratch + square, scratch + 2 * square, scratch + 2 * square + classes};
  PELTON_ROLLED
  for (int pair = 0; pair < model.pair_count; pair++) {
    int i = model.pairs[2 * pair];
    int j = model.pairs[2 * pair + 1];
    float probability = pair_probability(score(pair), model.prob_a[pair], model.prob_b[pair]);
    coupling.r[i * classes + j] = probability;
    coupling.r[j * classes + i] = 1.0f - probability;
  }
  coupling.run();
  transform_scores(post, classes, [&](int i) { return static_cast<double>(coupling.p[i]); }, put);
}

template <typename T>
__device__ __forceinline__ void classify(const Rows<T>& rows, const VectorKernel& kernel, const Pairs& model, int output,
                                         int post, int rule, const long long* label_values, long long* labels,
                                         float* scores, int width, double* sums, float* likeness) {
  score_pairs(rows, kernel, model, sums, likeness);
  int row = static_cast<int>(threadIdx.x);
  if (row >= rows.active) return;
  long long index = static_cast<long long>(blockIdx.x) * rows.rows + row;
  auto sum = [&](int pair) { return sums[pair * rows.rows + row]; };
  labels[index] = label_values[most_voted(model.classes, sum)];
  float* scratch = reinterpret_cast<float*>(sums + rows.rows * model.pair_count);
  finish_pairs(model, output, post, rule, sum, scratch + row * (2 * model.classes * (model.classes + 1)),
               scores + index * width);
}

}  // namespace pelton

#define PELTON_SVM(suffix, element)                                                                                     \
  PELTON_KERNEL(svm_regress_##suffix, const element* x, float* y, pelton::Extent row_count, int columns, int features,  \
                int kind, float gamma, float coef0, float degree, const float* vectors, const float* coefficients,      \
                int vector_count, float rho, int is_one_class, int rows) {                                              \
    __shared__ float likeness[pelton::LIKENESSES];                                                                      \
    pelton::regress(pelton::rows_of_block(x, row_count, columns, features, rows),                                       \
                    pelton::VectorKernel{kind, gamma, coef0, degree}, y, vectors, vector_count, coefficients, rho,      \
                    is_one_class, likeness);                                                                            \
  }                                                                                                                     \
  PELTON_KERNEL(svm_classify_##suffix, const element* x, long long* labels, float* scores, pelton::Extent row_count,    \
                int columns, int features, int kind, float gamma, float coef0, float degree, const float* vectors,      \
                const float* coefficients, const float* rho, const float* prob_a, const float* prob_b,                  \
                const int* starts, const int* pairs, const long long* label_values, int vector_count, int classes,      \
                int pair_count, int output, int post, int rule, int width, int rows) {                                  \
    PELTON_SHARED(double, sums);                                                                                        \
    __shared__ float likeness[pelton::LIKENESSES];                                                                      \
    pelton::Pairs model{vectors, coefficients, rho,          prob_a,  prob_b,                                           \
                        starts,  pairs,        vector_count, classes, pair_count};                                      \
    pelton::classify(pelton::rows_of_block(x, row_count, columns, features, rows),                                      \
                     pelton::VectorKernel{kind, gamma, coef0, degree}, model, output, post, rule, label_values, labels, \
                     scores, width, sums, likeness);                                                                    \
  }

PELTON_SVM(f32, float)
PELTON_SVM(f64, double)
PELTON_SVM(i64, long long)
PELTON_SVM(i32, int)
