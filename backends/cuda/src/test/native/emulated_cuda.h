// CUDA C for the host's compiler: what kernels may use, so that the emulated driver runs the sources that nvcc compiles for devices.
//
// A test double. One launch runs at a time, its blocks one after another; a thread runs until it ends or waits in __syncthreads().
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "emulated/kernels.h"
#include "emulated/vectors.h"
// After the standard headers, some of which use names that are defined here.
#include "emulated/language.h"
#include "emulated/intrinsics.h"
