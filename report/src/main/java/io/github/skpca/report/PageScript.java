package io.github.skpca.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The one script that a page may have: that of its maps. A page names its hash, so that a browser runs nothing else. */
final class PageScript {
    private static final String FILE = "map.js";

    private PageScript() {}

    /** The script between marks that make it text for XML and comments for JavaScript. */
    static String text() {
        try (InputStream file = PageScript.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException(FILE + " is missing in the archive");
            }
            String script = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return "/*<![CDATA[*/\n" + script + "/*]]>*/";
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** What a policy calls a script. */
    static String source(String script) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
