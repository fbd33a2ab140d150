// What models do to the scores of a row at the end: the post transforms of ai.onnx.ml, and labels. See Scores and PairRule of the plain kernels.
#pragma once

#include "math.cuh"
#include "pelton.cuh"

namespace pelton {

// As Codes.java numbers them.
enum PostTransform { POST_NONE, POST_SOFTMAX, POST_LOGISTIC, POST_SOFTMAX_ZERO, POST_PROBIT };

// How one score, for the second of two labels, becomes a score for each. As Codes.java numbers them.
enum PairRule { PAIR_COMPLEMENT, PAIR_OPPOSITE, PAIR_LOGISTIC, PAIR_PROBIT };

// The quantile of the standard normal distribution, by Winitzki's inverse of the error function.
__device__ __noinline__ static float probit(float probability) {
  constexpr float WINITZKI = 0.147f;
  constexpr float PI = 3.14159265358979323846f;
  constexpr float SQUARE_ROOT_OF_TWO = 1.41421356237309504880f;
  float x = 2.0f * probability - 1.0f;
  float log = static_cast<float>(pelton::log(static_cast<double>((1.0f - x) * (1.0f + x))));
  float v = 2.0f / (PI * WINITZKI) + 0.5f * log;
  float v2 = 1.0f / WINITZKI * log;
  float v3 = -v + sqrtf(v * v - v2);
  return SQUARE_ROOT_OF_TWO * ((x < 0.0f ? -1.0f : 1.0f) * sqrtf(v3));
}

__device__ __forceinline__ bool is_zero_score(double score) {
  float rounded = static_cast<float>(score);
  return rounded <= 1e-7f && rounded >= -1e-7f;
}

// Transforms the scores of a row: scores are read by get(i), as often as it takes, and results written by put(i, result), after which get(i)
// is not called any more. Of a single score, only its quantile is anything else.
template <typename Get, typename Put>
__device__ __forceinline__ void transform_scores(int post, int count, Get get, Put put) {
  if (count == 1 && post != POST_PROBIT) {
    put(0, get(0));
    return;
  }
  double largest = -static_cast<double>(3.402823466e+38f);
  double sum = 0;
  bool is_softmax = post == POST_SOFTMAX || post == POST_SOFTMAX_ZERO;
  bool keeps_zeros = post == POST_SOFTMAX_ZERO;
  if (is_softmax) {
    PELTON_ROLLED
    for (int i = 0; i < count; i++) {
      double score = get(i);
      if (score > largest) largest = score;
    }
    PELTON_ROLLED
    for (int i = 0; i < count; i++) {
      double score = get(i);
      if (!keeps_zeros || !is_zero_score(score)) sum += pelton::exp(score - largest);
    }
  }
  PELTON_ROLLED
  for (int i = 0; i < count; i++) {
    double score = get(i);
    switch (post) {
      case POST_LOGISTIC:
        score = pelton::sigmoid(score);
        break;
      case POST_PROBIT:
        score = probit(static_cast<float>(score));
        break;
      case POST_SOFTMAX:
        score = pelton::exp(score - largest) / sum;
        break;
      case POST_SOFTMAX_ZERO:
        score = is_zero_score(score) ? score * pelton::exp(-largest) : pelton::exp(score - largest);
        if (sum != 0) score = score / sum;
        break;
      default:
        break;
    }
    put(i, score);
  }
}

__device__ __forceinline__ void write_pair(int rule, double score, float* out) {
  double first = -score;
  double second = score;
  switch (rule) {
    case PAIR_COMPLEMENT:
      first = 1.0 - score;
      break;
    case PAIR_LOGISTIC:
      first = pelton::sigmoid(-score);
      second = pelton::sigmoid(score);
      break;
    case PAIR_PROBIT:
      second = probit(static_cast<float>(score));
      first = -second;
      break;
    default:
      break;
  }
  out[0] = static_cast<float>(first);
  out[1] = static_cast<float>(second);
}

// The index of the first maximum of those that are candidates; 0 where there is none.
template <typename Get, typename IsCandidate>
__device__ __forceinline__ int first_maximum(int count, Get get, IsCandidate is_candidate) {
  int best = -1;
  PELTON_ROLLED
  for (int i = 0; i < count; i++) {
    if (is_candidate(i) && (best < 0 || get(i) > get(best))) best = i;
  }
  return best < 0 ? 0 : best;
}

// How the scores of a row become outputs. As Codes.java numbers them.
enum FinishMode {
  FINISH_SCORES,
  FINISH_ONE_LABEL,
  FINISH_PAIR,
  FINISH_CLASSES,
  FINISH_SECOND_ABOVE,
  FINISH_SECOND_FROM
};

struct Finish {
  int mode;
  int post;
  int rule;
  int are_all_candidates;
  double threshold;
  const long long* labels;
};

// get(i) reads a score, which may lie where its result goes. scores and labels are those of all rows, of which this is the index-th.
template <typename Get, typename HasVotes, typename Out>
__device__ __forceinline__ void finish_row(const Finish& finish, int count, Get get, HasVotes has_votes,
                                           long long index, long long* labels, Out* scores) {
  if (finish.mode == FINISH_PAIR) {
    double score = get(0);
    write_pair(finish.rule, score, reinterpret_cast<float*>(scores) + 2 * index);
    labels[index] = finish.labels[score > finish.threshold ? 1 : 0];
    return;
  }
  if (finish.mode == FINISH_ONE_LABEL) labels[index] = finish.labels[get(0) > 0 ? 1 : 0];
  if (finish.mode >= FINISH_CLASSES) {
    auto is_candidate = [&](int i) { return finish.are_all_candidates != 0 || has_votes(i); };
    int winner = first_maximum(count, get, is_candidate);
    if (finish.mode == FINISH_SECOND_ABOVE && get(winner) > finish.threshold) winner = 1;
    if (finish.mode == FINISH_SECOND_FROM && get(winner) >= finish.threshold) winner = 1;
    labels[index] = finish.labels[winner];
  }
  Out* out = scores + index * count;
  transform_scores(finish.post, count, get, [&](int i, double score) { out[i] = static_cast<Out>(score); });
}

}  // namespace pelton
