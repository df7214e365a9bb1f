package org.gpucomm.server.ingest.uploads;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

import org.gpucomm.server.access.AuditLog;
import org.gpucomm.server.ingest.files.StoredFiles;
import org.gpucomm.server.ingest.imports.Imports;
import org.gpucomm.server.ingest.uploads.Uploads.Added;
import org.gpucomm.server.ingest.uploads.Uploads.LineProblem;
import org.gpucomm.results.anonymize.PseudonymousLog;
import org.gpucomm.results.anonymize.UnsupportedLog;
import org.gpucomm.server.series.PinnedListing;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.server.web.ReadOnlySnapshot;
import org.gpucomm.server.web.Listing;
import org.gpucomm.server.web.OwnParameters;
import org.gpucomm.server.web.Paging;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.util.UriComponentsBuilder;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import jakarta.servlet.http.HttpServletRequest;

/** Endpoints that receive uploads, list them and return their bytes. */
@RestController
@RequestMapping("/api/v1/uploads")
class UploadsController {

    private static final String GZIP = "gzip";
    private static final int MAX_WAIT = 60;
    /** Seconds to wait by default; long enough that a plain curl gets the result of a usual log. */
    private static final int WAIT = 5;
    private static final Duration POLL = Duration.ofMillis(25);

    private final StoredFiles files;
    private final Uploads uploads;
    private final Imports imports;
    private final FirstLook firstLook;
    private final Sequence sequence;

    UploadsController(StoredFiles files, Uploads uploads, Imports imports, FirstLook firstLook,
            Sequence sequence) {
        this.files = files;
        this.uploads = uploads;
        this.imports = imports;
        this.firstLook = firstLook;
        this.sequence = sequence;
    }

    @OwnParameters({"filename", "wait", "pseudonymise"})
    @PostMapping(consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    ResponseEntity<Object> addParts(@RequestParam(name = "file", required = false) @Nullable List<MultipartFile> parts,
            @RequestParam(defaultValue = "" + WAIT) int wait,
            @RequestParam(defaultValue = "") String pseudonymise, HttpServletRequest request)
            throws IOException, InterruptedException {
        if (parts == null || parts.isEmpty()) {
            throw new BadParameter("the form has no part named file; send one: curl -F file=@FILE");
        }
        var added = new ArrayList<Added>();
        for (var part : parts) {
            try (var bytes = part.getInputStream()) {
                added.add(add(bytes, part.getOriginalFilename(), pseudonymise));
            }
        }
        AuditLog.subject(request, added.stream().map(Added::id).collect(Collectors.joining(", ", "uploads ", "")));
        return answer(added, wait);
    }

    /** Adds a raw body of any type. Since curl declares the body as a form, nothing here may read request parameters. */
    @OwnParameters({"filename", "wait", "pseudonymise"})
    @PostMapping
    ResponseEntity<Object> addBody(HttpServletRequest request)
            throws IOException, InterruptedException, HttpMediaTypeNotSupportedException {
        var query = UriComponentsBuilder.newInstance().query(request.getQueryString()).build().getQueryParams();
        refuseOtherEncodings(request);
        var filename = query.getFirst("filename");
        if (filename == null || filename.isBlank()) {
            throw new BadParameter("filename is missing; name the file: ?filename=NAME");
        }
        files.checkLength(request.getContentLengthLong());
        var pseudonymise = Objects.requireNonNullElse(query.getFirst("pseudonymise"), "");
        try (var body = body(request)) {
            var added = add(body, URLDecoder.decode(filename, StandardCharsets.UTF_8), pseudonymise);
            return answer(List.of(added), wait(query.getFirst("wait")));
        } catch (ZipException | EOFException e) {
            throw new BadParameter(filename + ": its Content-Encoding is gzip and its bytes are damaged ("
                    + e.getMessage() + ")");
        }
    }

    @ReadOnlySnapshot
    @GetMapping
    PinnedListing<Upload> list(@RequestParam(defaultValue = "") String q,
            @RequestParam(required = false) @Nullable Boolean bundled,
            @RequestParam(defaultValue = "false") boolean hidden, @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "50") int size, @RequestParam(required = false) @Nullable Long until) {
        var data = sequence.snapshot(until, () -> until == null ? 0 : uploads.later(q, bundled, until));
        var listing = uploads.list(q, bundled, hidden, until, new Paging(page, size));
        return new PinnedListing<>(listing.total(), listing.items().stream().map(UploadsController::linked).toList(),
                data);
    }

    @GetMapping("/{id}")
    Upload one(@PathVariable String id) {
        return linked(uploads.named(id));
    }

