package org.gpucomm.server.ingest.files;

import java.nio.file.Path;
import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of where uploads are stored and what is accepted.
 *
 * @param dataDir     the data directory
 * @param workDir     a folder in it that is this process' own and is there as long as that lives
 * @param uploadLimit the largest file that is taken
 * @param reserve     free space to be left on the disk of the data directory
 * @param quota       what uploads and database may hold together; 0 = no limit
 * @param bundled     whether the bundled results are loaded
 * @param undo        how long an upload that was deleted can be put back, until it is erased
 * @param keep        how long uploads are kept unless somebody wants them kept; 0 = for good
 */
@ConfigurationProperties("gpucomm")
public record IngestProperties(Path dataDir, Path workDir, @DefaultValue("1GB") DataSize uploadLimit,
        @DefaultValue("true") boolean bundled, @DefaultValue("64MB") DataSize reserve,
        @DefaultValue("0B") DataSize quota, @DefaultValue("1d") Duration undo,
        @DefaultValue("0s") Duration keep) {}
