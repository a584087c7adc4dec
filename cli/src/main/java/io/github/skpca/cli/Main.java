package io.github.skpca.cli;
/** x */
public final class Main {
    private Main() {}
    /** x */
    public static void main(String[] args) {
        System.out.println("hi");
    }
}
