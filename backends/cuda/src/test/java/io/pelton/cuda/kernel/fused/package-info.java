/** Tests of chains that are compiled at run time, on the emulated driver and compiler. */
package io.pelton.cuda.kernel.fused;
