package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.Kernel;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.Map;

/** Registers the kernels of this package. */
public final class TabularKernels {
  private static final List<DType> NUMBERS = List.of(DType.F32, DType.F64, DType.I64, DType.I32);
  private static final List<DType> LABELS = List.of(DType.I64, DType.STRING);
  private static final List<DType> CODES =
      List.of(DType.STRING, DType.I64, DType.F32, DType.F64, DType.I32, DType.I16);

  private TabularKernels() {}

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    registerModels(kernels);
    registerMaps(kernels);
    registerEncoders(kernels);
  }

  /** The kernels of models, by what they score with. */
  public static Map<OpKind, FixedKernel> models() {
    return Map.of(
        OpKind.LINEAR_CLASSIFIER, new LinearClassifierKernel(),
        OpKind.LINEAR_REGRESSOR, new LinearRegressorKernel(),
        OpKind.SVM_CLASSIFIER, new SvmClassifierKernel(),
        OpKind.SVM_REGRESSOR, new SvmRegressorKernel());
  }

  /** The kernels that map, encode or join the columns of tables. */
  public static Map<OpKind, FixedKernel> features() {
    return Map.of(
        OpKind.SCALER, new ScalerKernel(),
        OpKind.IMPUTER, new ImputerKernel(),
        OpKind.NORMALIZER, new NormalizerKernel(),
        OpKind.BINARIZER, new BinarizerKernel(),
        OpKind.FEATURE_VECTORIZER, new FeatureVectorizerKernel(),
        OpKind.ONE_HOT_ENCODER, new OneHotEncoderKernel());
  }

  private static void registerModels(HostKernels kernels) {
    Kernel linearClassifier = new LinearClassifierKernel();
    Kernel linearRegressor = new LinearRegressorKernel();
    Kernel svmClassifier = new SvmClassifierKernel();
    Kernel svmRegressor = new SvmRegressorKernel();
    for (DType features : NUMBERS) {
      List<DType> inputs = List.of(features);
      kernels.add(OpKind.LINEAR_REGRESSOR, "linear", linearRegressor, inputs, List.of(DType.F32));
      kernels.add(OpKind.SVM_REGRESSOR, "svm", svmRegressor, inputs, List.of(DType.F32));
      for (DType label : LABELS) {
        List<DType> outputs = List.of(label, DType.F32);
        kernels.add(OpKind.LINEAR_CLASSIFIER, "linear", linearClassifier, inputs, outputs);
        kernels.add(OpKind.SVM_CLASSIFIER, "svm", svmClassifier, inputs, outputs);
      }
    }
  }

  private static void registerMaps(HostKernels kernels) {
    Kernel scaler = new ScalerKernel();
    Kernel normalizer = new NormalizerKernel();
    Kernel vectorizer = new FeatureVectorizerKernel();
    Kernel imputer = new ImputerKernel();
    Kernel binarizer = new BinarizerKernel();
    for (DType dtype : NUMBERS) {
      List<DType> inputs = List.of(dtype);
      kernels.add(OpKind.SCALER, "scaler", scaler, inputs, List.of(DType.F32));
      kernels.add(OpKind.NORMALIZER, "normalizer", normalizer, inputs, List.of(DType.F32));
      kernels.add(OpKind.FEATURE_VECTORIZER, "vectorizer", vectorizer, inputs, List.of(DType.F32));
      kernels.add(OpKind.IMPUTER, "imputer", imputer, inputs, inputs);
      kernels.add(OpKind.BINARIZER, "binarizer", binarizer, inputs, inputs);
    }
  }

  private static void registerEncoders(HostKernels kernels) {
    Kernel oneHot = new OneHotEncoderKernel();
    Kernel labels = new LabelEncoderKernel();
    Kernel extractor = new ArrayFeatureExtractorKernel();
    for (DType dtype : List.of(DType.F32, DType.F64, DType.I64, DType.I32, DType.STRING)) {
      kernels.add(OpKind.ONE_HOT_ENCODER, "one-hot", oneHot, List.of(dtype), List.of(DType.F32));
      List<DType> operands = dtype == DType.I64 ? List.of(DType.I64) : List.of(dtype, DType.I64);
      kernels.add(OpKind.ARRAY_FEATURE_EXTRACTOR, "extractor", extractor, operands, List.of(dtype));
    }
    for (DType key : CODES) {
      for (DType value : CODES) {
        kernels.add(OpKind.LABEL_ENCODER, "label", labels, List.of(key), List.of(value));
      }
    }
    kernels.add(OpKind.ZIP_MAP, "views", new ZipMapKernel(), List.of(DType.F32), List.of());
  }
}
