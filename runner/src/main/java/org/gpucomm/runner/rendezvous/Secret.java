package org.gpucomm.runner.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.Map;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.gpucomm.runner.launch.JobIdentity;
import org.gpucomm.runner.launch.LaunchException;
import org.gpucomm.runner.launch.ProcessPlace;
import org.jspecify.annotations.Nullable;

/**
 * Secret shared by the processes of a run. It is proved, never sent. It keeps out other jobs and scanners; later messages are not
 * encrypted.
 */
public record Secret(String text) {

    /** Empty secret, for groups on the loopback interface. */
    public static final Secret NONE = new Secret("");
    private static final String ALGORITHM = "HmacSHA256";

    /**
     * Chooses the secret of a run: the given one, else {@code GPUCOMM_SECRET}, else none on the loopback interface, else the key of mpirun,
     * else the identity of the job. The last is weak: anyone who can list the jobs of the cluster can compute it.
     *
     * @param given value of {@code --secret}; null if not given
     * @throws LaunchException if the rendezvous is on the network and no secret is available
     */
    public static Secret choose(@Nullable String given, Map<String, String> environment, ProcessPlace place) {
        var stated = given == null ? environment.get("GPUCOMM_SECRET") : given;
        if (stated != null && !stated.isBlank()) {
            return new Secret(stated);
        }
        var rendezvous = place.rendezvous();
        if (rendezvous == null || rendezvous.isLoopback()) {
            return NONE;
        }
        // Open MPI gives its processes a random key for this purpose, which only their owner can read.
        var key = environment.get("OMPI_MCA_orte_precondition_transports");
        if (key != null && !key.isBlank()) {
            return new Secret("key " + key);
        }
        return JobIdentity.of(environment).map(identity -> new Secret("job " + identity))
                .orElseThrow(() -> new LaunchException("the processes meet over the network at " + rendezvous
                        + " and have no secret in common: set GPUCOMM_SECRET to the same value for all of them"));
    }

    byte[] sign(byte[]... parts) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(("gpucomm meeting\0" + text).getBytes(UTF_8), ALGORITHM));
            for (var part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException everyJavaHasIt) {
            throw new AssertionError(everyJavaHasIt);
        }
    }

    /** Returns a text without the secret. */
    @Override
    public String toString() {
        return "Secret[…]";
    }
}
