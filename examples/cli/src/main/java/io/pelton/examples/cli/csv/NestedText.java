package io.pelton.examples.cli.csv;

import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Lists as JSON arrays, structs and maps as JSON objects. */
final class NestedText {
  private NestedText() {}

  static ValueText of(FieldVector vector, ArrowType type) {
    return switch (type.getTypeID()) {
      case Map -> map((ListVector) vector);
      case List -> {
        ListVector list = (ListVector) vector;
        CellText elements = CellText.of(list.getDataVector());
        yield (row, out) ->
            array(elements, list.getElementStartIndex(row), list.getElementEndIndex(row), out);
      }
      case LargeList -> {
        LargeListVector list = (LargeListVector) vector;
        CellText elements = CellText.of(list.getDataVector());
        yield (row, out) ->
            array(
                elements,
                Math.toIntExact(list.getElementStartIndex(row)),
                Math.toIntExact(list.getElementEndIndex(row)),
                out);
      }
      case FixedSizeList -> {
        FixedSizeListVector list = (FixedSizeListVector) vector;
        CellText elements = CellText.of(list.getDataVector());
        int size = list.getListSize();
        yield (row, out) -> array(elements, row * size, (row + 1) * size, out);
      }
      default -> struct((StructVector) vector);
    };
  }

  private static void array(CellText elements, int from, int to, StringBuilder out) {
    out.append('[');
    for (int i = from; i < to; i++) {
      if (i > from) {
        out.append(',');
      }
      elements.appendJson(i, out);
    }
    out.append(']');
  }

  private static ValueText map(ListVector map) {
    StructVector entries = (StructVector) map.getDataVector();
    CellText keys = CellText.of(entries.getChildrenFromFields().get(0));
    CellText values = CellText.of(entries.getChildrenFromFields().get(1));
    return (row, out) -> {
      out.append('{');
      for (int i = map.getElementStartIndex(row); i < map.getElementEndIndex(row); i++) {
        if (i > map.getElementStartIndex(row)) {
          out.append(',');
        }
        keys.appendName(i, out);
        out.append(':');
        values.appendJson(i, out);
      }
      out.append('}');
    };
  }

  private static ValueText struct(StructVector struct) {
    List<FieldVector> children = struct.getChildrenFromFields();
    List<CellText> members = children.stream().map(CellText::of).toList();
    return (row, out) -> {
      out.append('{');
      for (int i = 0; i < members.size(); i++) {
        if (i > 0) {
          out.append(',');
        }
        CellText.quoted(children.get(i).getName(), out);
        out.append(':');
        members.get(i).appendJson(row, out);
      }
      out.append('}');
    };
  }
}
