package io.github.skpca.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A real browser without a window: Chromium, one process per page. It reaches no host. */
final class Browser {
    private static final Pattern POLICY = Pattern.compile("<meta http-equiv=\"Content-Security-Policy\"[^>]*>");

    /**
     * Looks at a page from inside: how wide it is, what is wider than the window, and whether the map follows a choice. Appended to a copy of the
     * page, whose policy would not run it.
     */
    private static final String PROBE = """
            <script>
            var page = document.documentElement;
            page.dataset.width = window.innerWidth;
            page.dataset.overflow = page.scrollWidth - page.clientWidth;
            var list = document.querySelector(".map select[name=across]");
            if (list) {
              var path = document.querySelector(".map svg .marks path");
              var before = path.getAttribute("d");
              var drawn = before.length;
              list.value = "1";
              list.dispatchEvent(new Event("change"));
              page.dataset.moved = before !== path.getAttribute("d");
              list.value = "0";
              list.dispatchEvent(new Event("change"));
              page.dataset.named = document.querySelector(".map svg .xname").textContent;
            }
            </script>
            </body>""";

    private final String command;
    private final Path folder;

    /**
     * What a page was like.
     *
     * @param dom its elements, after its scripts
     * @param picture a screenshot
     */
    record Seen(String dom, Path picture) {
        /** What the page, its own script or the probe, says of itself; "" if nothing. */
        String said(String name) {
            Matcher found =
                    Pattern.compile("<html[^>]* data-" + name + "=\"([^\"]*)\"").matcher(dom);
            return found.find() ? found.group(1) : "";
        }
    }

    private Browser(String command, Path folder) {
        this.command = command;
        this.folder = folder;
    }

    /** The browser of this machine, with a folder for what it leaves behind; empty if there is none. */
    static Optional<Browser> find(Path folder) {
        return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .filter(path -> Files.isExecutable(Path.of(path)))
                .findFirst()
                .map(path -> new Browser(path, folder));
    }

    /** Opens a page as it is. */
    Seen open(Path page, int width, int height) throws IOException, InterruptedException {
        Path picture = folder.resolve(page.getFileName() + "-" + width + ".png");
        // The shell wrapper of some systems writes to standard error; that is no fault of the page.
        Process process = new ProcessBuilder(List.of(
                        command,
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--hide-scrollbars",
                        "--host-resolver-rules=MAP * ~NOTFOUND",
                        "--user-data-dir=" + folder.resolve("profile"),
                        "--window-size=" + width + "," + height,
                        "--screenshot=" + picture,
                        "--dump-dom",
                        page.toUri().toString()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        String dom = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return new Seen(dom, picture);
    }

    /** Opens a copy of a page that looks at itself, in a frame: a window of a browser has a least width, a frame has none. */
    Seen probe(Path page, int width, int height) throws IOException, InterruptedException {
        String html = POLICY.matcher(Files.readString(page)).replaceFirst("").replace("</body>", PROBE);
        String framed = "<!DOCTYPE html><html><body style=\"margin:0\"><iframe onload=\"Object.assign("
                + "document.documentElement.dataset,this.contentDocument.documentElement.dataset)\""
                + " style=\"border:0;display:block;width:" + width + "px;height:" + height + "px\" srcdoc=\""
                + html.replace("&", "&amp;").replace("\"", "&quot;") + "\"></iframe></body></html>";
        return open(Files.writeString(folder.resolve("probe-" + page.getFileName()), framed), width, height);
    }
}
