/** Functions that SQL can call: predictions, and calculations with vectors. */
package io.pelton.flink.table.function;
