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

  ChainSource {
    forms = List.copyOf(forms);
  }

  /** Elements that a thread computes. */
  int together() {
    return rank == 0 ? BYTES_TOGETHER * Byte.SIZE / dtype.bits() : 1;
  }

  /** The text; equal for what is compiled alike. */
  String text() {
    return """
        #include "math.cuh"
        #include "walk.cuh"

        using namespace pelton;
        using Number = %s;

        """
            .formatted(dtype == DType.F64 ? "double" : "float")
        + function()
        + (rank == 0 ? flat() : strided());
  }

  private String function() {
    String parameters =
        join(", ", input -> (isCondition(input) ? "bool x" : "Number x") + input);
    StringBuilder text =
        new StringBuilder("__device__ __forceinline__ Number value(" + parameters + ") {\n");
    List<Instruction> instructions = program.instructions();
    for (int i = 0; i < instructions.size(); i++) {
      String result = "  const Number t" + i + " = ";
      text.append(result).append(Expressions.of(instructions.get(i))).append(";\n");
    }
    return text.append("  return t" + (instructions.size() - 1) + ";\n}\n\n").toString();
  }

  private String flat() {
    String inputs =
        join("", input -> "  Neighbours<N, %s> n%d{p%d, %b};\n".formatted(
                type(input), input, input, forms.get(input) == Form.SINGLE));
    return "PELTON_KERNEL(chain, " + pointers() + "Number* y, Extent extent) {\n"
        + "  constexpr int N = " + together() + ";\n"
        + inputs
        + "  Share<N> share(extent, is_aligned<N>(y)"
        + join("", input -> " && n" + input + ".is_aligned()")
        + ");\n"
        + "  if (share.is_pack) {\n"
        + join("", input -> "    auto a%d = n%d.pack(share.first);\n".formatted(input, input))
        + "    Pack<Number, N> result;\n"
        + "    for (int i = 0; i < N; i++) result.of[i] = value("
        + join(", ", input -> "a" + input + ".of[i]" + (isCondition(input) ? " != 0" : ""))
        + ");\n"
        + "    *reinterpret_cast<Pack<Number, N>*>(y + share.first) = result;\n"
        + "    return;\n"
        + "  }\n"
        + "  PELTON_ROLLED\n"
        + "  for (int n = 0; n < N; n++) {\n"
        + "    long long i = share.first + n * share.step;\n"
        + "    if (i >= share.end) return;\n"
        + "    y[i] = value("
        + join(", ", input -> "n" + input + ".one(i).of[0]" + (isCondition(input) ? " != 0" : ""))
        + ");\n"
        + "  }\n"
        + "}\n";
  }

  private String strided() {
    List<Integer> strided =
        IntStream.range(0, forms.size())
            .filter(input -> forms.get(input) == Form.STRIDED)
            .boxed()
            .toList();
    String strides =
        strided.stream()
            .map(input -> ", PELTON_CONSTANT Steps<" + rank + "> s" + input)
            .collect(Collectors.joining());
    String paths =
        strided.stream().map(input -> "{&s" + input + ", 0}").collect(Collectors.joining(", "));
    return "PELTON_KERNEL(chain, " + pointers() + "Number* y, Extent extent, PELTON_CONSTANT Steps<"
        + rank + "> dims" + strides + ") {\n"
        + "  long long i = thread_index();\n"
        + "  if (i >= count(extent)) return;\n"
        + "  Path<Steps<" + rank + ">> paths[" + strided.size() + "] = {" + paths + "};\n"
        + "  find(i, " + rank + ", dims, paths);\n"
        + "  y[i] = value("
        + join(", ", input -> element(input, strided) + (isCondition(input) ? " != 0" : ""))
        + ");\n"
        + "}\n";
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
