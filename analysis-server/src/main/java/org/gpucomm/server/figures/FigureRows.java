package org.gpucomm.server.figures;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Predicate;

import org.gpucomm.figures.Catalogue;
import org.gpucomm.results.Measurement;
import org.gpucomm.figures.spec.FigureSpec;
import org.springframework.stereotype.Component;

/** Bundled rows from which the figures that come with gpucomm are drawn. */
@Component
public class FigureRows {

    /** Returns rows that any style of the figure chooses from. */
    public Optional<Predicate<Measurement>> of(String name) {
        try {
            return Catalogue.bundled().entries().stream().filter(entry -> entry.name().equals(name))
                    .map(entry -> rows(entry.read())).reduce(Predicate::or);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Predicate<Measurement> rows(FigureSpec spec) {
        return spec::choosesFrom;
    }
}
