package io.pelton.arrow;

import io.pelton.arrow.type.Rows;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;

/** Lists of several lengths as one tensor, in memory that is kept: each is followed by padding. */
final class PaddedLists {
  private final ListInput lists;
  private final HeapStorage pad;
  private final String padText;
  private final StringStorage texts = StringStorage.growable();
  private Object array;
  private int capacity = -1;

  PaddedLists(ListInput lists, ListPadding padding) {
    this.lists = lists;
    boolean isText = lists.input.dtype() == DType.STRING;
    this.pad = isText ? null : padding.number(lists.input);
    this.padText = padding.text(lists.input);
  }

  /**
   * The lists of some rows.
   *
   * @param lengths of each row's list; rows of one length should follow each other
   * @param target elements of each row of the tensor
   */
  Tensor bind(int[] rows, int[] lengths, int target) {
    int inner = Math.toIntExact(Layout.elements(lists.dims(1, 1)));
    int width = Math.multiplyExact(target, inner);
    int elements = Math.multiplyExact(rows.length, width);
    Storage storage = begin(elements);
    int from = 0;
    while (from < rows.length) {
      int end = from + 1;
      while (end < rows.length && lengths[end] == lengths[from]) {
        end++;
      }
      Tensor part = lists.packed(selected(rows, from, end), lengths[from]);
      for (int i = from; i < end; i++) {
        spread(part, (i - from) * lengths[from] * inner, lengths[from] * inner, i * width, width);
      }
      from = end;
    }
    return new Tensor(storage, Layout.contiguous(lists.dims(rows.length, target)));
  }

  private static Rows selected(int[] rows, int from, int end) {
    int[] part = Arrays.copyOfRange(rows, from, end);
    return Rows.chosen(part, part.length);
  }

  private Storage begin(int elements) {
    if (pad == null) {
      texts.clear();
      return texts;
    }
    if (capacity < elements) {
      capacity = elements;
      array = pad.dtype().carrier().allocate(elements);
    }
    fill(elements);
    return HeapStorage.wrap(pad.dtype(), array, 0, elements);
  }

  /** Padding everywhere: one element, then twice as many each time. */
  @SuppressWarnings("SuspiciousSystemArraycopy")
  private void fill(int elements) {
    if (elements == 0) {
      return;
    }
    System.arraycopy(pad.array(), pad.base(), array, 0, 1);
    for (int done = 1; done < elements; done *= 2) {
      System.arraycopy(array, 0, array, done, Math.min(done, elements - done));
    }
  }

  @SuppressWarnings("SuspiciousSystemArraycopy")
  private void spread(Tensor part, int from, int count, int to, int width) {
    if (part.storage() instanceof StringStorage strings) {
      for (int i = 0; i < count; i++) {
        texts.append(strings, from + i);
      }
      for (int i = count; i < width; i++) {
        texts.append(padText);
      }
    } else {
      HeapStorage packed = (HeapStorage) part.storage();
      System.arraycopy(packed.array(), packed.base() + from, array, to, count);
    }
  }
}
