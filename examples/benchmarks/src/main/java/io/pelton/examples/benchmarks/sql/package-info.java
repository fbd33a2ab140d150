/** Models in Flink SQL beside the same models in the DataStream API. */
package io.pelton.examples.benchmarks.sql;
