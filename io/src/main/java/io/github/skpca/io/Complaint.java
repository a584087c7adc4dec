package io.github.skpca.io;

import java.util.List;

/**
 * What is wrong with a row, which may be skipped or may end the reading.
 *
 * @param text one line: where, what is wrong, and after a semicolon what to do
 * @param remedies what to do, for who shows the line
 */
record Complaint(String text, List<Remedy> remedies) {
    Complaint(String text, Remedy... remedies) {
        this(text, List.of(remedies));
    }

    BadInputException failure() {
        return new BadInputException(text, remedies);
    }
}
