/** The engine's contract suites, run on the host and on a second device. */
package io.pelton.cpu.contract;
