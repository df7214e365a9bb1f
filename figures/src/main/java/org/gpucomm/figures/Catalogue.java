package org.gpucomm.figures;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.gpucomm.figures.chart.Style;
import org.gpucomm.figures.spec.FigureSpec;
import org.gpucomm.figures.chart.Identified;

/**
 * Catalogue of the bundled specs: {@code figures/NAME.STYLE.yaml} on the class path, listed in {@code figures/index.txt}. A figure with
 * text about the bundled rows may have a variant {@code figures/own/NAME.yaml} for a user's rows, listed in
 * {@code figures/own/index.txt}.
 *
 * @param entries specs in the order of the index
 */
public record Catalogue(List<SpecFile> entries) {

    private static final String ROOT = "/figures/";
    private static final String OWN = "own/";

    /** One bundled spec. @param own whether the spec is the variant for a user's rows */
    public record SpecFile(String name, Style style, boolean own) {

        public static SpecFile of(String file) {
            var parts = file.split("\\.");
            return new SpecFile(parts[0], Identified.ofId(Style.class, parts[1]).orElseThrow(), false);
        }

        public FigureSpec read() {
            var file = own ? OWN + name + ".yaml" : name + "." + style.id() + ".yaml";
            try (var in = new InputStreamReader(resource(file), StandardCharsets.UTF_8)) {
                return FigureSpec.read(file, in);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }

    public static Catalogue bundled() throws IOException {
        return new Catalogue(lines("index.txt").stream().map(SpecFile::of).toList());
    }

    /** Returns the catalogue for a user's rows, which prefers the variants for these. */
    public Catalogue forOwnRows() throws IOException {
        var own = lines(OWN + "index.txt");
        return new Catalogue(entries.stream()
                .map(each -> each.style == Style.GPUCOMM && own.contains(each.name + ".yaml")
                        ? new SpecFile(each.name, each.style, true)
                        : each)
                .toList());
    }

    private static List<String> lines(String file) throws IOException {
        try (var in = resource(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank())
                    .toList();
        }
    }

    /** Returns the distinct names of the figures. */
    public List<String> names() {
        return entries.stream().map(SpecFile::name).distinct().toList();
    }

    public List<SpecFile> of(Style style) {
        return entries.stream().filter(entry -> entry.style == style).toList();
    }

    public List<Style> styles(String name) {
        return entries.stream().filter(entry -> entry.name.equals(name)).map(SpecFile::style).toList();
    }

    public Optional<SpecFile> find(String name, Style style) {
        return entries.stream().filter(entry -> entry.name.equals(name) && entry.style == style).findFirst();
    }

    private static InputStream resource(String file) {
        return Objects.requireNonNull(Catalogue.class.getResourceAsStream(ROOT + file),
                () -> file + " is not in the jar's figures folder; the build copies it from src/main/resources");
    }
}
