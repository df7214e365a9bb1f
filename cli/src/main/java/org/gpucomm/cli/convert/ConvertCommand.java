package org.gpucomm.cli.convert;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;

import org.apache.commons.io.output.CloseShieldWriter;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.MappingNeeded;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.cli.convert.RowSink.OutputFormat;
import org.gpucomm.cli.terminal.FailureWords;
import org.gpucomm.cli.terminal.GivenFile;
import org.gpucomm.cli.terminal.TerminalCommand;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that converts logs to rows, lists the lines that it could not use, and accounts for every line of a file. */
@Command(name = "convert", mixinStandardHelpOptions = true,
        description = "Converts any known log to the canonical CSV (docs/csv.md) or to JSON lines.",
        footer = {"",
                "A column of your own table may mean: ignored, setting, metric, size, time, time_min, time_p50, time_p99,",
                "time_max, algbw, busbw, ranks, nodes, operation, variant, datatype, redop, root, placement, iterations,",
                "wrong, tool, tool_version, library, library_version, gpu, instance_type, date, host, cluster. Rows of another",
                "date, host or cluster are another run. Units: of sizes bytes, KiB, MiB, GiB; of times ns, us, ms, s;",
                "of bandwidths GB/s, MB/s, GiB/s, MiB/s, Gb/s, Mb/s.",
                "",
                "  gpucomm convert all_reduce.log -o rows.csv",
                "  gpucomm convert results/ --problems not-read.csv --strict -o rows.csv",
                "  srun ... all_reduce_perf | gpucomm convert - --format jsonl",
                "  gpucomm convert mine.csv --map moved=size:bytes --map 'Ring=busbw:GB/s' --map operation=all_reduce",
                "",
                "Exit code 0; 1 if a file that was named was not understood or gave no row, or with --strict if a line is",
                "a problem, a file of a folder gave no row, or a run failed or gave wrong data;",
                "2 usage, or a file that cannot be opened."})
public final class ConvertCommand extends TerminalCommand {

    private static final int SOMETHING_WRONG = 1;
    private static final int USAGE = 2;

    @Parameters(arity = "1..*", paramLabel = "FILE",
            description = "Logs or CSV files, archives of them (zip, tar, gzip, bzip2, xz), or folders; - is standard input.")
    private List<Path> files = List.of();

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", description = "Where rows go. Default: standard output.")
    private @Nullable Path output;

    @Option(names = "--format", paramLabel = "csv|jsonl", description = "Default: ${DEFAULT-VALUE}.")
    private OutputFormat format = OutputFormat.csv;

    @Option(names = "--problems", paramLabel = "FILE",
            description = "Where problems and reports of failures go, as source,line,reason,text. Default: standard error.")
    private @Nullable Path problems;

    @Option(names = "--strict",
            description = "Exit with 1 if any line is a problem, or a run failed or gave wrong data.")
    private boolean strict;

    @Option(names = "--name", paramLabel = "NAME",
            description = "File name to take standard input for; some formats name the operation in it.")
    private String name = "stdin";

    @Option(names = "--map", paramLabel = "COLUMN=MEANING[:UNIT[:LABEL]]",
            description = "What a column of your own table means, where its header does not say: --map 'Ring=busbw:GB/s', "
                    + "--map note=ignored; or what all rows are: --map operation=all_reduce. Of several tables in a file 2: in "
                    + "front is of the second; 2=ignored leaves it out.")
    private List<String> map = List.of();

    private MappingOptions mappingOptions = new MappingOptions(List.of());

    @Override
    public Integer call() throws IOException {
        checkOutput("--output", output);
        checkOutput("--problems", problems);
        // Before anything is written, because the output may be in one of the folders.
        var given = filesOf(files);
        mappingOptions = new MappingOptions(map);
        refuseToOverwrite(given);
        try (var problemWriter = problems == null ? CloseShieldWriter.wrap(err()) : writer(problems)) {
            var problemSink = new ProblemSink(problemWriter, problems != null);
            return output == null ? toStandardOutput(given, problemSink) : toFile(output, given, problemSink);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private int toStandardOutput(List<GivenFile> given, ProblemSink problemSink) throws IOException {
        // System.out ignores a broken pipe: a reader such as head or less already has the lines it needs.
        return convertAll(given, System.out, problemSink);
    }

    /**
     * Writes to a temporary file next to the target. An interrupted conversion leaves no partial file under the target's name, and a
     * conversion without rows leaves an existing target unchanged.
     */
    private int toFile(Path file, List<GivenFile> given, ProblemSink problemSink) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            // A device such as /dev/null or a named pipe: written directly, since it must not be replaced.
            try (var out = open(file)) {
                return convertAll(given, out, problemSink);
            }
        }
        var unfinished = file.resolveSibling(Objects.requireNonNull(file.getFileName()) + ".unfinished");
        int code;
        try (var out = open(unfinished)) {
            code = convertAll(given, out, problemSink);
        }
        if (Files.size(unfinished) == 0) {
            Files.delete(unfinished);
            return code;
        }
        Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
        return code;
    }

