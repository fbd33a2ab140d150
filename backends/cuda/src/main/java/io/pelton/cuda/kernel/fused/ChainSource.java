package io.pelton.cuda.kernel.fused;

import io.pelton.engine.graph.ElementwiseProgram;
import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The kernel of a program in CUDA C. Where no input has strides, a thread computes 16 bytes of
 * neighbours, else one element.
 *
 * @param dtype F32 or F64
 * @param forms of the inputs
 * @param rank of the folded index space; 0 where no input has strides
 */
record ChainSource(ElementwiseProgram program, DType dtype, List<Form> forms, int rank) {
  /** What the kernel is called. */
  static final String NAME = "chain";

  private static final int BYTES_TOGETHER = 16;

  private static final String FUNCTION =
      """
      #include "math.cuh"
      #include "walk.cuh"

      using namespace pelton;
      using Number = %s;

      __device__ __forceinline__ Number value(%s) {
      %s  return t%d;
      }

      """;

  private static final String FLAT =
      """
      PELTON_KERNEL(chain, %sNumber* y, Extent extent) {
        constexpr int N = %d;
      %s  Share<N> share(extent, is_aligned<N>(y)%s);
        if (share.is_pack) {
      %s    Pack<Number, N> result;
          for (int i = 0; i < N; i++) result.of[i] = value(%s);
          *reinterpret_cast<Pack<Number, N>*>(y + share.first) = result;
          return;
        }
        PELTON_ROLLED
        for (int n = 0; n < N; n++) {
          long long i = share.first + n * share.step;
          if (i >= share.end) return;
          y[i] = value(%s);
        }
      }
      """;

  private static final String STRIDED =
      """
      using Along = Steps<%d>;

      PELTON_KERNEL(chain, %sNumber* y, Extent extent, PELTON_CONSTANT Along dims%s) {
        long long i = thread_index();
        if (i >= count(extent)) return;
        Path<Along> paths[] = {%s};
        find(i, %d, dims, paths);
        y[i] = value(%s);
      }
      """;

  ChainSource {
    forms = List.copyOf(forms);
  }

  /** Elements that a thread computes. */
  int together() {
    return rank == 0 ? BYTES_TOGETHER * Byte.SIZE / dtype.bits() : 1;
  }

  /** The text; equal for what is compiled alike. */
  String text() {
    return function() + (rank == 0 ? flat() : strided());
  }

  private String function() {
    List<Instruction> instructions = program.instructions();
    int last = instructions.size() - 1;
    String steps =
        IntStream.rangeClosed(0, last)
            .mapToObj(i -> line("const Number t" + i + " = " + Expressions.of(instructions.get(i))))
            .collect(Collectors.joining());
    String parameters = join(", ", input -> (isCondition(input) ? "bool x" : "Number x") + input);
    return FUNCTION.formatted(dtype == DType.F64 ? "double" : "float", parameters, steps, last);
  }

  private String flat() {
    return FLAT.formatted(
        pointers(),
        together(),
        join("", input -> line(neighbours(input))),
        join("", input -> " && n" + input + ".is_aligned()"),
        join("", input -> "  " + line("auto a" + input + " = n" + input + ".pack(share.first)")),
        join(", ", input -> "a" + input + ".of[i]" + test(input)),
        join(", ", input -> "n" + input + ".one(i).of[0]" + test(input)));
  }

  private String neighbours(int input) {
    boolean isSingle = forms.get(input) == Form.SINGLE;
    return "Neighbours<N, " + type(input) + "> n" + input + "{p" + input + ", " + isSingle + "}";
  }

  private String strided() {
    List<Integer> strided =
        IntStream.range(0, forms.size())
            .filter(input -> forms.get(input) == Form.STRIDED)
            .boxed()
            .toList();
    return STRIDED.formatted(
        rank,
        pointers(),
        strided.stream()
            .map(input -> ", PELTON_CONSTANT Along s" + input)
            .collect(Collectors.joining()),
        strided.stream().map(input -> "{&s" + input + ", 0}").collect(Collectors.joining(", ")),
        rank,
        join(", ", input -> element(input, strided) + test(input)));
  }

  private static String line(String statement) {
    return "  " + statement + ";\n";
  }

  /** Turns the byte of a condition into what it says. */
  private String test(int input) {
    return isCondition(input) ? " != 0" : "";
  }

  private String element(int input, List<Integer> strided) {
    return switch (forms.get(input)) {
      case FLAT -> "p" + input + "[i]";
      case SINGLE -> "*p" + input;
      case STRIDED -> "p" + input + "[paths[" + strided.indexOf(input) + "].at]";
    };
  }

  private String pointers() {
    return join("", input -> "const " + type(input) + "* p" + input + ", ");
  }

  private String type(int input) {
    return isCondition(input) ? "unsigned char" : "Number";
  }

  private boolean isCondition(int input) {
    return input < program.conditions();
  }

  private String join(String separator, IntFunction<String> ofInput) {
    return IntStream.range(0, program.inputs())
        .mapToObj(ofInput)
        .collect(Collectors.joining(separator));
  }
}
