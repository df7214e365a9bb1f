package org.gpucomm.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.gpucomm.cli", importOptions = DoNotIncludeTests.class)
class StructureTest {

    @ArchTest
    static final ArchRule packagesHaveNoCycles = slices().matching("org.gpucomm.cli.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule commandsNeedNoServer = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "org.gpucomm.server..");

    @ArchTest
    static final ArchRule onlyQueriesNeedSql = noClasses().that().resideOutsideOfPackage("..cli.sql..").should()
            .dependOnClassesThat().resideInAPackage("java.sql..");
}
