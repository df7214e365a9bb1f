package org.gpucomm.cli.terminal;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Words for failures of files and servers: the message of an exception is often a path and nothing else. */
public final class FailureWords {

    private FailureWords() {}

    /** Returns what went wrong; only what is a fault of gpucomm's own is named by its class. */
    public static String of(Throwable failure) {
        return switch (failure) {
            case UncheckedIOException wrapped when wrapped.getCause() != null -> of(wrapped.getCause());
            case NoSuchFileException gone -> gone.getFile() + " does not exist";
            case AccessDeniedException denied -> denied.getFile() + " may not be read or written by this user";
            case FileAlreadyExistsException there -> there.getFile() + " exists already";
            case NotDirectoryException file -> file.getFile() + " is no folder";
            case FileSystemException other when other.getReason() == null -> other.getFile() + " cannot be used";
            case CharacterCodingException binary -> "it is no UTF-8 text";
            case EOFException cut -> "it ends in the middle";
            case ConnectException refused -> "no server answers";
            case HttpTimeoutException late -> "the server did not answer in time";
            case IOException io when io.getMessage() != null -> io.getMessage();
            case IOException closed -> "the connection or file was closed";
            default -> failure + " (a fault of gpucomm; GPUCOMM_DEBUG=1 shows where)";
        };
    }
}
