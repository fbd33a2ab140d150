/** Products of single rows, for the steps of recurrent networks. */
package io.pelton.cpu.vector.recurrent;
