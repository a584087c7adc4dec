/**
 * Models as ONNX files: loadings, scores and p-values by the standard operators of the default domain, for any runtime that has them.
 *
 * <p>{@link io.github.skpca.onnx.OnnxModel} is the way in.
 */
@NullMarked
package io.github.skpca.onnx;

import org.jspecify.annotations.NullMarked;
