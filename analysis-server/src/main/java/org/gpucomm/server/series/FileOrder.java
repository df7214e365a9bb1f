package org.gpucomm.server.series;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

import org.gpucomm.analysis.identity.Place;
import org.jspecify.annotations.Nullable;

/**
 * Iterator over the measurements of several curves in the order of their file. It reads one part of a curve after the other and has only
 * overlapping parts in memory, which come from one chunk of the import.
 *
 * @param <P> type of the parts
 */
public final class FileOrder<P extends FileOrder.Part> implements Iterator<FileOrder.Place<P>> {

    private final Iterator<P> parts;
    private final PriorityQueue<Place<P>> open = new PriorityQueue<>();
    private @Nullable Place<P> next;

    /** @param parts parts ordered by file and then by their first measurement */
    public FileOrder(Iterator<P> parts) {
        this.parts = parts;
        this.next = take();
    }

    private @Nullable Place<P> take() {
        return parts.hasNext() ? new Place<>(parts.next(), 0) : null;
    }

    @Override
    public boolean hasNext() {
        return next != null || !open.isEmpty();
    }

    @Override
    public Place<P> next() {
        while (next != null && (open.isEmpty() || next.compareTo(open.element()) < 0)) {
            open.add(next);
            next = take();
        }
        var place = open.poll();
        if (place == null) {
            throw new NoSuchElementException();
        }
        if (place.index() + 1 < place.part().size()) {
            open.add(new Place<>(place.part(), place.index() + 1));
        }
        return place;
    }

    /** Measurements with their positions in the upload, in ascending order. */
    public interface Part {

        int size();

        /** Returns the position of the upload among several, from 0. */
        default int file() {
            return 0;
        }

        /** Returns the position of a measurement in its upload, from 1. */
        long ordinal(int i);
    }

    /** Position of a measurement. @param index index in its part, from 0 */
    public record Place<P extends FileOrder.Part>(P part, int index) implements Comparable<Place<P>> {

        @Override
        public int compareTo(Place<P> other) {
            int byFile = Integer.compare(part.file(), other.part.file());
            return byFile != 0 ? byFile : Long.compare(ordinal(), other.ordinal());
        }

        public long ordinal() {
            return part.ordinal(index);
        }
    }
}
