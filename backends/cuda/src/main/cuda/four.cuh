// Four neighbouring elements, read and written at once.
#pragma once

#include "pelton.cuh"

namespace pelton {

template <typename T>
struct alignas(4 * sizeof(T) < 16 ? 4 * sizeof(T) : 16) Four {
  T of[4];
};

template <typename T>
__device__ __forceinline__ bool is_aligned(const T* pointer) {
  return reinterpret_cast<unsigned long long>(pointer) % alignof(Four<T>) == 0;
}

}  // namespace pelton
