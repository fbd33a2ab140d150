// Decision forests: the threads of a block walk trees for a few rows, then add up in the order of the plain kernels what the leaves say.

#include "score.cuh"

namespace pelton {

// A node in 16 bytes: its threshold, as wide as the sums; where its two successors are, the one for a comparison that does not hold first;
// the column that is compared, with a bit for each outcome of the comparison. A leaf has the place of its first vote in place of the
// successors, and the one's complement of how many there are in place of the column. See ForestNodes.java.
using Node = int4;

// What x is to a threshold: the bit that says whether the comparison holds.
template <typename T>
__device__ __forceinline__ int outcome(T x, T threshold) {
  return x < threshold ? 0 : x == threshold ? 1 : x > threshold ? 2 : 3;
}

__device__ __forceinline__ float threshold_of(const Node& node, float) { return __int_as_float(node.x); }
__device__ __forceinline__ double threshold_of(const Node& node, double) { return __hiloint2double(node.y, node.x); }

template <typename T>
struct Forest {
  const Node* nodes;   // the roots of all trees first
  const int* targets;  // of the votes; ascending for each leaf
  const T* weights;
  int trees;
  int target_count;
  int only_target;  // of all votes, where every leaf has one; else -1
  int aggregate;
};

// As Codes.java numbers them.
enum Aggregate { AGGREGATE_SUM, AGGREGATE_AVERAGE, AGGREGATE_MIN, AGGREGATE_MAX };

template <typename T, typename F>
__device__ __forceinline__ Node find_leaf(const Forest<T>& forest, int tree, const F* row) {
  int place = tree;
  while (true) {
    Node node = forest.nodes[place];
    if (node.w < 0) return node;
    T x = static_cast<T>(row[node.w >> 4]);
    place = node.z + (node.w >> outcome(x, threshold_of(node, T())) & 1);
  }
}

// The combined votes of a row for a target.
template <typename T>
struct Tally {
  T sum;
  bool has_votes;

  __device__ __forceinline__ void add(int aggregate, T weight) {
    switch (aggregate) {
      case AGGREGATE_MIN:
        sum = !has_votes || weight < sum ? weight : sum;
        break;
      case AGGREGATE_MAX:
        sum = !has_votes || weight > sum ? weight : sum;
        break;
      default:
        sum = sum + weight;
    }
    has_votes = true;
  }
};

// A leaf's votes for a target. Those for one target stand side by side.
template <typename T>
__device__ __forceinline__ void add_votes(const Forest<T>& forest, int2 leaf, int target, Tally<T>& tally) {
  int vote = leaf.x;
  int end = leaf.x + leaf.y;
  int last = end;
  while (vote < last) {
    int middle = vote + (last - vote) / 2;
    if (forest.targets[middle] < target) {
      vote = middle + 1;
    } else {
      last = middle;
    }
  }
  for (; vote < end && forest.targets[vote] == target; vote++) tally.add(forest.aggregate, forest.weights[vote]);
}

constexpr int LEAVES = 2048;

// The rows of a block and what is known of each of its targets.
template <typename T>
struct Votes {
  T* sums;
  unsigned char* has_votes;
  int2* leaves;
  int rows;

