/**
 * Models in Flink's Table API and SQL: the model provider {@code pelton}, the catalog of a folder
 * of models, the module of functions, and their options.
 */
package io.pelton.flink.table;
