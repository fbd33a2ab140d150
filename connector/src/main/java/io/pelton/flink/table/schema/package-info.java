/** How the columns of tables and the inputs and outputs of models say the same of each other. */
package io.pelton.flink.table.schema;
