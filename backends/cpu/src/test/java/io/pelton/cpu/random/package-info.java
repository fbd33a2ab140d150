/** Tests of the generators of random numbers and of the kernels that draw them. */
package io.pelton.cpu.random;
