/** Recurrent networks: RNN, GRU and LSTM. */
package io.pelton.cpu.kernel.recurrent;
