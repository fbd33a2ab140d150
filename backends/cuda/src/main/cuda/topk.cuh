// The first elements of runs in an order without ties: by their order among all elements, and of equal ones the lower index first.
#pragma once

#include "order.cuh"

namespace pelton {

// Runs of which count elements are selected. Indices of an element in its run become positions in both outputs, which are apart.
struct Selection {
  const void* data;
  void* values;
  long long* indices;
  int type;
  int is_largest;
  int is_sorted;
  int length;
  int count;
  int apart;
};

struct SelectedRun {
  const Selection& selection;
  long long from;     // of its elements
  long long stride;   // of its elements
  long long results;  // its first place in the outputs

  // Higher ones come first.
  __device__ __forceinline__ unsigned long long order(long long index) const {
    unsigned long long order = order_at(selection.data, selection.type, from + index * stride);
    if (selection.is_largest) return order;
    return is_wide(selection.type) ? ~order : ~order & 0xffffffffull;
  }

  __device__ __forceinline__ long long result(int position) const {
    return results + static_cast<long long>(position) * selection.apart;
  }

  __device__ __forceinline__ void put_value(int position, long long index) const {
    copy_element(selection.data, from + index * stride, selection.values, result(position), selection.type);
  }
};

__device__ __forceinline__ SelectedRun selected_run(const Selection& selection, const View& kept, const View& folded,
                                                    long long run) {
  long long stride = folded.rank == 0 ? 0 : folded.strides[0];
  long long slab = run / selection.apart;
  long long results = slab * selection.count * selection.apart + (run - slab * selection.apart);
  return SelectedRun{selection, place(kept, static_cast<unsigned>(run)), stride, results};
}

// One thread for each element of a run that is no longer than a block; a block has several such runs.
__device__ __forceinline__ void select_by_rank(const Selection& selection, const View& kept, const View& folded,
                                               long long runs, unsigned long long* orders, int* selected) {
  int thread = static_cast<int>(threadIdx.x);
  int length = selection.length;
  int group = thread / length;
  int index = thread - group * length;
  int groups = static_cast<int>(blockDim.x) / length;
  long long number = static_cast<long long>(blockIdx.x) * groups + group;
  bool takes_part = group < groups && number < runs;
  SelectedRun run = selected_run(selection, kept, folded, takes_part ? number : 0);
  unsigned long long own = takes_part ? run.order(index) : 0;
  orders[thread] = own;
  __syncthreads();
  const unsigned long long* others = orders + group * length;
  int rank = 0;
  if (takes_part) {
    for (int i = 0; i < length; i++) rank += others[i] > own || (others[i] == own && i < index);
  }
  bool is_selected = takes_part && rank < selection.count;
  selected[thread] = is_selected;
  __syncthreads();
  if (!is_selected) return;
  int position = rank;
  if (!selection.is_sorted) {
    position = 0;
    for (int i = 0; i < index; i++) position += selected[group * length + i];
  }
  run.put_value(position, index);
  selection.indices[run.result(position)] = index;
}

// The elements that come first, known by the highest bits of the last of them.
struct Threshold {
  unsigned long long bits;
  unsigned long long mask;
  int equal;  // how many of those that agree in these bits belong to it, by index
};

// Looks at 8 more bits in each pass over a run, with a count of each of their values. All threads of the block take part.
__device__ __forceinline__ Threshold find_threshold(const SelectedRun& run, int* counts, Threshold* shared) {
  int thread = static_cast<int>(threadIdx.x);
  int threads = static_cast<int>(blockDim.x);
  Threshold found{0, 0, run.selection.count};
  PELTON_ROLLED
  for (int shift = is_wide(run.selection.type) ? 56 : 24; shift >= 0; shift -= 8) {
    PELTON_ROLLED
    for (int i = thread; i < 256; i += threads) counts[i] = 0;
    __syncthreads();
    PELTON_ROLLED
    for (int i = thread; i < run.selection.length; i += threads) {
      unsigned long long order = run.order(i);
      if ((order & found.mask) == found.bits) atomicAdd(&counts[(order >> shift) & 255], 1);
    }
    __syncthreads();
    if (thread == 0) {
      int digit = 255;
      int rest = found.equal;
      while (counts[digit] < rest) rest -= counts[digit--];
      found.bits |= static_cast<unsigned long long>(digit) << shift;
      found.mask |= 255ull << shift;
      found.equal = rest;
      *shared = found;
    }
    __syncthreads();
    found = *shared;
    if (counts[255 & (found.bits >> shift)] == found.equal) break;
    __syncthreads();
  }
  return found;
}

// Writes the indices of what is above the threshold, ascending; every thread has a part of the run. sums holds a value for each thread.
__device__ __forceinline__ void write_selected(const SelectedRun& run, const Threshold& threshold,
                                               unsigned long long* sums) {
  int thread = static_cast<int>(threadIdx.x);
  int threads = static_cast<int>(blockDim.x);
  int length = run.selection.length;
  int part = (length + threads - 1) / threads;
  int from = min(length, thread * part);
  int to = min(length, from + part);
  // Above the threshold in the upper half, equal to it in the lower one.
  unsigned long long found = 0;
  PELTON_ROLLED
  for (int i = from; i < to; i++) {
    unsigned long long order = run.order(i) & threshold.mask;
    found += order > threshold.bits ? 1ull << 32 : order == threshold.bits;
  }
  sums[thread] = found;
  PELTON_ROLLED
  for (int step = 1; step < threads; step *= 2) {
    __syncthreads();
    unsigned long long before = thread >= step ? sums[thread - step] : 0;
    __syncthreads();
    sums[thread] += before;
  }
  unsigned long long before = sums[thread] - found;
  int above = static_cast<int>(before >> 32);
  int equal = static_cast<int>(before & 0xffffffffull);
  PELTON_ROLLED
  for (int i = from; i < to; i++) {
    unsigned long long order = run.order(i) & threshold.mask;
    if (order > threshold.bits) {
      run.selection.indices[run.result(above + min(equal, threshold.equal))] = i;
      above++;
    } else if (order == threshold.bits) {
      if (equal < threshold.equal) run.selection.indices[run.result(above + equal)] = i;
      equal++;
    }
  }
}

// Puts the indices at two results in order.
__device__ __forceinline__ void order_pair(const SelectedRun& run, int first, int second) {
  long long* indices = run.selection.indices;
  long long one = indices[run.result(first)];
  long long other = indices[run.result(second)];
  unsigned long long a = run.order(one);
  unsigned long long b = run.order(other);
  if (a > b || (a == b && one < other)) return;
  indices[run.result(first)] = other;
  indices[run.result(second)] = one;
}

// A bitonic sorting network whose comparators all put the earlier one first, so that those behind the end can be left out.
__device__ __forceinline__ void sort_selected(const SelectedRun& run) {
  int count = run.selection.count;
  int thread = static_cast<int>(threadIdx.x);
  int threads = static_cast<int>(blockDim.x);
  for (long long size = 2; size / 2 < count; size *= 2) {
    for (long long half = size / 2; half > 0; half /= 2) {
      bool is_first = half == size / 2;
      __syncthreads();
      PELTON_ROLLED
      for (long long pair = thread; 2 * pair < count + 2 * half; pair += threads) {
        long long offset = pair & (half - 1);
        long long block = (pair - offset) * 2;
        long long second = is_first ? block + size - 1 - offset : block + offset + half;
        if (second < count) order_pair(run, static_cast<int>(block + offset), static_cast<int>(second));
      }
    }
  }
}

// A block for each run.
__device__ __forceinline__ void select_by_digits(const Selection& selection, const View& kept, const View& folded,
                                                 unsigned long long* sums, int* counts, Threshold* shared) {
  SelectedRun run = selected_run(selection, kept, folded, blockIdx.x);
  Threshold threshold = find_threshold(run, counts, shared);
  write_selected(run, threshold, sums);
  if (selection.is_sorted) sort_selected(run);
  __syncthreads();
  PELTON_ROLLED
  for (int i = static_cast<int>(threadIdx.x); i < selection.count; i += static_cast<int>(blockDim.x)) {
    run.put_value(i, selection.indices[run.result(i)]);
  }
}

}  // namespace pelton
