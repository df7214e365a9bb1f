package org.gpucomm.server.series;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

import org.gpucomm.analysis.identity.Place;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of several curves in the order of their file. Parts of curves are read one after the other; in memory are
 * those alone that overlap, which are of one chunk of the import.
 *
 * @param <P> what holds the measurements of a part
 */
public final class FileOrder<P extends FileOrder.Part> implements Iterator<FileOrder.Place<P>> {

    private final Iterator<P> parts;
    private final PriorityQueue<Place<P>> open = new PriorityQueue<>();
    private @Nullable Place<P> next;

    /** @param parts by file, in the order of their first measurements */
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

    /** Measurements with their numbers in the upload, in ascending order. */
    public interface Part {

        int size();

        /** Returns the place of the upload among several, from 0. */
        default int file() {
            return 0;
        }

        /** Returns the number of the measurement in its upload, 1 for the first. */
        long ordinal(int i);
    }

    /** A measurement. @param index in its part, from 0 */
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
