/** Tests of the kernels of elementwise ops, on the emulated driver. */
package io.pelton.cuda.kernel.elementwise;
