/** Tests of what reads images between their elements. */
package io.pelton.cpu.kernel.sample;
