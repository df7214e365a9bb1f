package org.gpucomm.figures;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.gpucomm.figures", importOptions = DoNotIncludeTests.class)
class StructureTest {

    @ArchTest
    static final ArchRule partsHaveNoCycles = slices().matching("org.gpucomm.figures.(*)..").should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule theValueKnowsNothingOfItsFaces = noClasses().that().resideInAPackage("..figures.chart..")
            .should().dependOnClassesThat().resideOutsideOfPackages("java.lang..", "java.util..", "java.math..",
                    "org.jspecify..", "..figures.chart..");

    @ArchTest
    static final ArchRule onlyDrawingDraws = noClasses().that().resideOutsideOfPackage("..figures.draw..").should()
            .dependOnClassesThat().resideInAnyPackage("java.awt..", "org.jfree..");

    /** Java's font software needs fontconfig and fonts on the machine. */
    @ArchTest
    static final ArchRule lettersAreDrawnWithoutJavasFonts = noClasses().should().dependOnClassesThat()
            .haveFullyQualifiedName("java.awt.Font").orShould().dependOnClassesThat().resideInAPackage("java.awt.font");

    @ArchTest
    static final ArchRule figuresNeedNoServer = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "java.sql..", "org.gpucomm.server..", "org.gpucomm.cli..");
}
