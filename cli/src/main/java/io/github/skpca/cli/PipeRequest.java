package io.github.skpca.cli;

import java.util.Optional;

/** What can be asked for over the pipe; docs/pipe-protocol.md has the payloads and answers. */
enum PipeRequest {
    CREATE(1),
    RESUME_FILE(2),
    RESUME_BYTES(3),
    UPDATE(4),
    MERGE(5),
    DESCRIBE(6),
    SNAPSHOT(7),
    TRANSFORM(8),
    SCORE(9),
    P_VALUE(10),
    RECONSTRUCT(11),
    RECONSTRUCT_LOADINGS(12),
    SAVE(13),
    TO_BYTES(14),
    CLOSE(15);

    private final int code;

    PipeRequest(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static Optional<PipeRequest> ofCode(int code) {
        return code >= 1 && code <= values().length ? Optional.of(values()[code - 1]) : Optional.empty();
    }
}
