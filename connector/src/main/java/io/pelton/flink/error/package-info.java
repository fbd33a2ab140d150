/** What can go wrong in the connector: one sealed family, one class a fact. Imports nothing. */
package io.pelton.flink.error;
