/**
 * Scoring in a DataStream job: the builders, their policies, and what comes out. Imports everything
 * below it, the Arrow bridge, and of the engine what names types and values; never a backend.
 */
package io.pelton.flink;
