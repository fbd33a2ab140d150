/**
 * Random graphs, planned and run in every way there is, against the naive evaluator. Imports the
 * engine, the CPU backend, the second device and the test helpers.
 */
package io.pelton.cpu.property;
