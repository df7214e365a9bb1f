package org.gpucomm.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.gpucomm.server", importOptions = DoNotIncludeTests.class)
class StructureTest {

    @ArchTest
    static final ArchRule featuresHaveNoCycles = slices().matching("org.gpucomm.server.(*)..").should()
            .beFreeOfCycles();

    /** The root package is a feature too: nothing may need it that it needs. */
    @ArchTest
    static final ArchRule nothingNeedsTheRootPackage = noClasses().that().resideInAPackage("org.gpucomm.server..")
            .and().resideOutsideOfPackage("org.gpucomm.server").should().dependOnClassesThat()
            .resideInAPackage("org.gpucomm.server");

    @ArchTest
    static final ArchRule packagesAreFeaturesNotKinds = noClasses().should().resideInAnyPackage("..controller..",
            "..service..", "..dto..", "..util..", "..impl..", "..helper..", "..model..", "..repository..");

    @ArchTest
    static final ArchRule theServerCallsNoNativeCode = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("java.lang.foreign..", "org.gpucomm.runner..");

    @ArchTest
    static final ArchRule onlyTheEntryPointKnowsTheOtherCommands = noClasses().that()
            .resideOutsideOfPackage("org.gpucomm.server").should().dependOnClassesThat()
            .resideInAnyPackage(
                    "org.gpucomm.cli.(accept|compare|convert|evidence|explain|figures|next|report|token|tune|upload)..");
}
