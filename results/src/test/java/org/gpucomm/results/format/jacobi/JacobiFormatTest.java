package org.gpucomm.results.format.jacobi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;

import org.assertj.core.data.Offset;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class JacobiFormatTest {

    @Test
    void thePlainFormTakesItsProgramFromTheCommandAndNeverFromTheRunBefore() throws Exception {
        var rows = Reading.ofSample("jacobi/plain-nccl-overlap-then-unnamed.log").measurements();
        assertThat(rows).extracting(m -> m.section() + " " + m.stack().library() + " " + m.workload().variant())
                .containsExactly("1 nccl overlap", "2 null null");
        assertThat(rows).extracting(m -> m.workload().iterations()).containsOnly(2000L);
        assertThat(rows).extracting(m -> m.workload().problem()).containsOnly("4096x8192");
    }

    @Test
    void speedupAndEfficiencyAgreeWithBothTimes() throws Exception {
        assertThat(Reading.ofSample("jacobi/plain-nccl-overlap-then-unnamed.log").measurements()).allSatisfy(m -> {
            double speedup = Objects.requireNonNull(m.outcome().baseline()).doubleValue()
                    / Objects.requireNonNull(m.outcome().time()).doubleValue();
            int ranks = Objects.requireNonNull(m.platform().ranks());
            assertThat(Objects.requireNonNull(m.outcome().speedup()).doubleValue()).isCloseTo(speedup,
                    Offset.offset(0.01));
            assertThat(Objects.requireNonNull(m.outcome().efficiency()).doubleValue())
                    .isCloseTo(100 * speedup / ranks, Offset.offset(0.05));
        });
    }

    /** nx is printed before ny, and the time on all GPUs before that on one. */
    @Test
    void theCsvNamesItsProgram() throws Exception {
        var rows = Reading.ofSample("jacobi/csv-and-errors.log").measurements();
        assertThat(rows)
                .extracting(m -> m.stack().library() + " " + m.workload().variant() + " " + m.platform().ranks())
                .containsExactly("cuda single-gpu 1", "cuda multi-threaded+copy+overlap 4",
                        "cuda single-threaded+copy 4",
                        "nvshmem block+overlap 8", "mpi overlap 2");
        assertThat(rows.get(1).outcome().time()).hasToString("341200 µs");
        assertThat(rows.get(1).outcome().baseline()).hasToString("1203600 µs");
        assertThat(rows.get(1).workload().problem()).isEqualTo("4096x8192");
        assertThat(rows.getFirst().outcome().baseline()).isNull();
        assertThat(rows.get(2).settings()).hasToString("nccheck=100;p2p=0");
    }

    @Test
    void aFailureIsTheRunsThatFailedAndNotThatBefore() throws Exception {
        var reading = Reading.ofSample("jacobi/csv-and-errors.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.failures()).hasSize(2);
        assertThat(reading.flags(1)).isEmpty();
        assertThat(reading.flags(2)).containsExactly("flag:wrong_data");
        assertThat(reading.flags(3)).isEmpty();
        assertThat(reading.flags(4)).containsExactly("flag:aborted");
    }

    @Test
    void aRunWithoutItsTimesIsIncomplete() throws Exception {
        var reading = Reading.ofText("""
                Single GPU jacobi relaxation: 10 iterations on 64 x 64 mesh with norm check every 1 iterations
                    0, 31.999022
                Jacobi relaxation: 10 iterations on 64 x 64 mesh with norm check every 1 iterations
                """, "run.log");
        assertThat(reading.flags(1)).containsExactly("flag:incomplete");
        assertThat(reading.rows()).isEmpty();
    }

    @Test
    void aResultCutAnywhereIsAProblem() throws Exception {
        var line = "nccl_graphs, 16384, 16384, 1000, 1, 2, 1, 0.758833, 1.489858";
        for (int length = "nccl_graphs, 1, 1".length(); length < line.length(); length++) {
            var reading = Reading.ofText(line.substring(0, length) + "\n", "run.log");
            assertThat(reading.rows()).as("cut after %d", length).isEmpty();
            assertThat(reading.problems()).as("cut after %d", length).hasSize(1);
        }
    }

    @Test
    void theProgramIsTheDirectoryOfTheExecutableOrANameBesideIt() {
        assertThat(in("srun -n 8 /opt/nccl/multi-gpu/nvshmem/jacobi -use_block_comm -norm_overlap"))
                .isEqualTo("nvshmem block+overlap");
        assertThat(in("cd multi_threaded_p2p_opt && ./jacobi -csv")).isEqualTo("cuda multi-threaded+p2p+opt");
        assertThat(in("$ jacobi nccl_graphs np=2")).isEqualTo("nccl overlap+graph");
        assertThat(in("mpirun -x LD_LIBRARY_PATH=/opt/nccl/lib -np 2 ./jacobi")).isEqualTo("unknown");
        assertThat(in("mpirun -np 2 ./nccl/jacobi -user_buffer_reg")).isEqualTo("nccl buffer");
    }

    private static String in(String command) {
        return JacobiProgram.in(command).map(program -> program.library() + " " + program.variant()).orElse("unknown");
    }
}
