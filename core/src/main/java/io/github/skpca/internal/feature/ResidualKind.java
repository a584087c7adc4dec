package io.github.skpca.internal.feature;

/** Where the residual of a row lies, and from what it is computed. */
public enum ResidualKind {
    /** Among the features, which have coordinates to sum. */
    OF_FEATURES,
    /** In the kernel's own space; what is projected are kernel values against landmarks. */
    OF_KERNEL_VALUES,
    /** In the kernel's own space; what is projected are features that are linear in kernel values. */
    OF_LANDMARK_FEATURES
}
