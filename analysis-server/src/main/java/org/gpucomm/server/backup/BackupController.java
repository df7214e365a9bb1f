package org.gpucomm.server.backup;

import java.io.IOException;
import java.sql.SQLException;

import org.gpucomm.server.ingest.files.StoredFiles;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletResponse;
import javax.sql.DataSource;

/** Endpoint for a backup of everything on the server, for callers with the scope manage. */
@Hidden
@RestController
class BackupController {

    private final DataSource database;
    private final StoredFiles files;

    BackupController(DataSource database, StoredFiles files) {
        this.database = database;
        this.files = files;
    }

    /** Sends the backup while it is written, so that neither memory nor disk must hold it. An incomplete backup lacks its last entry. */
    @GetMapping("/api/v1/backup")
    void backup(HttpServletResponse response) throws SQLException, IOException {
        response.setContentType("application/zip");
        response.setHeader(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=gpucomm-backup.zip");
        try (var connection = database.getConnection()) {
            try {
                new BackupWriter(connection, files::compressed).write(response.getOutputStream());
            } finally {
                connection.rollback();
            }
        }
    }
}
