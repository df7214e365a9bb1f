package org.gpucomm.server.figures;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.gpucomm.server.figures", importOptions = DoNotIncludeTests.class)
class StructureTest {

    @ArchTest
    static final ArchRule partsHaveNoCycles = slices().matching("org.gpucomm.server.figures.(*)..").should()
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
    static final ArchRule thePartsOfTheCommandNeedNoSpring = noClasses().that()
            .resideInAnyPackage("..figures.chart..", "..figures.spec..", "..figures.draw..", "..figures.png..").or()
            .haveSimpleName("FiguresCommand").should().dependOnClassesThat()
            .resideInAPackage("org.springframework..");

    @ArchTest
    static final ArchRule controllersAreForSpringAlone = classes().that().haveSimpleNameEndingWith("Controller")
            .should().bePackagePrivate();
}
