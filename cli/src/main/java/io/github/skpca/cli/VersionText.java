package io.github.skpca.cli;

import io.github.skpca.internal.linalg.Backend;
import picocli.CommandLine.IVersionProvider;

/** The version, and the arithmetic that this process uses. */
final class VersionText implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Main.class.getPackage().getImplementationVersion();
        return new String[] {
            "skpca " + (version == null ? "(built from classes)" : version),
            "arithmetic: " + Backend.active().name() + ", Java " + System.getProperty("java.version")
        };
    }
}
