// Puts elements where their indices say. Of those that say the same the last counts, whichever thread comes first: what wins is found
// before anything is written.
#include "window.cuh"

namespace pelton {

// How indices count: through lengths of a part of the output, or through the whole.
struct Unpooling {
  long long inner;  // elements that indices count
  int rank;
  int is_whole;
};

template <typename T>
__device__ __forceinline__ void write_winners(const T* x, const int* winners, T* y, Extent outputs) {
  long long index = thread_index();
  if (index >= count(outputs)) return;
  int winner = winners[index];
  y[index] = winner < 0 ? T{} : x[winner];
}

}  // namespace pelton

using namespace pelton;

PELTON_KERNEL(unpool_clear, int* winners, Extent outputs) {
  long long index = thread_index();
  if (index < count(outputs)) winners[index] = -1;
}

// Lengths are those that indices count through, strides those of the output.
PELTON_KERNEL(unpool_find, const long long* indices, int* winners, Unpooling unpooling, PELTON_CONSTANT Axes lengths,
              PELTON_CONSTANT Axes strides, Extent elements, Watch watch) {
  long long at = thread_index();
  if (at >= count(elements)) return;
  long long index = indices[at];
  if (index < 0 || index >= unpooling.inner) {
    refuse(watch, at, index);
    return;
  }
  long long place = unpooling.is_whole != 0 ? index : 0;
  for (int axis = unpooling.rank - 1; unpooling.is_whole == 0 && axis >= 0; axis--) {
    place += index % lengths.of[axis] * strides.of[axis];
    index /= lengths.of[axis];
  }
  atomicMax(&winners[place], static_cast<int>(at));
}

#define UNPOOL_WRITE(suffix, T)                                                                                      \
  PELTON_KERNEL(unpool_write_##suffix, const T* x, const int* winners, T* y, Extent outputs) {                       \
    write_winners<T>(x, winners, y, outputs);                                                                        \
  }

UNPOOL_WRITE(b16, unsigned short)
UNPOOL_WRITE(b32, unsigned)
UNPOOL_WRITE(b64, unsigned long long)
