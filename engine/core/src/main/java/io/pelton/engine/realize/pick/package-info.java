/**
 * Picks, while a graph runs, one of the alternative arms of each branch: ranking them by live
 * telemetry, or following a route. Imports {@code graph}.
 */
package io.pelton.engine.realize.pick;
