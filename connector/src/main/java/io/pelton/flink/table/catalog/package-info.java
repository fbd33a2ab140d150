/** Folders of models as catalogs of Flink. */
package io.pelton.flink.table.catalog;
