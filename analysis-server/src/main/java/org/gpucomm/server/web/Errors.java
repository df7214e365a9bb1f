package org.gpucomm.server.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;

import org.apache.catalina.connector.ClientAbortException;
import org.apache.coyote.BadRequestException;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.server.database.DatabaseProduct;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionTimedOutException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.servlet.NoHandlerFoundException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.servlet.resource.NoResourceFoundException;

import jakarta.servlet.http.HttpServletRequest;

/** Handlers that turn every error into an RFC 9457 problem detail, which says what is wrong and what is allowed. */
@RestControllerAdvice
public class Errors extends ResponseEntityExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(Errors.class);
    private static final MediaType PAGE = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

    /** Returns the message about a failure for requests outside Spring's handlers. */
    public String detail(Exception failure, HttpServletRequest request) {
        var asked = new ServletWebRequest(request);
        var answer = switch (failure) {
            case Refused e -> refused(e);
            case BadParameter e -> refused(e);
            case TooBusy e -> tooBusy(e, asked);
            case FileSystemException e -> disk(e, asked);
            case UncheckedIOException e -> disk(e, asked);
            case QueryTimeoutException e -> tooSlow(e, asked);
            case TransactionTimedOutException e -> tooSlow(e, asked);
            case DataAccessResourceFailureException e -> databaseAway(e, asked);
            case CannotCreateTransactionException e -> databaseAway(e, asked);
            default -> unexpected(failure, asked);
        };
        return answer.getBody() instanceof ProblemDetail problem ? String.valueOf(problem.getDetail()) : "";
    }

    @ExceptionHandler({Refused.class, BadParameter.class})
    ResponseEntity<Object> refused(RuntimeException e) {
        return problem(e instanceof Refused refused ? refused.status() : HttpStatus.BAD_REQUEST, message(e));
    }

    /** Answers if a disk is full, read-only or gone. */
    @ExceptionHandler(FileSystemException.class)
    ResponseEntity<Object> disk(FileSystemException e, WebRequest request) {
        LOG.error("{} failed: {}", request.getDescription(false), e.toString());
        boolean full = Objects.requireNonNullElse(e.getReason(), "").contains("No space");
        return problem(full ? HttpStatus.INSUFFICIENT_STORAGE : HttpStatus.SERVICE_UNAVAILABLE,
                full
                        ? "The server has no room left for uploads. Its operator must make some; then send this again."
                        : "The server cannot use the store of its uploads now; its log says why. Send this again later.");
    }

    @ExceptionHandler(UncheckedIOException.class)
    ResponseEntity<Object> disk(UncheckedIOException e, WebRequest request) {
        return e.getCause() instanceof FileSystemException cause ? disk(cause, request) : unexpected(e, request);
    }

    /** Answers if the database cancelled a query after its time limit. */
    @ExceptionHandler({QueryTimeoutException.class, TransactionTimedOutException.class})
    ResponseEntity<Object> tooSlow(Exception e, WebRequest request) {
        LOG.warn("{} was given up: {}", request.getDescription(false), e.getMessage());
        return problem(HttpStatus.SERVICE_UNAVAILABLE, "This asks for more than can be read in the time that one answer"
                + " may take. Ask for less: fewer runs, one operation, one number of ranks, or fewer words.");
    }

    @ExceptionHandler({DataAccessResourceFailureException.class, CannotCreateTransactionException.class})
    ResponseEntity<Object> databaseAway(Exception e, WebRequest request) {
        if (DatabaseProduct.isFull(e)) {
            LOG.error("{} failed, the disk of the database is full", request.getDescription(false));
            return problem(HttpStatus.INSUFFICIENT_STORAGE,
                    "The disk of the server's database is full. Its operator must make some room there; then send this again.");
        }
        LOG.error(DatabaseUnavailableFilter.LOG_LINE, request.getDescription(false), e.getMessage());
        return again(DatabaseUnavailableFilter.DETAIL);
    }

    private static ResponseEntity<Object> again(String detail) {
        var headers = new HttpHeaders();
        headers.set(HttpHeaders.RETRY_AFTER, DatabaseUnavailableFilter.RETRY_AFTER_SECONDS);
        return problem(HttpStatus.SERVICE_UNAVAILABLE, headers, detail);
    }

    @ExceptionHandler(TooBusy.class)
    ResponseEntity<Object> tooBusy(TooBusy e, WebRequest request) {
        LOG.warn("{} was not begun: too many ask at once", request.getDescription(false));
        return again(message(e));
    }

    /** Ignores a closed connection: there is no client to answer, and no fault of the server. */
    @ExceptionHandler(ClientAbortException.class)
    void gone(ClientAbortException e, WebRequest request) {
        LOG.debug("{}: the client went away", request.getDescription(false), e);
    }

    /** Answers a garbled body. Whatever follows on the connection cannot be a request. */
    @ExceptionHandler(BadRequestException.class)
    ResponseEntity<Object> garbled(BadRequestException e, WebRequest request) {
        LOG.debug("{}: a body that is none", request.getDescription(false), e);
        return problem(HttpStatus.BAD_REQUEST, "The body of this request is not what its headers say: " + message(e));
    }

    @ExceptionHandler(Exception.class)
    ResponseEntity<Object> unexpected(Exception e, WebRequest request) {
        if (DatabaseProduct.isAway(e)) {
            return databaseAway(e, request);
        }
        LOG.error("{} failed", request.getDescription(false), e);
        return problem(HttpStatus.INTERNAL_SERVER_ERROR,
                "The server has a fault; its log says more. This is not your doing.");
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleNoResourceFoundException(NoResourceFoundException e,
            HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return nothing(request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleNoHandlerFoundException(NoHandlerFoundException e,
            HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return nothing(request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMaxUploadSizeExceededException(MaxUploadSizeExceededException e,
            HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return problem(HttpStatus.CONTENT_TOO_LARGE, "The upload is larger than this server takes"
                + (e.getMaxUploadSize() > 0 ? ", " + e.getMaxUploadSize() + " bytes" : "") + ".");
    }

    /** Unwraps exceptions from reading the body, which Jackson wraps. */
    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(HttpMessageNotReadableException e,
            HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return e.getMostSpecificCause() instanceof Refused tooLarge
                ? refused(tooLarge)
                : super.handleHttpMessageNotReadable(e, headers, status, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleTypeMismatch(TypeMismatchException e, HttpHeaders headers,
            HttpStatusCode status, WebRequest request) {
        var name = e instanceof MethodArgumentTypeMismatchException argument ? argument.getName() : e.getPropertyName();
        return refused(BadParameter.of(String.valueOf(name), e.getRequiredType(), e.getValue()));
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpRequestMethodNotSupported(
            HttpRequestMethodNotSupportedException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return problem(HttpStatus.METHOD_NOT_ALLOWED, headers, path(request) + " takes "
                + Arrays.stream(Objects.requireNonNullElse(e.getSupportedMethods(), new String[0])).sorted()
                        .collect(Collectors.joining(", "))
                + ", not " + e.getMethod());
    }

    @Override
    protected ResponseEntity<Object> createResponseEntity(@Nullable Object body, HttpHeaders headers,
            HttpStatusCode status, WebRequest request) {
        return ResponseEntity.status(status).headers(headers).contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(body);
    }

    private static ResponseEntity<Object> problem(HttpStatus status, String detail) {
        return problem(status, HttpHeaders.EMPTY, detail);
    }

    private static ResponseEntity<Object> problem(HttpStatus status, HttpHeaders headers, String detail) {
        return ResponseEntity.status(status).headers(headers).contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(ProblemDetail.forStatusAndDetail(status, detail));
    }

    private static ResponseEntity<Object> nothing(WebRequest request) {
        return wantsPage(request) && DashboardPages.exist()
                ? ResponseEntity.status(HttpStatus.NOT_FOUND).contentType(PAGE).body(page(request))
                : problem(HttpStatus.NOT_FOUND, nothingAt(request));
    }

    private static String page(WebRequest request) {
        try {
            return DashboardPages.below(request.getContextPath());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether to answer with the dashboard: a person who followed a link sees its page for unknown addresses. */
    private static boolean wantsPage(WebRequest request) {
        var accept = Objects.requireNonNullElse(request.getHeader(HttpHeaders.ACCEPT), "");
        return accept.contains(MediaType.TEXT_HTML_VALUE) && !path(request).startsWith("/api/");
    }

    private static String nothingAt(WebRequest request) {
        var path = path(request);
        return path.startsWith("/api/")
                ? "There is nothing at " + path + "; /api/docs lists what there is."
                : "There is nothing at " + path + ".";
    }

    private static String path(WebRequest request) {
        return request instanceof ServletWebRequest servlet
                ? servlet.getRequest().getRequestURI().substring(request.getContextPath().length())
                : "";
    }

    private static String message(Exception e) {
        return Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
    }
}
