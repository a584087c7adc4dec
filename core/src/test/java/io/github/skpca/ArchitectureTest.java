package io.github.skpca;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/** The plan of the house: which room knows which. */
class ArchitectureTest {
    private static final String ROOT = "io.github.skpca";

    /** Every room, and the rooms that it may know. */
    private static final Map<String, List<String>> MAY_KNOW = Map.of(
            ".linalg", List.of(),
            ".kernel", List.of(".linalg"),
            ".feature", List.of(".linalg", ".kernel"),
            ".sketch", List.of(".linalg", ".kernel"),
            ".baseline", List.of(".linalg", ".kernel", ".feature", ".sketch"),
            ".model", List.of(".linalg", ".kernel", ".feature", ".sketch", ".baseline"),
            ".error", List.of(".linalg", ".kernel", ".feature", ".sketch", ".baseline", ".model"),
            "", List.of(".linalg", ".kernel", ".feature", ".sketch", ".baseline", ".model", ".error"),
            ".drift", List.of(".linalg", ".kernel", ".feature", ".model", ""));

    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void everyRoomIsOnThePlan() {
        String[] rooms = MAY_KNOW.keySet().stream().map(room -> ROOT + room).toArray(String[]::new);
        classes().should().resideInAnyPackage(rooms).check(HOUSE);
        assertThat(HOUSE).hasSizeGreaterThan(50);
    }

    /** A vector that is handed to a method goes over the heap wherever the compiler does not take the method in. */
    @Test
    void noMethodTakesOrReturnsAVector() {
        DescribedPredicate<JavaClass> vectors = DescribedPredicate.describe(
                "vectors",
                type -> type.getPackageName().equals("jdk.incubator.vector")
                        && type.getSimpleName().endsWith("Vector"));
        noMethods().should().haveRawReturnType(vectors).check(HOUSE);
        noMethods()
                .should()
                .haveRawParameterTypes(DescribedPredicate.describe(
                        "with vectors", types -> types.stream().anyMatch(vectors)))
                .check(HOUSE);
        assertThat(HOUSE.stream().filter(type -> type.getSimpleName().startsWith("Simd")))
                .hasSizeGreaterThan(8);
    }

    @Test
    void roomsKnowOnlyTheRoomsBelow() {
        MAY_KNOW.forEach((room, below) -> {
            String[] allowed = Stream.concat(Stream.of(room), below.stream())
                    .map(known -> ROOT + known)
                    .toArray(String[]::new);
            DescribedPredicate<JavaClass> others =
                    resideInAPackage(ROOT + "..").and(DescribedPredicate.not(resideInAnyPackage(allowed)));
            noClasses()
                    .that()
                    .resideInAPackage(ROOT + room)
                    .should()
                    .dependOnClassesThat(others.as("rooms other than " + Arrays.toString(allowed)))
                    .check(HOUSE);
        });
    }

    @Test
    void roomsFormNoCycle() {
        slices().matching(ROOT + ".(*)").should().beFreeOfCycles().check(HOUSE);
    }

    @Test
    void sketchKnowsOfKernelsOnlyTheirRandomNumbers() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".sketch")
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + ".kernel")
                        .and(DescribedPredicate.not(JavaClass.Predicates.simpleName("RandomStream"))))
                .allowEmptyShould(true)
                .check(HOUSE);
    }

    @Test
    void onlyTheModelFileReadsJson() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".model")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.fasterxml..")
                .check(HOUSE);
    }

    @Test
    void coreNeedsNothingButTheJdkAndTheJsonReader() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        ROOT + "..",
                        "java..",
                        "com.sun.management..",
                        "jdk.incubator.vector..",
                        "com.fasterxml.jackson.core..",
                        "org.jspecify..")
                .check(HOUSE);
    }

    @Test
    void coreIsSilent() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(HOUSE);
        NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(HOUSE);
    }

    @Test
    void onlySimdClassesTouchTheVectorApi() {
        noClasses()
                .that(DescribedPredicate.not(
                        resideInAPackage(ROOT + ".linalg").and(JavaClass.Predicates.simpleNameStartingWith("Simd"))))
                .and()
                .areTopLevelClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jdk.incubator.vector..")
                .check(HOUSE);
    }

    @Test
    void nothingIsSerializable() {
        noClasses()
                .that()
                .areNotEnums()
                .and()
                .areNotAssignableTo(Throwable.class)
                .should()
                .beAssignableTo(Serializable.class)
                .check(HOUSE);
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.io.ObjectInputStream")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.io.ObjectOutputStream")
                .check(HOUSE);
    }
}
