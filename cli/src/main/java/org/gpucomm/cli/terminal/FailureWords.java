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

/** Messages for failures of files and servers. The message of an exception is often only a path. */
public final class FailureWords {

    private FailureWords() {}

    /** Returns a message for a failure. Only unexpected failures, which are faults of gpucomm, show their class. */
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
