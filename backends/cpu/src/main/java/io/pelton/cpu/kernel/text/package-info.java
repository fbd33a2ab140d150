/** Kernels that read or write strings. */
package io.pelton.cpu.kernel.text;
