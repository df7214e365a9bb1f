package org.gpucomm.server.access;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;

import org.gpucomm.server.web.Refused;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;

import io.github.bucket4j.Bucket;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Filter that limits each client: requests per second, and uploads in progress. A client is an address; behind a trusted proxy, the address
 * that the proxy names. Requests from this machine are not limited, nor are those for health and metrics at the management port. That port
 * has few threads and answers nothing else.
 */
final class ClientRateLimitFilter extends OncePerRequestFilter {

    /** Time over which unused requests accumulate, since a page of the dashboard sends several at once. */
    private static final Duration SAVED = Duration.ofSeconds(10);

    private final AccessProperties properties;
    /** Buckets by client. An expired bucket is one that would be full again. */
    private final LoadingCache<String, Bucket> requests = Caffeine.newBuilder().maximumSize(10_000)
            .expireAfterAccess(SAVED).build(client -> bucket());
    /** Upload permits by client; a request holds one while it is being sent. */
    private final LoadingCache<String, Semaphore> uploads = Caffeine.newBuilder().weakValues()
            .build(client -> uploads());

    ClientRateLimitFilter(AccessProperties properties) {
        this.properties = properties;
    }

    private Bucket bucket() {
        int aSecond = properties.requestsPerClient();
        return Bucket.builder().addLimit(limit -> limit.capacity(aSecond * SAVED.toSeconds())
                .refillGreedy(aSecond, Duration.ofSeconds(1))).build();
    }

    private Semaphore uploads() {
        return new Semaphore(properties.uploadsPerClient());
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var path = request.getServletPath();
        boolean watches = request.getLocalPort() == properties.managementPort();
        var address = ProxyFilter.client(request);
        if (watches && !path.startsWith("/actuator/")) {
            Refused.write(response, HttpStatus.NOT_FOUND, "This port has health and metrics only, below /actuator/.");
        } else if (watches || isOfThisMachine(address) || path.startsWith("/actuator/health")) {
            chain.doFilter(request, response);
        } else {
            limit(ProxyFilter.network(address), request, response, chain);
        }
    }

    private void limit(String client, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (properties.requestsPerClient() > 0 && !requests.get(client).tryConsume(1)) {
            refuse(response, "More than " + properties.requestsPerClient()
                    + " requests a second come from where you are; ask again in a second.");
        } else if (OriginFilter.READING.contains(request.getMethod()) || properties.uploadsPerClient() == 0) {
            chain.doFilter(request, response);
        } else {
            var free = uploads.get(client);
            if (!free.tryAcquire()) {
                refuse(response, properties.uploadsPerClient()
                        + " uploads are coming from where you are; send this one when one of them is done.");
                return;
            }
            try {
                chain.doFilter(request, response);
            } finally {
                free.release();
            }
        }
    }

    private static void refuse(HttpServletResponse response, String why) throws IOException {
        response.setIntHeader(HttpHeaders.RETRY_AFTER, 1);
        Refused.write(response, HttpStatus.TOO_MANY_REQUESTS, why);
    }

    private static boolean isOfThisMachine(String address) {
        return address.startsWith("127.") || address.equals("::1") || address.equals("0:0:0:0:0:0:0:1");
    }
}
