// Places between the elements of images, in double precision with the bits of Java, and how elements are chosen: see Sampling.java.
#pragma once

#include "pelton.cuh"

namespace pelton {

enum Interpolation { NEAREST, LINEAR, CUBIC };
enum Rounding { PREFER_FLOOR, PREFER_CEIL, FLOOR, CEIL, ADAPTIVE };
enum Coordinates {
  HALF_PIXEL,
  HALF_PIXEL_SYMMETRIC,
  PYTORCH_HALF_PIXEL,
  HALF_PIXEL_FOR_NEAREST,
  ALIGN_CORNERS,
  ASYMMETRIC,
  CROP_AND_RESIZE
};
enum Padding { ZEROS, BORDER, REFLECTION };

// As Java casts: towards zero, to the nearest end of the range, and NaN to 0.
__device__ __forceinline__ int to_int(double value) {
  if (value != value) return 0;
  if (value <= -2147483648.0) return static_cast<int>(0x80000000u);
  return value >= 2147483647.0 ? 0x7fffffff : static_cast<int>(value);
}

// Into the bounds, the upper of which counts where they cross; NaN stays one.
__device__ __forceinline__ double clamped(double value, double least, double most) {
  double raised = value < least ? least : value;
  return raised > most ? most : raised;
}

__device__ __forceinline__ int clamped(int value, int least, int most) {
  int raised = value < least ? least : value;
  return raised > most ? most : raised;
}

// What Java's + leaves of a sum that is too large.
__device__ __forceinline__ int wrapped_sum(int a, int b) {
  return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}

}  // namespace pelton
