package org.gpucomm.runner.ffi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FunctionTableTest {

    @TempDir
    Path folder;

    private Path file;
    private FakeFunctions fake;

    private interface FakeFunctions extends FunctionTable {

        long fake_sum(int a, long b, int c, long d, int e, long f, int g, int h, long i);
        int fake_of_struct(MemorySegment last, @ByValue(128) MemorySegment value, int place);
        void fake_keep(MemorySegment text);
        MemorySegment fake_kept();
        @Names({"fake_old_v3", "fake_old_v2"})
        int fake_old();
        @Names({"fake_new_v2", "fake_new"})
        int fake_new();

        default String kept() {
            return NativeLibrary.string(fake_kept());
        }
    }

    @BeforeEach
    void load() throws Exception {
        file = FakeLibraries.build("fake_functions", folder);
        fake = switch (NativeLibrary.load("Fake", List.of(file.toString()),
                each -> each.functions(FakeFunctions.class))) {
            case Availability.Present<FakeFunctions> present -> present.library();
            case Availability.Absent<FakeFunctions> absent -> throw new AssertionError(absent);
        };
    }

    @Test
    void numbersArriveInTheirWidthAndOrder() {
        assertThat(fake.fake_sum(-1, 1L << 40, Integer.MIN_VALUE, -1, 7, 1L << 50, -2, Integer.MAX_VALUE, -(1L << 45)))
                .isEqualTo(-1 + 2 * (1L << 40) + 3L * Integer.MIN_VALUE - 4 + 35 + 6 * (1L << 50) - 14
                        + 8L * Integer.MAX_VALUE - 9 * (1L << 45));
    }

    @Test
    void aStructGoesByValueAndMemoryByItsAddress() {
        try (var arena = Arena.ofConfined()) {
            var last = arena.allocate(ValueLayout.JAVA_INT);
            var value = arena.allocate(128);
            value.set(ValueLayout.JAVA_BYTE, 77, (byte) -5);
            value.set(ValueLayout.JAVA_BYTE, 127, (byte) 9);
            assertThat(fake.fake_of_struct(last, value, 77)).isEqualTo(-5);
            assertThat(last.get(ValueLayout.JAVA_INT, 0)).isEqualTo(9);
            fake.fake_keep(arena.allocateFrom("words"));
        }
        assertThat(fake.kept()).isEqualTo("words");
    }

    @Test
    void ofSeveralNamesTheFirstThatIsThereIsCalled() {
        assertThat(fake.fake_old()).isEqualTo(2);
    }

    @Test
    void aFunctionThatIsNotThereIsNamedWithItsLibraryWhenItIsCalled() {
        assertThat(fake.library().path()).isEqualTo(file.toString());
        assertThat(fake.library().has("fake_sum", "fake_old_v2")).isTrue();
        assertThat(fake.library().has("fake_sum", "fake_new")).isFalse();
        assertThatThrownBy(fake::fake_new).isInstanceOf(UnsatisfiedLinkError.class).hasMessage(
                "Fake (" + file + ") has no function fake_new_v2 or fake_new; it is too old or not Fake");
    }
}
