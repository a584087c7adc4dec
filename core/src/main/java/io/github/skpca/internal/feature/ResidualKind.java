package io.github.skpca.internal.feature;

/** Where the residual of a row lies, and from what it is computed. */
public enum ResidualKind {
    /** Among the features, whose coordinates can be summed. */
    OF_FEATURES,
    /** In the kernel's own space; kernel values against landmarks are projected. */
    OF_KERNEL_VALUES,
    /** In the kernel's own space; features that are linear in kernel values are projected. */
    OF_LANDMARK_FEATURES
}
