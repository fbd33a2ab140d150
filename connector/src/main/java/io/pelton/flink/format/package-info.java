/**
 * {@code 'format' = 'arrow'} of Flink's filesystem connector: Arrow IPC files as tables. Imports
 * {@code rowdata}, the files of {@code source}, {@code error} and the Arrow bridge.
 */
package io.pelton.flink.format;
