package org.gpucomm.runner.upload;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.results.format.canonical.FingerprintFile;
import org.gpucomm.results.upload.UploadAnswer;
import org.gpucomm.results.upload.UploadClient;
import org.gpucomm.runner.live.LiveFeed;
import org.jspecify.annotations.Nullable;

/**
 * Uploader of result files to a server. A file is first put into the spool and removed after the upload, so that results survive an
 * unavailable server. Failures are reported as messages, not thrown.
 */
public final class ResultUploads implements AutoCloseable {

    /** Timeout of an answer: short, because the other processes of a benchmark wait. */
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final Duration FIRST_BACK_OFF = Duration.ofSeconds(5);
    private static final Duration LONGEST_BACK_OFF = Duration.ofMinutes(5);

    private final URI server;
    private final @Nullable String token;
    private final UploadClient client;
    private final Spool spool;
    private final Path folder;
    private final PrintStream says;
    private Duration backOff = FIRST_BACK_OFF;
    private long nextTryNanos = System.nanoTime();
    private @Nullable Path ownFile;

    ResultUploads(URI server, @Nullable String token, Path folder, PrintStream says) {
        this.server = server;
        this.token = token;
        this.client = new UploadClient(server, token, ANSWER);
        this.spool = new Spool(folder, server);
        this.folder = folder;
        this.says = says;
    }

    /**
     * Starts the live view of a run on the server.
     *
     * @param results file to which the run writes its measurements
     * @param name    name of the run
     * @param looks   interval of reading the file in addition to each progress report; zero for none
     */
    public LiveFeed live(Path results, String name, Duration looks) {
        return LiveFeed.start(server, token, results, name, looks, says);
    }

    /** Returns a file for results that are only uploaded; it is deleted when they are in the spool. */
    public Path ownFile(Instant now) {
        var stamp = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC).format(now);
        var file = folder.resolve("running")
                .resolve("gpucomm-" + stamp + "-" + ProcessHandle.current().pid() + ".jsonl");
        try {
            Files.createDirectories(folder.resolve("running"));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "cannot make the folder of results that wait for a server: " + e.getMessage()
                            + "; give another by --spool",
                    e);
        }
        ownFile = file;
        return file;
    }

    /**
     * Uploads files in the spool, unless the last attempt failed recently: the delay between attempts doubles from 5 seconds to 5 minutes.
     */
    public void retryWaiting() {
        if (System.nanoTime() - nextTryNanos < 0) {
            return;
        }
        try {
            for (var waiting : spool.waiting()) {
                if (settled(waiting, client.post(Spool.nameOf(waiting),
                        () -> Files.newInputStream(waiting))) instanceof UploadAnswer.Later) {
                    nextTryNanos = System.nanoTime() + backOff.toNanos();
                    backOff = Collections.min(List.of(backOff.multipliedBy(2), LONGEST_BACK_OFF));
                    return;
                }
            }
        } catch (IOException e) {
            say("results that wait for the server cannot be read: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Uploads a finished result file, and on success the files in the spool.
     *
     * @return id of the upload; empty if it failed
     */
    public Optional<String> send(Path results) {
        try {
            var waiting = spool.put(uploadedName(results), out -> writeUploaded(results, out));
            if (results.equals(ownFile)) {
                Files.delete(results);
            }
            var answer = settled(waiting, client.send(Spool.nameOf(waiting), () -> Files.newInputStream(waiting)));
            if (answer instanceof UploadAnswer.Later later) {
                say(uploadedName(results) + " is not uploaded: " + later.reason() + ". It waits in "
                        + waiting.getParent() + " and is sent by the next run with this --upload");
            } else {
                nextTryNanos = System.nanoTime();
                retryWaiting();
            }
            return answer instanceof UploadAnswer.Accepted accepted ? Optional.of(accepted.id()) : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            say(results + " is not uploaded: " + e.getMessage() + "; send it by: gpucomm upload " + results);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        client.close();
    }

    /** Reports the result of an upload and removes the file from the spool unless it must be retried. */
    private UploadAnswer settled(Path waiting, UploadAnswer answer) throws IOException {
        var name = Spool.nameOf(waiting);
        switch (answer) {
            case UploadAnswer.Accepted accepted -> {
                spool.sent(waiting);
                say(name + (accepted.known() ? " was there already: " : " is uploaded: ") + accepted.permalink());
            }
            case UploadAnswer.Refused refused -> say(name + " is not uploaded: " + refused.reason() + ". It is kept as "
                    + spool.refused(waiting));
            case UploadAnswer.Later _ -> {
                // Reported once, at the end.
            }
        }
        return answer;
    }

    private void say(String message) {
        says.println("gpucomm: " + message);
    }

    /** Returns the name of the upload: {@code x.jsonl} for {@code x.jsonl} and {@code x.csv}. */
    private static String uploadedName(Path results) {
        return Objects.requireNonNull(results.getFileName()).toString().replaceFirst("\\.csv$", ".jsonl");
    }

    /**
     * Writes the body of the upload of a result file, always JSON lines. A CSV is converted with the fingerprints from its separate file, so
     * that the server knows the hosts of the results.
     */
    private static void writeUploaded(Path results, OutputStream out) throws IOException {
        if (uploadedName(results).equals(String.valueOf(results.getFileName()))) {
            Files.copy(results, out);
            return;
        }
        var text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        try {
            FingerprintFile.beside(results).read().writeWithRows(Files.newInputStream(results), uploadedName(results),
                    text);
        } catch (UnreadableFile e) {
            throw new IOException(e.getMessage(), e);
        }
        text.flush();
    }
}
