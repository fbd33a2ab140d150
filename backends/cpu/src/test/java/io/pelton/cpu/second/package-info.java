/**
 * A second CPU device for tests, {@code cpu:1}: the same kernels over a byte-addressed memory that
 * the host reaches by copies only, so that placement, moves and device arenas are real.
 */
package io.pelton.cpu.second;
