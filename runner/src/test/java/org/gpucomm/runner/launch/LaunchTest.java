package org.gpucomm.runner.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import org.gpucomm.runner.rendezvous.Secret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchTest {

    private static final Map<String, String> SLURM = Map.of("SLURM_JOB_ID", "77", "SLURM_STEP_ID", "3", "SLURM_PROCID",
            "9", "SLURM_NTASKS", "16", "SLURM_LOCALID", "1", "SLURM_NODEID", "1", "SLURM_TASKS_PER_NODE", "8(x2)",
            "SLURM_JOB_NODELIST", "p5-[003-004,009]", "SLURM_LAUNCH_NODE_IPADDR", "10.0.0.1");
    private static final Map<String, String> OPEN_MPI = Map.of("OMPI_COMM_WORLD_RANK", "5", "OMPI_COMM_WORLD_SIZE",
            "16",
            "OMPI_COMM_WORLD_LOCAL_RANK", "5", "OMPI_COMM_WORLD_LOCAL_SIZE", "8", "PMIX_RANK", "5", "PMIX_NAMESPACE",
            "4321@1");
    private static final Map<String, String> TORCHRUN = Map.of("RANK", "3", "WORLD_SIZE", "4", "LOCAL_RANK", "1",
            "LOCAL_WORLD_SIZE", "2", "MASTER_ADDR", "node-0", "MASTER_PORT", "29500");

    @TempDir
    Path root;

    @Test
    void aProcessOfNobodyIsAlone() {
        assertThat(Launch.detect(Map.of(), new LaunchOptions())).isEqualTo(ProcessPlace.ALONE);
    }

    @Test
    void optionsSayWhoAProcessIs() {
        assertThat(Launch.detect(Map.of(), options(1, 4, "node-0:29500")))
                .isEqualTo(new ProcessPlace(1, 4, 0, 1, RendezvousAddress.parse("node-0:29500"), "options"));
    }

    @Test
    void processesThatMeetOnTheLoopbackInterfaceAreAllOnThisHost() {
        assertThat(Launch.detect(Map.of(), options(1, 4, "127.0.0.1:29500")))
                .isEqualTo(new ProcessPlace(1, 4, 1, 4, RendezvousAddress.parse("127.0.0.1:29500"), "options"));
    }

    @Test
    void optionsCountMoreThanALauncher() {
        assertThat(Launch.detect(SLURM, options(0, 2, "a:1")).launcher()).isEqualTo("options");
    }

    @Test
    void halfAnAnswerInOptionsNamesTheOtherHalf() {
        refused(Map.of(), options(1, null, null), "--rank is given and --ranks is not");
        refused(Map.of(), options(null, 2, null), "--ranks is given and --rank is not");
        refused(Map.of(), options(1, 2, null), "--rendezvous HOST:PORT is not");
        refused(Map.of(), options(1, 2, "a:1", 0), "--local-ranks is missing");
        refused(Map.of(), options(null, null, "a:1"), "say nothing without --rank and --ranks");
        refused(Map.of(), options(2, 2, "a:1"), "process 2 of 2 cannot be");
        refused(Map.of(), options(1, 2, "a"), "--rendezvous: 'a' is not HOST:PORT");
        refused(Map.of(), options(1, 2, "fe80::1:29500"), "in brackets");
    }

    @Test
    void slurmSaysTaskNodeAndFirstHost() {
        var place = Launch.detect(surroundings(SLURM, "p5-003"), new LaunchOptions());
        assertThat(place.rendezvous()).hasToString("p5-003:" + JobIdentity.port("77.3"));
        assertThat(place).isEqualTo(new ProcessPlace(9, 16, 1, 8, place.rendezvous(), "Slurm"));
    }

    @Test
    void slurmsNodesWithoutAnAddressMeetWhereSrunWasStarted() {
        assertThat(Launch.detect(surroundings(SLURM), new LaunchOptions()).rendezvous())
                .extracting(RendezvousAddress::host)
                .isEqualTo("10.0.0.1");
    }

    @Test
    void theStepOfASlurmJobCountsMoreThanItsAllocation() {
        var step = with(SLURM, Map.of("SLURM_STEP_NUM_TASKS", "10", "SLURM_STEP_TASKS_PER_NODE", "8,2",
                "SLURM_STEP_NODELIST", "p5-[004,009]"));
        var place = Launch.detect(surroundings(step, "p5-003", "p5-004"), new LaunchOptions());
        assertThat(place).isEqualTo(
                new ProcessPlace(9, 10, 1, 2, RendezvousAddress.parse("p5-004:" + JobIdentity.port("77.3")), "Slurm"));
    }

    @Test
    void aBatchScriptIsOneProcessWhateverItsJobAskedFor() {
        var batch = new HashMap<>(SLURM);
        batch.putAll(Map.of("SLURM_PROCID", "0", "SLURM_LOCALID", "0"));
        batch.remove("SLURM_STEP_ID");
        batch.remove("SLURM_LAUNCH_NODE_IPADDR");
        assertThat(Launch.detect(batch, new LaunchOptions())).isEqualTo(ProcessPlace.ALONE);
        batch.put("SLURM_STEP_ID", "4294967290"); // an interactive step
        assertThat(Launch.detect(batch, new LaunchOptions())).isEqualTo(ProcessPlace.ALONE);
    }

    @Test
    void slurmsVariablesThatAreMissingOrContradictAreNamed() {
        refused(without(SLURM, "SLURM_NTASKS"), "SLURM_PROCID is set and SLURM_NTASKS is not");
        refused(without(SLURM, "SLURM_LOCALID"), "SLURM_PROCID is set and SLURM_LOCALID is not");
        refused(without(SLURM, "SLURM_TASKS_PER_NODE"), "SLURM_TASKS_PER_NODE");
        refused(without(SLURM, "SLURM_JOB_ID"), "SLURM_JOB_ID is not");
        refused(with(SLURM, Map.of("SLURM_PROCID", "16")), "SLURM_PROCID is 16 and SLURM_NTASKS 16");
        refused(with(SLURM, Map.of("SLURM_LOCALID", "8")), "SLURM_LOCALID is 8 and the tasks on this node are 8");
        refused(with(SLURM, Map.of("SLURM_NODEID", "2")), "SLURM_NODEID is 2");
        refused(with(SLURM, Map.of("SLURM_PROCID", "nine")), "SLURM_PROCID is 'nine', which is no whole number");
    }

    @Test
    void nodeListsAndTaskListsAreReadAsSlurmWritesThem() {
        assertThat(Slurm.firstOf("n1")).isEqualTo("n1");
        assertThat(Slurm.firstOf("n7,m[1-4]")).isEqualTo("n7");
        assertThat(Slurm.firstOf("rack[2-3]node[08,10-12],login")).isEqualTo("rack2node08");
        assertThat(new int[]{Slurm.tasksOn("8(x2),4", 0), Slurm.tasksOn("8(x2),4", 1), Slurm.tasksOn("8(x2),4", 2)})
                .containsExactly(8, 8, 4);
    }

    @Test
    void openMpiMeetsAtTheHostOfMpirunWhereNothingElseIsKnown() {
        var environment = with(OPEN_MPI,
                Map.of("OMPI_MCA_orte_hnp_uri", "283.0;tcp://10.1.2.3,172.17.0.1:45123;tcp6://[fd00::2]:46077"));
        assertThat(Launch.detect(surroundings(environment), new LaunchOptions())).isEqualTo(
                new ProcessPlace(5, 16, 5, 8, RendezvousAddress.parse("10.1.2.3:" + JobIdentity.port("4321@1")),
                        "Open MPI"));
    }

    @Test
    void openMpiOnOneHostMeetsOnTheLoopbackInterface() {
        var environment = with(OPEN_MPI, Map.of("OMPI_COMM_WORLD_LOCAL_SIZE", "16"));
        assertThat(Launch.detect(surroundings(environment), new LaunchOptions()).rendezvous())
                .extracting(RendezvousAddress::host).isEqualTo("127.0.0.1");
    }

    @Test
    void openMpiWithoutAnyAddressSaysWhatToAddToMpirun() {
        refused(OPEN_MPI, "-x GPUCOMM_RENDEZVOUS=HOST:PORT");
        assertThat(Launch.detect(with(OPEN_MPI, Map.of("GPUCOMM_RENDEZVOUS", "h:9")), new LaunchOptions()).rendezvous())
                .hasToString("h:9");
        assertThat(Launch.detect(OPEN_MPI, options(null, null, "i:8")).rendezvous()).hasToString("i:8");
    }

    @Test
    void openMpisVariablesThatAreMissingOrContradictAreNamed() {
        refused(without(OPEN_MPI, "OMPI_COMM_WORLD_SIZE"), "OMPI_COMM_WORLD_SIZE is not");
        refused(without(OPEN_MPI, "OMPI_COMM_WORLD_RANK"), "OMPI_COMM_WORLD_RANK is not");
        refused(with(OPEN_MPI, Map.of("PMIX_RANK", "4")), "OMPI_COMM_WORLD_RANK is 5 and PMIX_RANK 4");
        refused(with(OPEN_MPI, Map.of("OMPI_COMM_WORLD_RANK", "16", "PMIX_RANK", "16")), "OMPI_COMM_WORLD_SIZE 16");
    }

    @Test
    void mpirunInsideASlurmJobCountsMoreThanTheJobAndTakesItsFirstHost() {
        var place = Launch.detect(surroundings(with(SLURM, OPEN_MPI), "p5-003"), new LaunchOptions());
        assertThat(place).isEqualTo(
                new ProcessPlace(5, 16, 5, 8, RendezvousAddress.parse("p5-003:" + JobIdentity.port("4321@1")),
                        "Open MPI"));
    }

    @Test
    void theWorkersOfAnMpiJobMeetAtTheirFirst() {
        var pod = with(OPEN_MPI, Map.of("KUBERNETES_SERVICE_HOST", "10.96.0.1", "HOSTNAME", "nccl-bench-worker-1",
                "OMPI_MCA_orte_hnp_uri", "1.0;tcp://10.9.9.9:1"));
        assertThat(Launch.detect(surroundings(pod, "nccl-bench-worker-0.nccl-bench"), new LaunchOptions()).rendezvous())
                .extracting(RendezvousAddress::host).isEqualTo("nccl-bench-worker-0.nccl-bench");
    }

    @Test
    void theFirstHostOfAHostFileIsWhereProcess0Is() throws IOException {
        Files.createDirectories(root.resolve("etc/mpi"));
        Files.writeString(root.resolve("etc/mpi/hostfile"),
                "# workers\n\nbench-worker-0.bench slots=8\nbench-worker-1\n");
        assertThat(Launch.detect(surroundings(OPEN_MPI), new LaunchOptions()).rendezvous())
                .extracting(RendezvousAddress::host).isEqualTo("bench-worker-0.bench");
    }

    @Test
    void hydraSaysItByPmi() {
        var hydra = Map.of("PMI_RANK", "1", "PMI_SIZE", "2", "MPI_LOCALRANKID", "1", "MPI_LOCALNRANKS", "2");
        assertThat(Launch.detect(surroundings(hydra), new LaunchOptions()))
                .isEqualTo(
                        new ProcessPlace(1, 2, 1, 2, RendezvousAddress.parse("127.0.0.1:" + JobIdentity.port("PMI")),
                                "PMI"));
        refused(without(hydra, "PMI_SIZE"), "PMI_RANK is set and PMI_SIZE is not");
        refused(without(hydra, "MPI_LOCALRANKID"), "MPI_LOCALRANKID is not");
        refused(Map.of("PMI_SIZE", "2"), "PMI_SIZE is set and PMI_RANK is not");
    }

    @Test
    void srunWithPmiIsStillSlurm() {
        var environment = with(SLURM, Map.of("PMI_RANK", "9", "PMI_SIZE", "16"));
        assertThat(Launch.detect(surroundings(environment, "p5-003"), new LaunchOptions()).launcher())
                .isEqualTo("Slurm");
    }

    @Test
    void torchrunsVariablesAreUnderstood() {
        assertThat(Launch.detect(TORCHRUN, new LaunchOptions()))
                .isEqualTo(new ProcessPlace(3, 4, 1, 2, RendezvousAddress.parse("node-0:29500"), "RANK"));
        var itself = with(TORCHRUN, Map.of("TORCHELASTIC_RUN_ID", "none", "TORCHELASTIC_USE_AGENT_STORE", "True"));
        assertThat(Launch.detect(itself, new LaunchOptions()).rendezvous()).as("torchrun listens at 29500 itself")
                .hasToString("node-0:29501");
    }

    @Test
    void torchrunsVariablesThatAreMissingAreNamed() {
        refused(without(TORCHRUN, "RANK"), "RANK is not");
        refused(without(TORCHRUN, "WORLD_SIZE"), "RANK is set and WORLD_SIZE is not");
        refused(without(TORCHRUN, "MASTER_ADDR"), "RANK is set and MASTER_ADDR is not");
        refused(without(TORCHRUN, "MASTER_PORT"), "RANK is set and MASTER_PORT is not");
        refused(without(TORCHRUN, "LOCAL_RANK"), "LOCAL_WORLD_SIZE is set and LOCAL_RANK is not");
        refused(with(TORCHRUN, Map.of("WORLD_SIZE", "3")), "RANK is 3 and WORLD_SIZE 3");
    }

    @Test
    void twoLaunchersThatNumberTheSameProcessesDifferentlyAreRefused() {
        refused(with(SLURM, Map.of("RANK", "0", "WORLD_SIZE", "16", "MASTER_ADDR", "a", "MASTER_PORT", "1")),
                "RANK says that this is process 0, Slurm that it is process 9, of 16");
    }

    @Test
    void theSecretOfProcessesThatMeetOverTheNetworkIsGivenOrDerivedFromTheJob() {
        var far = new ProcessPlace(0, 2, 0, 1, RendezvousAddress.parse("node-0:29500"), "options");
        assertThat(Secret.choose("a", Map.of("GPUCOMM_SECRET", "b"), far)).isEqualTo(new Secret("a"));
        assertThat(Secret.choose(null, Map.of("GPUCOMM_SECRET", "b"), far)).isEqualTo(new Secret("b"));
        assertThat(Secret.choose(null, SLURM, far)).isEqualTo(new Secret("job 77.3"));
        assertThat(Secret.choose(null, with(SLURM, Map.of("OMPI_MCA_orte_precondition_transports", "5f-05")), far))
                .isEqualTo(new Secret("key 5f-05"));
        assertThat(
                Secret.choose(null, Map.of(),
                        new ProcessPlace(0, 2, 0, 2, RendezvousAddress.parse("127.0.0.1:1"), "options")))
                .isEqualTo(Secret.NONE);
        assertThatThrownBy(() -> Secret.choose(null, Map.of(), far)).isInstanceOf(LaunchException.class)
                .hasMessageContaining("set GPUCOMM_SECRET");
        assertThat(new Secret("hunter2").toString()).doesNotContain("hunter2");
    }

    private static LaunchOptions options(Integer rank, Integer ranks, String rendezvous) {
        var options = new LaunchOptions();
        options.rank = rank;
        options.ranks = ranks;
        options.rendezvous = rendezvous;
        return options;
    }

    private static LaunchOptions options(Integer rank, Integer ranks, String rendezvous, Integer localRank) {
        var options = options(rank, ranks, rendezvous);
        options.localRank = localRank;
        return options;
    }

    private LaunchEnvironment surroundings(Map<String, String> environment, String... resolvable) {
        return new LaunchEnvironment(environment, root, Set.of(resolvable)::contains);
    }

    private void refused(Map<String, String> environment, String message) {
        assertThatThrownBy(() -> Launch.detect(surroundings(environment), new LaunchOptions()))
                .isInstanceOf(LaunchException.class).hasMessageContaining(message);
    }

    private static void refused(Map<String, String> environment, LaunchOptions options, String message) {
        assertThatThrownBy(() -> Launch.detect(environment, options)).isInstanceOf(LaunchException.class)
                .hasMessageContaining(message);
    }

    private static Map<String, String> with(Map<String, String> environment, Map<String, String> more) {
        var all = new HashMap<>(environment);
        all.putAll(more);
        return all;
    }

    private static Map<String, String> without(Map<String, String> environment, String variable) {
        var rest = new HashMap<>(environment);
        rest.remove(variable);
        return rest;
    }
}
