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
 * Secret that the processes of one run know and strangers do not. It is proved, never sent. It keeps other jobs and scanners out; what
 * is said after that is not encrypted.
 */
public record Secret(String text) {

    /** No secret: for groups on the loopback interface. */
    public static final Secret NONE = new Secret("");
    private static final String ALGORITHM = "HmacSHA256";

    /**
     * Chooses the secret of a run: the one given, else {@code GPUCOMM_SECRET}, else none on the loopback interface, else the key
     * that mpirun made, else the identity of the job. The last is weak: anyone who can list the jobs of the cluster can compute it.
     *
     * @param given value of {@code --secret}; null if none
     * @throws LaunchException if the processes meet over the network and nothing can serve as their secret
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
        // Open MPI gives its processes a random key for this very purpose; only their owner can read it.
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

    /** Returns something else than the secret. */
    @Override
    public String toString() {
        return "Secret[…]";
    }
}
