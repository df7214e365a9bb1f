package org.gpucomm.server.ingest;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.gpucomm.server.ingest", importOptions = DoNotIncludeTests.class)
class StructureTest {

    @ArchTest
    static final ArchRule partsHaveNoCycles = slices().matching("org.gpucomm.server.ingest.(*)..").should()
            .beFreeOfCycles();

    /** The start needs all parts, so none may need it. */
    @ArchTest
    static final ArchRule noPartNeedsTheStart = noClasses().that().resideInAPackage("org.gpucomm.server.ingest..")
            .and().resideOutsideOfPackage("org.gpucomm.server.ingest").should().dependOnClassesThat()
            .resideInAPackage("org.gpucomm.server.ingest");

    @ArchTest
    static final ArchRule whatReadsKnowsNothingOfTheBatchJob = noClasses().that()
            .resideInAnyPackage("..ingest.files..", "..ingest.parsing..").should().dependOnClassesThat()
            .resideInAnyPackage("org.springframework.batch..", "..ingest.imports..", "..ingest.uploads..");
}