    @GetMapping("/{id}/problems")
    Listing<LineProblem> problems(@PathVariable String id, @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "100") int size) {
        uploads.named(id);
        return uploads.problems(id, new Paging(page, size));
    }

    @GetMapping("/{id}/raw")
    ResponseEntity<Resource> raw(@PathVariable String id) throws IOException {
        var upload = uploads.named(id);
        return ResponseEntity.ok().contentType(new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8))
                .contentLength(upload.bytes())
                .header(HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment().filename(upload.filename(), StandardCharsets.UTF_8).build()
                                .toString())
                .body(new InputStreamResource(RedactedBytes.of(files.open(upload.sha256()))));
    }

    private Added add(InputStream bytes, @Nullable String filename, String pseudonymise) throws IOException {
        var added = switch (pseudonymise) {
            case "" -> uploads.add(files.store(bytes), Filename.of(filename));
            case "hosts" -> addPseudonymous(bytes, Filename.of(filename));
            default -> throw new BadParameter("pseudonymise must be hosts, was '" + pseudonymise + "'");
        };
        added.reading().ifPresent(imports::submit);
        return added;
    }

    /** Stores a file after its host names were replaced; nothing is written before that. */
    private Added addPseudonymous(InputStream bytes, String filename) throws IOException {
        try (var log = PseudonymousLog.of(bytes)) {
            var stored = files.store(log);
            return uploads.add(stored, Filename.of(log.filename(filename)));
        } catch (UnsupportedLog e) {
            throw new BadParameter(filename + ": " + e.getMessage());
        } catch (ZipException | EOFException e) {
            throw new BadParameter(filename + ": its gzip data is damaged (" + e.getMessage() + ")");
        }
    }

    private ResponseEntity<Object> answer(List<Added> added, int wait) throws InterruptedException {
        var deadline = Instant.now().plusSeconds(checkedWait(wait));
        var answers = new ArrayList<Answered>();
        for (var each : added) {
            answers.add(answered(await(each.id(), deadline), deadline));
        }
        var status = added.stream().anyMatch(Added::isNew) ? HttpStatus.CREATED : HttpStatus.OK;
        return added.size() == 1
                ? ResponseEntity.status(status).header(HttpHeaders.LOCATION, answers.getFirst().upload().url())
                        .body(answers.getFirst())
                : ResponseEntity.status(status).body(new UploadList(answers));
    }

    /** Adds the first look at an upload, if there is time left. */
    private Answered answered(Upload upload, Instant deadline) {
        boolean isTimeLeft = upload.state() == Upload.State.ready && Instant.now().isBefore(deadline);
        var look = isTimeLeft ? firstLook.at(upload.id()) : FirstLook.Look.NOT_YET;
        return new Answered(upload, look.said(), look.failure());
    }

    private Upload await(String id, Instant deadline) throws InterruptedException {
        var upload = uploads.named(id);
        while (upload.state() == Upload.State.importing && Instant.now().isBefore(deadline) && !imports.isStopping()) {
            Thread.sleep(POLL);
            upload = uploads.named(id);
        }
        return linked(upload);
    }

    /** Returns the upload with an absolute URL. */
    static Upload linked(Upload upload) {
        var url = ServletUriComponentsBuilder.fromCurrentContextPath().path(upload.url()).toUriString();
        return upload.with(url, upload.runIds(), upload.failures());
    }

    private static int wait(@Nullable String text) {
        try {
            return text == null ? WAIT : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new BadParameter("wait must be a whole number of seconds, was '" + text + "'");
        }
    }

    private static int checkedWait(int seconds) {
        if (seconds < 0 || seconds > MAX_WAIT) {
            throw new BadParameter("wait must be from 0 to " + MAX_WAIT + " seconds, was " + seconds);
        }
        return seconds;
    }

    /** Returns the file itself, without the compression of the transfer. */
    static InputStream body(HttpServletRequest request) throws IOException {
        return GZIP.equalsIgnoreCase(request.getHeader(HttpHeaders.CONTENT_ENCODING))
                ? new GZIPInputStream(request.getInputStream(), 1 << 16)
                : request.getInputStream();
    }

    private static void refuseOtherEncodings(HttpServletRequest request) throws HttpMediaTypeNotSupportedException {
        var encoding = Objects.requireNonNullElse(request.getHeader(HttpHeaders.CONTENT_ENCODING), "identity");
        if (!encoding.equalsIgnoreCase("identity") && !encoding.equalsIgnoreCase(GZIP)) {
            throw new HttpMediaTypeNotSupportedException(
                    "Content-Encoding: " + encoding + " is not taken; send the file as it is, or by gzip");
        }
        var type = Objects.requireNonNullElse(request.getContentType(), "");
        if (type.regionMatches(true, 0, "multipart/", 0, 10)) {
            throw new HttpMediaTypeNotSupportedException(
                    type + " is not taken; send multipart/form-data with parts named file, or the file itself");
        }
    }

    /** Answer to several files in one request. */
    record UploadList(List<Answered> uploads) {}

    /**
     * @param findings        null if they are not known yet, there are too many rows to examine, or the examination failed
     * @param findingsFailure message about a failed examination; null = it did not fail
     */
    record Answered(@JsonUnwrapped Upload upload, FirstLook.@Nullable Said findings,
            @Nullable String findingsFailure) {}
}
