/**
 * What runs in a task when a query calls a model: functions that score the rows they are called
 * with, singly or in micro-batches.
 */
package io.pelton.flink.table.predict;
