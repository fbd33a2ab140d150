/** Tests of Fourier transforms. */
package io.pelton.cpu.kernel.signal;
