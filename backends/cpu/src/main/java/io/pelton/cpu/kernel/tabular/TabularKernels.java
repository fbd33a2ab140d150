package io.pelton.cpu.kernel.tabular;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.Kernel;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.Set;

/** Registers the kernels of this package. */
public final class TabularKernels {
  private static final List<DType> NUMBERS = List.of(DType.F32, DType.F64, DType.I64, DType.I32);
  private static final List<DType> LABELS = List.of(DType.I64, DType.STRING);
  private static final List<DType> CODES =
      List.of(DType.STRING, DType.I64, DType.F32, DType.F64, DType.I32, DType.I16);

  private TabularKernels() {}

  public static void register(BindingTable.Builder table) {
    registerModels(table);
    registerMaps(table);
    registerEncoders(table);
  }

  private static void registerModels(BindingTable.Builder table) {
    Alternative linearClassifier = alternative("linear", new LinearClassifierKernel());
    Alternative linearRegressor = alternative("linear", new LinearRegressorKernel());
    Alternative svmClassifier = alternative("svm", new SvmClassifierKernel());
    Alternative svmRegressor = alternative("svm", new SvmRegressorKernel());
    for (DType features : NUMBERS) {
      List<DType> inputs = List.of(features);
      table.add(OpKind.LINEAR_REGRESSOR, inputs, List.of(DType.F32), linearRegressor);
      table.add(OpKind.SVM_REGRESSOR, inputs, List.of(DType.F32), svmRegressor);
      for (DType label : LABELS) {
        List<DType> outputs = List.of(label, DType.F32);
        table.add(OpKind.LINEAR_CLASSIFIER, inputs, outputs, linearClassifier);
        table.add(OpKind.SVM_CLASSIFIER, inputs, outputs, svmClassifier);
      }
    }
  }

  private static void registerMaps(BindingTable.Builder table) {
    Alternative scaler = alternative("scaler", new ScalerKernel());
    Alternative normalizer = alternative("normalizer", new NormalizerKernel());
    Alternative vectorizer = alternative("vectorizer", new FeatureVectorizerKernel());
    Alternative imputer = alternative("imputer", new ImputerKernel());
    Alternative binarizer = alternative("binarizer", new BinarizerKernel());
    Alternative pipeline = alternative("pipeline", new PipelineKernel());
    for (DType dtype : NUMBERS) {
      List<DType> inputs = List.of(dtype);
      table.add(OpKind.FEATURE_PIPELINE, inputs, inputs, pipeline);
      if (dtype != DType.F32) {
        table.add(OpKind.FEATURE_PIPELINE, inputs, List.of(DType.F32), pipeline);
      }
      table.add(OpKind.SCALER, inputs, List.of(DType.F32), scaler);
      table.add(OpKind.NORMALIZER, inputs, List.of(DType.F32), normalizer);
      table.add(OpKind.FEATURE_VECTORIZER, inputs, List.of(DType.F32), vectorizer);
      table.add(OpKind.IMPUTER, inputs, inputs, imputer);
      table.add(OpKind.BINARIZER, inputs, inputs, binarizer);
    }
  }

  private static void registerEncoders(BindingTable.Builder table) {
    Alternative oneHot = alternative("one-hot", new OneHotEncoderKernel());
    Alternative labels = alternative("label", new LabelEncoderKernel());
    Alternative extractor = alternative("extractor", new ArrayFeatureExtractorKernel());
    for (DType dtype : List.of(DType.F32, DType.F64, DType.I64, DType.I32, DType.STRING)) {
      table.add(OpKind.ONE_HOT_ENCODER, List.of(dtype), List.of(DType.F32), oneHot);
      List<DType> operands = dtype == DType.I64 ? List.of(DType.I64) : List.of(dtype, DType.I64);
      table.add(OpKind.ARRAY_FEATURE_EXTRACTOR, operands, List.of(dtype), extractor);
    }
    for (DType key : CODES) {
      for (DType value : CODES) {
        table.add(OpKind.LABEL_ENCODER, List.of(key), List.of(value), labels);
      }
    }
    table.add(
        OpKind.ZIP_MAP, List.of(DType.F32), List.of(), alternative("views", new ZipMapKernel()));
  }

  /** All of them read through blocks or positions. */
  private static Alternative alternative(String name, Kernel kernel) {
    return new Alternative(name, kernel, Set.of(Capability.STRIDED, Capability.NATIVE));
  }
}
