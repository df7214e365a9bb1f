package org.gpucomm.runner.meeting;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/** One process: everything is agreed at once. */
final class Alone implements Meeting {

    @Override
    public int process() {
        return 0;
    }

    @Override
    public int processes() {
        return 1;
    }

    @Override
    public List<byte[]> allGather(String what, byte[] mine) {
        return List.of(mine);
    }

    @Override
    public byte[] broadcast(String what, byte @Nullable [] fromFirst) {
        return Objects.requireNonNull(fromFirst);
    }

    @Override
    public void barrier(String what) {
        // Nobody to wait for.
    }

    @Override
    public void abort(String reason) {
        // Nobody to tell.
    }

    @Override
    public void onFailure(Consumer<MeetingException> listener) {
        // Nobody can fail.
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
