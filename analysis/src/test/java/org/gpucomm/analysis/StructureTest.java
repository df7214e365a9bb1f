package org.gpucomm.analysis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.gpucomm.analysis", importOptions = DoNotIncludeTests.class)
class StructureTest {

    @ArchTest
    static final ArchRule packagesHaveNoCycles = slices().matching("org.gpucomm.analysis.(*)..").should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule analysisNeedsNoServerAndDrawsNothing = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "java.sql..", "org.jfree..", "java.awt..",
                    "org.gpucomm.figures..",
                    "org.gpucomm.cli..", "org.gpucomm.server..", "org.gpucomm.runner..");
}
