package org.gpucomm.runner.output;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

import org.gpucomm.runner.rig.Heading;
import org.gpucomm.runner.rig.ResultSink;
import org.gpucomm.runner.rig.Sample;
import org.gpucomm.runner.upload.ResultUploads;

/** Sends the file when everything that was begun has ended. Nothing here fails a benchmark. */
final class UploadAtEnd implements ResultSink {

    private final ResultUploads uploads;
    private final Path file;
    private final PrintStream says;
    private boolean anyEnded;
    private boolean underWay;

    UploadAtEnd(ResultUploads uploads, Path file, PrintStream says) {
        this.uploads = uploads;
        this.file = file;
        this.says = says;
    }

    @Override
    public void begin(Heading heading) {
        // Here and at the end nothing is being timed.
        uploads.retryWaiting();
        underWay = true;
    }

    @Override
    public void point(List<Sample> samples) {
        // Only the whole file is sent.
    }

    @Override
    public void end() {
        underWay = false;
        anyEnded = true;
        uploads.retryWaiting();
    }

    @Override
    public void close() {
        if (anyEnded && !underWay) {
            uploads.send(file);
        } else {
            says.println("gpucomm: the run did not end, so nothing was uploaded; what there is of it is in " + file);
        }
        uploads.close();
    }
}
