package io.github.skpca.cli;

import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Gives every command the console that it writes to. */
final class CommandFactory implements IFactory {
    private final IFactory standard = CommandLine.defaultFactory();
    private final Console console;

    CommandFactory(Console console) {
        this.console = console;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        K created = standard.create(type);
        if (created instanceof SkpcaCommand command) {
            command.attach(console);
        }
        return created;
    }
}
