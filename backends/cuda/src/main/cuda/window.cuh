// Windows that move over up to three spatial axes.
#pragma once

#include "pelton.cuh"

namespace pelton {

// Divides integers below 2^31 by one that is known when a node is bound, through a product.
struct Divisor {
  unsigned by;
  unsigned factor;
  unsigned shift;
  unsigned unused;
};

__device__ __forceinline__ int quotient(int dividend, Divisor divisor) {
  unsigned n = static_cast<unsigned>(dividend);
  unsigned high = static_cast<unsigned>(static_cast<unsigned long long>(n) * divisor.factor >> 32);
  return static_cast<int>((high + n) >> divisor.shift);
}

// Leaves the remainder behind.
__device__ __forceinline__ int divide(int& dividend, Divisor divisor) {
  int result = quotient(dividend, divisor);
  dividend -= result * static_cast<int>(divisor.by);
  return result;
}

struct SpatialAxis {
  int length;
  int kernel;
  int outputs;
  int stride;
  int pad;
  int dilation;
  Divisor by_kernel;
  Divisor by_outputs;

  // What an output meets at element 0 of the kernel; may lie in the padding.
  __device__ __forceinline__ int first(int output) const { return output * stride - pad; }

  __device__ __forceinline__ bool contains(int place) const {
    return static_cast<unsigned>(place) < static_cast<unsigned>(length);
  }
};

// Missing axes come first and have length 1.
struct Window {
  SpatialAxis axes[3];

  __device__ __forceinline__ int input_plane() const { return axes[0].length * axes[1].length * axes[2].length; }

  __device__ __forceinline__ int output_plane() const { return axes[0].outputs * axes[1].outputs * axes[2].outputs; }

  __device__ __forceinline__ int kernel_size() const { return axes[0].kernel * axes[1].kernel * axes[2].kernel; }

  // Where the elements of a plane of the input lie.
  __device__ __forceinline__ int place(int outer, int middle, int inner) const {
    return (outer * axes[1].length + middle) * axes[2].length + inner;
  }
};

// Coordinates along the three axes.
struct Place {
  int of[3];
};

// The coordinates of an output, which is counted within its plane.
__device__ __forceinline__ Place output_place(const Window& window, int output) {
  Place place;
  int rest = output;
  int outer = quotient(rest, window.axes[2].by_outputs);
  place.of[2] = rest - outer * window.axes[2].outputs;
  place.of[0] = quotient(outer, window.axes[1].by_outputs);
  place.of[1] = outer - place.of[0] * window.axes[1].outputs;
  return place;
}

// What an output meets at element 0 of the kernel.
__device__ __forceinline__ Place first_place(const Window& window, int output) {
  Place place = output_place(window, output);
  for (int axis = 0; axis < 3; axis++) place.of[axis] = window.axes[axis].first(place.of[axis]);
  return place;
}

// Calls visit(element of the plane) for what an output meets, in row-major order of the kernel's elements, padding left out.
template <typename Visit>
__device__ __forceinline__ void visit_window(const Window& window, int output, Visit visit) {
  Place first = first_place(window, output);
  int element = 0;
  for (int a = 0; a < window.axes[0].kernel; a++) {
    int outer = first.of[0] + a * window.axes[0].dilation;
    for (int b = 0; b < window.axes[1].kernel; b++) {
      int middle = first.of[1] + b * window.axes[1].dilation;
      bool is_row_inside = window.axes[0].contains(outer) && window.axes[1].contains(middle);
      for (int c = 0; c < window.axes[2].kernel; c++, element++) {
        int inner = first.of[2] + c * window.axes[2].dilation;
        if (is_row_inside && window.axes[2].contains(inner)) visit(window.place(outer, middle, inner), element);
      }
    }
  }
}

}  // namespace pelton
