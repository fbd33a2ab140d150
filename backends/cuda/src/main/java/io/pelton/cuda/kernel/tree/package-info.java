/**
 * Kernels of decision forests: TreeEnsembleClassifier, TreeEnsembleRegressor and TreeEnsemble.
 * Imports {@code kernel}, {@code kernel.score} and {@code launch}.
 */
package io.pelton.cuda.kernel.tree;
