// Regions of images, cell by cell: one thread an output. Samples are combined in double precision in row-major order.
#include "bilinear.cuh"
#include "window.cuh"

namespace pelton {

struct Regions {
  double scale;  // of regions' coordinates to x's
  int images;
  int channels;
  int rows;  // of an image
  int columns;
  int cell_rows;
  int cell_columns;
  int samples;  // of a cell along each axis; 0 for as many as it has elements
  int is_mean;
  int is_half_pixel;
  int unused;
  Divisor by_cells;
  Divisor by_channels;
};

// As Math.max.
__device__ __forceinline__ double larger(double a, double b) {
  if (a != a || b != b) return a != a ? a : b;
  if (a == b) return 1 / a > 1 / b ? a : b;
  return a > b ? a : b;
}

// Coordinates of floats below 64 bits are float32.
template <typename T>
__device__ __forceinline__ double rounded(double value) {
  return sizeof(T) == 8 ? value : static_cast<double>(static_cast<float>(value));
}

// One axis of a region.
template <typename T>
struct RegionAxis {
  double start;  // of the cell
  double cell;   // its length
  int samples;

  __device__ __forceinline__ RegionAxis(const Regions& r, const T* region, int axis, int cells, int at) {
    double first = edge(r, region[axis]);
    double size = rounded<T>(edge(r, region[axis + 2]) - first);
    if (r.is_half_pixel == 0) size = larger(size, 1);
    cell = rounded<T>(size / cells);
    start = rounded<T>(first + at * cell);
    samples = r.samples > 0 ? r.samples : to_int(ceil(cell));
  }

  static __device__ __forceinline__ double edge(const Regions& r, T coordinate) {
    return rounded<T>(rounded<T>(Narrow<T>::load(coordinate) * r.scale) - (r.is_half_pixel != 0 ? 0.5 : 0));
  }

  __device__ __forceinline__ double place(int sample) const {
    return rounded<T>(start + (sample + 0.5) * cell / samples);
  }
};

template <typename T>
__device__ __forceinline__ double sample_of(const Regions& r, const T* plane, double row, double column) {
  bool is_near = row >= -1 && row <= r.rows && column >= -1 && column <= r.columns;
  if (!is_near || r.rows == 0 || r.columns == 0) return 0;
  Neighbours neighbours(clamped(row, 0.0, r.rows - 1.0), clamped(column, 0.0, r.columns - 1.0));
  double value = 0;
  for (int i = 0; i < 4; i++) {
    double weight = neighbours.weight(i);
    double neighbour = neighbours.repeated(plane, r.rows, r.columns, i);
    if (r.is_mean != 0) {
      value = fma(weight, neighbour, value);
    } else {
      value = i == 0 ? weight * neighbour : larger(value, weight * neighbour);
    }
  }
  return value;
}

template <typename T>
__device__ __forceinline__ void align(
    const T* x, const T* regions, const long long* indices, T* y, const Regions& r, Extent outputs, Watch watch) {
  long long index = thread_index();
  if (index >= count(outputs)) return;
  int cell = static_cast<int>(index);
  int channel = divide(cell, r.by_cells);
  int region = divide(channel, r.by_channels);
  long long image = indices[region];
  if (image < 0 || image >= r.images) {
    if (channel == 0 && cell == 0) refuse(watch, region, image);
    return;
  }
  const T* plane = x + (image * r.channels + channel) * r.rows * r.columns;
  const T* corners = regions + static_cast<long long>(region) * 4;
  RegionAxis<T> down(r, corners, 1, r.cell_rows, cell / r.cell_columns);
  RegionAxis<T> across(r, corners, 0, r.cell_columns, cell % r.cell_columns);
  double combined = 0;
  for (int i = 0; i < down.samples; i++) {
    for (int j = 0; j < across.samples; j++) {
      double value = sample_of(r, plane, down.place(i), across.place(j));
      if (r.is_mean != 0) {
        combined += value;
      } else {
        combined = i == 0 && j == 0 ? value : larger(combined, value);
      }
    }
  }
  if (r.is_mean != 0) {
    int all = static_cast<int>(static_cast<unsigned>(down.samples) * static_cast<unsigned>(across.samples));
    combined /= all > 1 ? all : 1;
  }
  y[index] = Narrow<T>::store(combined);
}

}  // namespace pelton

using namespace pelton;

#define ROI_ALIGN(suffix, T)                                                                                         \
  PELTON_KERNEL(roi_align_##suffix, const T* x, const T* regions, const long long* indices, T* y,                    \
                PELTON_CONSTANT Regions all, Extent outputs, Watch watch) {                                          \
    align<T>(x, regions, indices, y, all, outputs, watch);                                                           \
  }

ROI_ALIGN(f32, float)
ROI_ALIGN(f64, double)
ROI_ALIGN(f16, f16)
ROI_ALIGN(bf16, bf16)
