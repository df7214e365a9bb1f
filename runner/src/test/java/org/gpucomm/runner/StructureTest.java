package org.gpucomm.runner;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.gpucomm.runner", importOptions = DoNotIncludeTests.class)
class StructureTest {

    @ArchTest
    static final ArchRule nativeCallsAreInFfiOnly = noClasses().that().resideOutsideOfPackage("..runner.ffi..").should()
            .dependOnClassesThat().resideInAPackage("java.lang.foreign..");

    @ArchTest
    static final ArchRule theRigKnowsNoLibrary = noClasses().that().resideInAPackage("..runner.rig..").should()
            .dependOnClassesThat().resideInAnyPackage("..runner.ffi.*..", "..runner.nccl..", "..runner.gpu..",
                    "..runner.collective..", "..runner.output..");

    @ArchTest
    static final ArchRule collectivesKnowNoLibrary = noClasses().that().resideInAPackage("..runner.collective..")
            .should().dependOnClassesThat().resideInAnyPackage("..runner.ffi..", "..runner.rig..");

    @ArchTest
    static final ArchRule packagesHaveNoCycles = slices().matching("org.gpucomm.runner.(*)..").should()
            .beFreeOfCycles();

    /** The root package is a feature too: nothing may need it that it needs. */
    @ArchTest
    static final ArchRule nothingNeedsTheRootPackage = noClasses().that().resideInAPackage("org.gpucomm.runner..").and()
            .resideOutsideOfPackage("org.gpucomm.runner").should().dependOnClassesThat()
            .resideInAPackage("org.gpucomm.runner");

    @ArchTest
    static final ArchRule measuringNeedsNeitherSpringNorTheServer = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "org.gpucomm.server..", "org.gpucomm.cli..",
                    "org.gpucomm.figures..");

    /** It comes after the last row, so that the first is not later for it. */
    @ArchTest
    static final ArchRule onlyTheSentenceBelowTheTableNeedsTheAnalysis = noClasses().that()
            .doNotHaveSimpleName("HeadlineAtEnd").should().dependOnClassesThat()
            .resideInAPackage("org.gpucomm.analysis..");
}
