/**
 * Programs that measure Pelton beside its peers: same process, interleaved runs, one thread each,
 * medians, and results as ratios.
 */
package io.pelton.examples.benchmarks;
