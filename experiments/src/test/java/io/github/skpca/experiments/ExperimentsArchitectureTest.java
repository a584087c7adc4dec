package io.github.skpca.experiments;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/** What is measured and what is made of it know each other through the result files alone. */
class ExperimentsArchitectureTest {
    private static final String ROOT = "io.github.skpca.experiments";

    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void figuresAndClaimsComeFromTheResultFilesAlone() {
        assertThat(HOUSE).hasSizeGreaterThan(30);
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".results", ROOT + ".claims", ROOT + ".figures")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT, ROOT + ".data", ROOT + ".run", ROOT + ".theory", ROOT + ".compare")
                .check(HOUSE);
    }

    @Test
    void measuringDoesNotKnowWhatIsMadeOfIt() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".data", ROOT + ".run", ROOT + ".theory", ROOT + ".compare")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT, ROOT + ".results", ROOT + ".claims", ROOT + ".figures")
                .check(HOUSE);
    }

    @Test
    void packagesFormNoCycleAndNothingPrints() {
        slices().matching(ROOT + ".(*)").should().beFreeOfCycles().check(HOUSE);
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(HOUSE);
    }
}