  __device__ __forceinline__ int at(int row, int target) const { return target * rows + row; }
};

template <typename T, typename F>
__device__ __forceinline__ void count_votes(const Forest<T>& forest, const F* features, int columns, int active,
                                            const Votes<T>& votes) {
  int thread = static_cast<int>(threadIdx.x);
  int threads = static_cast<int>(blockDim.x);
  int rows = votes.rows;
  int items = rows * forest.target_count;
  PELTON_ROLLED
  for (int item = thread; item < items; item += threads) {
    votes.sums[item] = 0;
    votes.has_votes[item] = 0;
  }
  int capacity = LEAVES / rows;
  int row = thread % rows;
  PELTON_ROLLED
  for (int from = 0; from < forest.trees; from += capacity) {
    int size = min(capacity, forest.trees - from);
    __syncthreads();
    if (row < active) {
      PELTON_ROLLED
      for (int tree = thread / rows; tree < size; tree += threads / rows) {
        Node leaf = find_leaf(forest, from + tree, features + static_cast<long long>(row) * columns);
        votes.leaves[tree * rows + row] = make_int2(leaf.z, ~leaf.w);
      }
    }
    __syncthreads();
    PELTON_ROLLED
    for (int item = thread; item < items; item += threads) {
      int item_row = item % rows;
      int target = item / rows;
      if (item_row >= active || (forest.only_target >= 0 && target != forest.only_target)) continue;
      Tally<T> tally{votes.sums[item], votes.has_votes[item] != 0};
      for (int tree = 0; tree < size; tree++) {
        int2 leaf = votes.leaves[tree * rows + item_row];
        if (forest.only_target >= 0) {
          tally.add(forest.aggregate, forest.weights[leaf.x]);
        } else {
          add_votes(forest, leaf, target, tally);
        }
      }
      votes.sums[item] = tally.sum;
      votes.has_votes[item] = tally.has_votes;
    }
  }
  __syncthreads();
}

template <typename T, typename F, typename Out>
__device__ __forceinline__ void score_rows(const F* features, int columns, Extent row_count, const Forest<T>& forest,
                                           const double* base, const Finish& finish, long long* labels, Out* scores,
                                           int rows, void* shared, int2* leaves) {
  T* sums = static_cast<T*>(shared);
  int items = rows * forest.target_count;
  Votes<T> votes{sums, reinterpret_cast<unsigned char*>(sums + items), leaves, rows};
  long long first = static_cast<long long>(blockIdx.x) * rows;
  long long rest = count(row_count) - first;
  if (rest <= 0) return;
  int active = rest < rows ? static_cast<int>(rest) : rows;
  count_votes(forest, features + first * columns, columns, active, votes);
  PELTON_ROLLED
  for (int item = static_cast<int>(threadIdx.x); item < items; item += static_cast<int>(blockDim.x)) {
    double sum = sums[item];
    if (forest.aggregate == AGGREGATE_AVERAGE) sum = static_cast<T>(sum / forest.trees);
    sums[item] = static_cast<T>(sum + base[item / rows]);
  }
  __syncthreads();
  int row = static_cast<int>(threadIdx.x);
  if (row >= active) return;
  auto get = [&](int i) { return static_cast<double>(votes.sums[votes.at(row, i)]); };
  auto has_votes = [&](int i) { return votes.has_votes[votes.at(row, i)] != 0; };
  finish_row(finish, forest.target_count, get, has_votes, first + row, labels, scores);
}

}  // namespace pelton

#define PELTON_FOREST(name, feature, sum, out)                                                                        \
  PELTON_KERNEL(name, const feature* features, long long* labels, out* scores, int columns, pelton::Extent row_count, \
                const pelton::Node* nodes, const int* targets, const sum* weights, const double* base,                \
                const long long* label_values, int trees, int target_count, int only_target, int aggregate, int mode, \
                int post, int rule, int are_all_candidates, double threshold, int rows) {                             \
    PELTON_SHARED(double, shared);                                                                                    \
    __shared__ int2 leaves[pelton::LEAVES];                                                                           \
    pelton::Forest<sum> forest{nodes, targets, weights, trees, target_count, only_target, aggregate};                 \
    pelton::Finish finish{mode, post, rule, are_all_candidates, threshold, label_values};                             \
    pelton::score_rows(features, columns, row_count, forest, base, finish, labels, scores, rows, shared, leaves);     \
  }

PELTON_FOREST(forest_f32_f32, float, float, float)
PELTON_FOREST(forest_i32_f32, int, float, float)
PELTON_FOREST(forest_i64_f32, long long, float, float)
PELTON_FOREST(forest_f32_f64, float, double, float)
PELTON_FOREST(forest_i32_f64, int, double, float)
PELTON_FOREST(forest_i64_f64, long long, double, float)
PELTON_FOREST(forest_f64_f64, double, double, float)
PELTON_FOREST(ensemble_f64_f64, double, double, double)
