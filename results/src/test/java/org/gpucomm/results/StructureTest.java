package org.gpucomm.results;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.gpucomm.results", importOptions = DoNotIncludeTests.class)
class StructureTest {

    @ArchTest
    static final ArchRule resultsKnowNeitherSpringNorNativeCode = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "java.lang.foreign..", "java.sql..");

    @ArchTest
    static final ArchRule formatsDoNotKnowEachOther = slices().matching("org.gpucomm.results.format.(*)..").should()
            .notDependOnEachOther();

    /** Where tags and aliases are bounded. */
    @ArchTest
    static final ArchRule yamlIsReadInOnePlace = noClasses().that().resideOutsideOfPackage("org.gpucomm.results.yaml")
            .should().dependOnClassesThat().resideInAPackage("org.yaml..");

    @ArchTest
    static final ArchRule measurementsDoNotKnowTheirFormats = noClasses().that()
            .resideInAPackage("org.gpucomm.results").should().dependOnClassesThat()
            .resideInAPackage("org.gpucomm.results.format..");
}
