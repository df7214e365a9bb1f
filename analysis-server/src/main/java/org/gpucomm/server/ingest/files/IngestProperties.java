package org.gpucomm.server.ingest.files;

import java.nio.file.Path;
import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings for the storage of uploads and for their limits.
 *
 * @param workDir     folder in it that belongs to this process and exists as long as the process
 * @param uploadLimit size limit of a file
 * @param reserve     space to leave free on the disk of the data directory
 * @param quota       limit for uploads and database together; 0 = none
 * @param undo        time during which a deleted upload can be restored, before it is erased
 * @param keep        time after which uploads without tag, note or baseline are deleted; 0 = never
 */
@ConfigurationProperties("gpucomm")
public record IngestProperties(Path dataDir, Path workDir, @DefaultValue("1GB") DataSize uploadLimit,
        @DefaultValue("true") boolean bundled, @DefaultValue("64MB") DataSize reserve,
        @DefaultValue("0B") DataSize quota, @DefaultValue("1d") Duration undo,
        @DefaultValue("0s") Duration keep) {}
