/**
 * What a scoring operator reports while it runs and when the job is done. Imports the engine and
 * the bridge's allocator.
 */
package io.pelton.flink.metrics;
