/** Vector kernels against their scalar twins, bit by bit. */
package io.pelton.cpu.vector;