    private int convertAll(List<GivenFile> given, OutputStream out, ProblemSink problemSink) throws IOException {
        var sink = new RowSink(format, out);
        int code = 0;
        for (var file : given) {
            int ofFile = convert(file.path(), sink, problemSink);
            code = Math.max(code, file.isNamed() || strict ? ofFile : 0);
        }
        for (var word : mappingOptions.unused()) {
            complain(word);
            code = SOMETHING_WRONG;
        }
        sink.flush();
        return code;
    }

    private int convert(Path file, RowSink sink, ProblemSink problemSink) throws IOException {
        boolean standardInput = file.equals(GivenFile.STANDARD_INPUT);
        var source = standardInput ? name : String.valueOf(file.getFileName());
        return convert(file, source, sink, problemSink);
    }

    private int convert(Path file, String source, RowSink sink, ProblemSink problemSink) throws IOException {
        InputStream in;
        try {
            in = file.equals(GivenFile.STANDARD_INPUT) ? System.in : open(file, source);
        } catch (IOException e) {
            return complain(file.toString(), String.valueOf(e.getMessage()), USAGE);
        }
        doing(output == null ? "" : "reading " + source);
        try (var reader = LogReader.open(in, source, mappingOptions)) {
            var account = new Account(source, reader, err());
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                account.count(entry);
                if (entry instanceof Entry.Problem problem) {
                    problemSink.write(reader.source(), problem);
                } else if (entry instanceof Entry.Note note && note.failure().isPresent()) {
                    problemSink.write(reader.source(),
                            new Entry.Problem(note.line(), "the run failed", note.failure().get()));
                } else if (entry instanceof Entry.Row row) {
                    for (var measurement : row.measurements()) {
                        sink.write(measurement);
                    }
                }
            }
            doing("");
            reader.requireResults();
            account.end();
            if (!reader.asked().isEmpty()) {
                complain(source + ": " + MappingOptions.hint(reader.asked()));
            }
            if (account.total().rows() == 0) {
                return complain(source, "no measurement was found in it", SOMETHING_WRONG);
            }
            return strict && (account.total().problems() > 0 || account.isWrong()) ? SOMETHING_WRONG : 0;
        } catch (MappingNeeded e) {
            return complain(source, e.getMessage() + "; " + MappingOptions.hint(e.tables()), SOMETHING_WRONG);
        } catch (UnreadableFile | IllegalArgumentException e) {
            return complain(source, String.valueOf(e.getMessage()), SOMETHING_WRONG);
        }
    }

    private static InputStream open(Path file, String source) throws IOException {
        try {
            return Files.newInputStream(file);
        } catch (NoSuchFileException e) {
            throw new IOException("does not exist", e);
        } catch (AccessDeniedException e) {
            throw new IOException("must not be read by this user", e);
        }
    }

    private Writer writer(Path file) {
        return new BufferedWriter(new OutputStreamWriter(open(file), StandardCharsets.UTF_8));
    }

    private OutputStream open(Path file) {
        try {
            return Files.newOutputStream(file);
        } catch (IOException e) {
            throw usage("cannot write " + file + ": " + FailureWords.of(e));
        }
    }

    private void refuseToOverwrite(List<GivenFile> given) throws IOException {
        for (var target : new Path[]{output, problems}) {
            for (var each : given) {
                var file = each.path();
                if (target != null && Files.exists(target) && Files.exists(file) && Files.isSameFile(target, file)) {
                    throw usage(target + " is an input; write somewhere else");
                }
            }
        }
    }

    private int complain(String file, String message, int code) {
        complain(file + ": " + message);
        return code;
    }
}
