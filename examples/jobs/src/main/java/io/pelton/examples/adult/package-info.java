/**
 * Scores the UCI Adult census rows inside an embedded Flink cluster: the job that the README runs.
 */
package io.pelton.examples.adult;
