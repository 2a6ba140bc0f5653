package org.pagerace;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Which package may use which. The tree must show the architecture, so a new direction is a decision made here. */
class ArchitectureTest {
    private static final String ROOT = "org.pagerace.";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.pagerace");

    /** What each package may use of our own; libraries are judged by the rules further below. */
    private static final Map<String, String[]> MAY_USE = Map.ofEntries(
            Map.entry("launch", names()),
            Map.entry("config", names()),
            Map.entry("process", names()),
            Map.entry("result", names()),
            Map.entry("statistics", names()),
            Map.entry("verdict", names("result", "statistics")),
            Map.entry("store", names("config")),
            Map.entry("pages", names("store", "config")),
            Map.entry("serve", names("config")),
            Map.entry("database", names("process", "config")),
            Map.entry("stacks", names("process", "config")),
            Map.entry("load.http", names()),
            Map.entry("load.stats", names("result")),
            Map.entry("load.engine", names("load.http", "load.stats", "result")),
            Map.entry("load.compat", names("load", "load.stats", "result")),
            Map.entry("load", names("load.engine", "load.http", "load.stats", "result", "statistics")),
            Map.entry("network", names("process", "result")),
            Map.entry("report", names("result", "statistics", "verdict")),
            Map.entry("sample", names("result")),
            Map.entry("calibrate", names()),
            Map.entry(
                    "race",
                    names(
                            "load",
                            "stacks",
                            "database",
                            "process",
                            "network",
                            "sample",
                            "calibrate",
                            "statistics",
                            "result",
                            "verdict",
                            "config")));

    private static String[] names(String... packages) {
        return packages;
    }

    @TestFactory
    Stream<DynamicTest> packages_ownDependencies_goInAllowedDirections() {
        return MAY_USE.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> DynamicTest.dynamicTest(
                        entry.getKey(),
                        () -> direction(entry.getKey(), entry.getValue()).check(CLASSES)));
    }

    private static ArchRule direction(String from, String... targets) {
        String[] allowed = Stream.concat(Stream.of(from), Stream.of(targets))
                .map(name -> ROOT + name)
                .toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(ROOT + from)
                .should()
                .dependOnClassesThat(are(resideInAPackage("org.pagerace..").and(not(resideInAnyPackage(allowed)))));
    }

    @Test
    void packages_allOfOurs_areNamedHere() {
        var known = Stream.concat(MAY_USE.keySet().stream(), Stream.of("cli"))
                .map(name -> ROOT + name)
                .toArray(String[]::new);
        classes().should().resideInAnyPackage(known).check(CLASSES);
    }

    @Test
    void cliAndLaunch_fromElsewhere_areNotUsed() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + "cli", ROOT + "launch")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT + "cli", ROOT + "launch")
                .check(CLASSES);
    }

    @Test
    void launch_anything_isJdkOnly() {
        classes()
                .that()
                .resideInAPackage(ROOT + "launch")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", ROOT + "launch")
                .check(CLASSES);
    }

    /** In a foreign container only WEB-INF/lib and the servlet API exist: a use of anything else fails at run time there. */
    @Test
    void pagesStoreConfig_libraries_areThoseOfTheWar() {
        classes()
                .that()
                .resideInAnyPackage(ROOT + "pages", ROOT + "store", ROOT + "config")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "javax.sql..",
                        "javax.naming..",
                        "javax.net.ssl..",
                        "javax.management..",
                        "com.sun.management..",
                        "jakarta.servlet..",
                        "com.zaxxer.hikari..",
                        "com.mysql.cj..",
                        "org.slf4j..",
                        ROOT + "pages",
                        ROOT + "store",
                        ROOT + "config")
                .check(CLASSES);
    }

    @Test
    void pages_types_arePublicOnlyForTheContainer() {
        classes()
                .that()
                .resideInAPackage(ROOT + "pages")
                .and()
                .areTopLevelClasses()
                .and()
                .areNotAssignableTo("jakarta.servlet.http.HttpServlet")
                .and()
                .areNotAssignableTo("jakarta.servlet.Filter")
                .and()
                .areNotAssignableTo("jakarta.servlet.ServletContextListener")
                .should()
                .notHaveModifier(JavaModifier.PUBLIC)
                .check(CLASSES);
    }

    @Test
    void load_engine_hasNothingOfTheWebApplication() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "load..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "jakarta.servlet..", "org.eclipse.jetty..", "com.zaxxer.hikari..", "java.net.http..")
                .check(CLASSES);
    }

    @Test
    void loadHttp_parser_knowsNoSockets() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "load.http")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.nio.channels..")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo("java.net.Socket")
                .check(CLASSES);
    }

    /** Latencies and rates come from the monotonic clock alone: the wall clock jumps. */
    @Test
    void load_time_isMonotonic() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "load..")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(java.time.Instant.class, "now")
                .check(CLASSES);
    }

    /** The null server may need nothing that could slow it down. */
    @Test
    void calibrate_anything_isJdkOnly() {
        classes()
                .that()
                .resideInAPackage(ROOT + "calibrate")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", ROOT + "calibrate")
                .check(CLASSES);
    }

    @Test
    void statisticsAndVerdict_code_isPure() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + "statistics", ROOT + "verdict")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.io..", "java.nio..", "java.net..")
                .check(CLASSES);
    }

    @Test
    void packages_all_haveNoCycles() {
        slices().matching("org.pagerace.(*)..").should().beFreeOfCycles().check(CLASSES);
    }
}
