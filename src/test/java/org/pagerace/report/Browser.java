package org.pagerace.report;

import java.io.File;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.pagerace.Peers;

/** Debian's Chromium without a window, driven by its chromium-driver. */
final class Browser implements AutoCloseable {
    private static final File CHROMIUM = new File("/usr/bin/chromium");
    private static final File DRIVER = new File("/usr/bin/chromedriver");

    /** Held, since a logger nobody holds forgets its level: no warning that DevTools bindings are missing, none are used. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    /** Of a picture, in pixels: more does not fit into a texture. */
    private static final long HIGHEST = 16_000;

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Starts it with that folder for its files; skips the test, or fails it, where it is not installed. */
    static Browser start(Path temporary) {
        Peers.require(
                CHROMIUM.canExecute() && DRIVER.canExecute(),
                "chromium and chromium-driver are not installed; apt-get install chromium chromium-driver");
        SELENIUM.setLevel(Level.SEVERE);
        var logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        var options = new ChromeOptions();
        options.setBinary(CHROMIUM);
        options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars");
        options.setCapability("goog:loggingPrefs", logs);
        var service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER) // otherwise Selenium would look for one in the network
                .usingAnyFreePort()
                .withEnvironment(Map.of("TMPDIR", temporary.toString())) // it leaves a folder behind
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    /** Opens a file in a window of that size, light, on a screen, with scripts; the logs begin anew. */
    void open(Path page, int width, int height) {
        size(width, height);
        media("", "light");
        scripts(true);
        log(LogType.BROWSER);
        log(LogType.PERFORMANCE);
        driver.get(page.toUri().toString());
    }

    void size(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    }

    /** Emulates a medium, print or "" for the screen, and the user's preference for light or dark. */
    void media(String medium, String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("media", medium, "features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Lets the pages opened from now on run scripts, or not; those of {@link #ask} run in any case. */
    void scripts(boolean allowed) {
        driver.executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", !allowed));
    }

    /** Returns what the script returns. */
    Object ask(String script, Object... arguments) {
        return ((JavascriptExecutor) driver).executeScript(script, arguments);
    }

    long count(String selector) {
        return (Long) ask("return document.querySelectorAll(arguments[0]).length", selector);
    }

    WebElement find(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    List<WebElement> findAll(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    /** Returns a picture of the whole page in the width of the window, as PNG; of a very long page its upper part. */
    byte[] shot() {
        List<?> size = (List<?>) ask("return [innerWidth, document.scrollingElement.scrollHeight]");
        long height = Math.min(((Number) size.get(1)).longValue(), HIGHEST);
        Map<String, Object> clip = Map.of("x", 0, "y", 0, "width", size.get(0), "height", height, "scale", 1);
        return bytes("Page.captureScreenshot", Map.of("captureBeyondViewport", true, "clip", clip));
    }

    /** Returns the page on paper, in the format that it asks for, as PDF. */
    byte[] pdf() {
        return bytes("Page.printToPDF", Map.of("printBackground", true, "preferCSSPageSize", true));
    }

    private byte[] bytes(String command, Map<String, Object> arguments) {
        return Base64.getDecoder()
                .decode((String) driver.executeCdpCommand(command, arguments).get("data"));
    }

    /** Returns the lines of a log since the last call. */
    List<String> log(String type) {
        return driver.manage().logs().get(type).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
