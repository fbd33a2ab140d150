/**
 * Runs graphs as they are: what lengths depend on may be computed on the way, arms are picked while
 * the pass runs, and what was planned is kept for the next pass. A compiler thread plans, one
 * segment of the graph after the other, and the calling thread runs. Imports {@code bind} and
 * {@code plan}.
 */
package io.pelton.engine.realize;
