package io.pelton.arrow;

/**
 * A row that {@link NullPolicy#drop} kept out of a batch.
 *
 * @param row its number in the batch that was bound
 * @param input the model input whose policy it was
 * @param column the first column of that input with a null
 */
public record RejectedRow(int row, String input, String column) {}
