package io.github.skpca;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

/** Which layer knows which. */
class ArchitectureTest {
    private static final String ROOT = "io.github.skpca";

    /** What a user starts from. Everything may be behind it, and only what implements it knows it. */
    private static final List<String> FRONT = List.of("StreamingKernelPca", "KernelPcaBuilder", "KernelPcaModel");

    private static final List<String> RESULTS_OF_DRIFT = List.of("DriftEvent", "ColumnShift");

    private static final String VALUES = "values";
    private static final String ENTRANCE = "front";

    /** Every layer, and the layers that it may know. The root package has two: values at the bottom, the front at the top. */
    private static final Map<String, List<String>> MAY_KNOW = Map.ofEntries(
            entry(".internal.text", List.of()),
            entry(".internal.random", List.of()),
            entry(VALUES, List.of(".internal.text")),
            entry(".kernel", List.of(VALUES, ".internal.random")),
            entry(".internal.linalg", List.of(VALUES, ".internal.random")),
            entry(".internal.feature", List.of(VALUES, ".kernel", ".internal.random", ".internal.linalg")),
            entry(".internal.sketch", List.of(VALUES, ".internal.random", ".internal.linalg")),
            entry(
                    ".internal.baseline",
                    List.of(
                            VALUES,
                            ".kernel",
                            ".internal.random",
                            ".internal.linalg",
                            ".internal.feature",
                            ".internal.sketch")),
            entry(
                    ".internal.model",
                    List.of(
                            VALUES,
                            ENTRANCE,
                            ".kernel",
                            ".internal.text",
                            ".internal.random",
                            ".internal.linalg",
                            ".internal.feature",
                            ".internal.sketch",
                            ".internal.baseline")),
            entry(
                    ".internal.error",
                    List.of(
                            VALUES,
                            ".kernel",
                            ".internal.random",
                            ".internal.linalg",
                            ".internal.feature",
                            ".internal.model")),
            entry(
                    ".internal.drift",
                    List.of(VALUES, ".kernel", ".internal.linalg", ".internal.feature", ".internal.model")),
            entry(
                    ".internal.learning",
                    List.of(
                            VALUES,
                            ENTRANCE,
                            ".kernel",
                            ".internal.random",
                            ".internal.linalg",
                            ".internal.feature",
                            ".internal.sketch",
                            ".internal.baseline",
                            ".internal.model")),
            entry(ENTRANCE, List.of(VALUES, ".kernel", ".internal.sketch", ".internal.model", ".internal.learning")),
            entry(
                    ".error",
                    List.of(
                            VALUES,
                            ENTRANCE,
                            ".internal.random",
                            ".internal.feature",
                            ".internal.model",
                            ".internal.error",
                            ".internal.learning")),
            entry(".drift", List.of(VALUES, ENTRANCE, ".internal.feature", ".internal.model", ".internal.drift")));

    /** The layer of a class. */
    private static String layerOf(JavaClass type) {
        String room = type.getPackageName().substring(ROOT.length());
        String outer = outermost(type).getSimpleName();
        if (room.isEmpty()) {
            return FRONT.contains(outer) ? ENTRANCE : VALUES;
        }
        return room.equals(".drift") && RESULTS_OF_DRIFT.contains(outer) ? VALUES : room;
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type);
    }

    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void everyClassIsInALayer() {
        assertThat(HOUSE).hasSizeGreaterThan(50);
        for (JavaClass type : HOUSE) {
            if (!type.getSimpleName().equals("package-info")
                    && !type.getSimpleName().equals("module-info")) {
                assertThat(MAY_KNOW).as(type.getName()).containsKey(layerOf(type));
            }
        }
    }

    /** What a user sees can be learned in an hour. */
    @Test
    void fewTypesArePublic() {
        assertThat(HOUSE.stream()
                        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                        .filter(type -> !type.getPackageName().contains(".internal"))
                        .filter(JavaClass::isTopLevelClass)
                        .map(JavaClass::getSimpleName))
                .hasSizeBetween(20, 38);
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
    void layersKnowOnlyTheLayersBelow() {
        MAY_KNOW.forEach((layer, below) -> {
            DescribedPredicate<JavaClass> members =
                    DescribedPredicate.describe("are in " + layer, type -> isIn(type, List.of(layer)));
            DescribedPredicate<JavaClass> others = DescribedPredicate.describe(
                    "are outside of " + layer + " and " + below,
                    type -> type.getPackageName().startsWith(ROOT)
                            && !isIn(type, below)
                            && !isIn(type, List.of(layer)));
            noClasses().that(members).should().dependOnClassesThat(others).check(HOUSE);
        });
    }

    private static boolean isIn(JavaClass type, List<String> layers) {
        JavaClass base = type.getBaseComponentType();
        return base.getPackageName().startsWith(ROOT) && layers.contains(layerOf(base));
    }

    @Test
    void internalPackagesFormNoCycle() {
        slices().matching(ROOT + ".internal.(*)").should().beFreeOfCycles().check(HOUSE);
    }

    @Test
    void onlyTheModelFileReadsJson() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".internal.model")
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
                .that(DescribedPredicate.not(resideInAPackage(ROOT + ".internal.linalg")
                        .and(JavaClass.Predicates.simpleNameStartingWith("Simd"))))
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
