package org.gpucomm.cli.evidence;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.results.format.MappingNeeded;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.cli.terminal.FailureWords;
import org.gpucomm.cli.terminal.GivenFile;
import org.gpucomm.cli.terminal.TerminalCommand;

import picocli.CommandLine.ParameterException;

/** Command that reads logs and tables and examines their results together. */
public abstract class EvidenceCommand extends TerminalCommand {

    private final List<String> refused = new ArrayList<>();
    private boolean anyNamed;

    /**
     * Reads files, and the files below folders. Prints a message for each file without results.
     *
     * @param named {@code -} is standard input
     * @throws ParameterException if a file cannot be opened
     */
    protected final EvidenceFiles read(List<Path> named) {
        return read(named, false);
    }

    /** Reads files like {@link #read}, and fills gaps in ambiguous tables with likely assumptions, which are printed. */
    protected final EvidenceFiles readAssuming(List<Path> named) {
        return read(named, true);
    }

    private EvidenceFiles read(List<Path> named, boolean assuming) {
        var read = new EvidenceFiles(assuming);
        for (var given : filesOf(named)) {
            var file = given.path();
            doing("reading " + file.getFileName());
            boolean piped = file.equals(GivenFile.STANDARD_INPUT);
            var name = piped ? "stdin" : String.valueOf(file.getFileName());
            int rows = read.size();
            try {
                var why = read.add(open(file), name, file.toString());
                if (assuming && !piped && read.size() == rows) {
                    var open = why.orElse(name + " was cut before its result");
                    why = read.addAssuming(open(file), name, file.toString());
                    if (read.size() == rows && why.isPresent()
                            && read.addAnyLines(open(file), name, file.toString())) {
                        why = Optional.empty();
                    }
                    if (read.size() > rows) {
                        complain(open + ". It is read all the same, by what is likely.");
                    }
                }
                why.ifPresent(reason -> refuse(given, reason));
                complainAboutAssumptions(read, name);
            } catch (UnreadableFile e) {
                if (assuming && !piped && (e.failure() == null || e.isException()) && isReadAnyhow(read, file, name)) {
                    complainAboutAssumptions(read, name);
                } else {
                    refuse(given, file + ": " + e.getMessage() + (e instanceof MappingNeeded
                            ? ". Say what they mean by gpucomm convert " + file
                                    + " --map COLUMN=MEANING, or upload it and map its columns on the page"
                            : ""));
                }
            } catch (IOException e) {
                throw usage(unread(file, e));
            }
        }
        doing("examining what was read");
        return read;
    }

    private boolean isReadAnyhow(EvidenceFiles read, Path file, String name) {
        try {
            return read.addAnyLines(open(file), name, file.toString());
        } catch (IOException e) {
            throw usage(unread(file, e));
        }
    }

    private void complainAboutAssumptions(EvidenceFiles read, String name) {
        var assumed = read.takeAssumed();
        if (!assumed.isEmpty()) {
            complain(name + " does not say everything, so this is assumed: " + String.join("; ", assumed)
                    + ". gpucomm convert --map says it otherwise.");
        }
    }

    private void refuse(GivenFile given, String why) {
        refused.add(why);
        complain(why);
        anyNamed |= given.isNamed();
    }

    /** Returns whether a file named by the user has no results. Files found in folders do not count. */
    protected final boolean isAnyRefused() {
        return anyNamed;
    }

    /** Returns the reason for each file without results. */
    protected final List<String> refused() {
        return List.copyOf(refused);
    }

    private static String unread(Path file, IOException failure) {
        return failure instanceof FileSystemException
                ? FailureWords.of(failure)
                : file + " cannot be read: " + FailureWords.of(failure);
    }

    private static InputStream open(Path file) throws IOException {
        return file.equals(GivenFile.STANDARD_INPUT) ? System.in : Files.newInputStream(file);
    }
}
