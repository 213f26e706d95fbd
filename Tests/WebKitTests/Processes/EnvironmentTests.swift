import Foundation
import TestProcess
import Testing

/// Programs that start in odd environments: without a display, in another locale, with their own renderer.
@Suite(.serialized)
struct EnvironmentTests {
    private static let noDisplay: [String: String?] = ["DISPLAY": nil, "WAYLAND_DISPLAY": nil, "GDK_BACKEND": nil]
    private static let deadDisplay: [String: String?] = [
        "DISPLAY": ":9871", "WAYLAND_DISPLAY": nil, "GDK_BACKEND": nil,
    ]

    // MARK: Displays

    @Test func `BR-136: without a display the engine's start throws a sentence that names the cure`() async throws {
        let run = try await HostRun.run("start", Self.noDisplay)
        #expect(run.status == 3)
        #expect(run.lines.first?.hasPrefix("No display: neither DISPLAY nor WAYLAND_DISPLAY") == true)
        #expect(run.lines.first?.contains("xvfb-run") == true)
        #expect(run.lines.dropFirst() == ["again"])
    }

    @Test func `BR-136: with a dead display the engine's start throws, and names the display`() async throws {
        let run = try await HostRun.run("start", Self.deadDisplay)
        #expect(run.status == 3)
        #expect(run.lines.first?.contains("DISPLAY=:9871") == true)
        let wayland = try await HostRun.run(
            "start", ["DISPLAY": nil, "WAYLAND_DISPLAY": "no-such-socket", "GDK_BACKEND": nil])
        #expect(wayland.status == 3)
        #expect(wayland.lines.first?.hasPrefix("No display") == true)
    }

    @Test func `BR-136: a view without a display ends the program with a sentence and no signal`() async throws {
        for environment in [Self.noDisplay, Self.deadDisplay] {
            let run = try await HostRun.run("view", environment)
            #expect(run.status == 1)
            #expect(run.lines.isEmpty)
            #expect(run.errorText.contains("No display"))
            #expect(run.errorText.contains("xvfb-run"))
        }
    }

    @Test func `BR-136: a bare virtual display is enough, without window manager and session bus`() async throws {
        let run = try await HostRun.run("page", ["DBUS_SESSION_BUS_ADDRESS": nil, "XDG_RUNTIME_DIR": nil])
        #expect(run.status == 0, "\(run.errorText)")
        #expect(run.lines.last == "end")
        let started = try await HostRun.run("start", ["DBUS_SESSION_BUS_ADDRESS": nil])
        #expect(started.lines == ["started", "end"])
    }

    // MARK: The renderer

    @Test func `BR-137: the renderer's default is set only where there is no GPU, and the user's choice stays`()
        async throws
    {
        let name = "WEBKIT_DISABLE_DMABUF_RENDERER"
        let devices = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/dri")) ?? []
        let standard = devices.contains { $0.hasPrefix("renderD") } ? "unset" : "1"
        #expect(try await HostRun.run("renderer", [name: nil]).lines == ["started", standard, "end"])
        for choice in ["0", "1", "x"] {
            #expect(try await HostRun.run("renderer", [name: choice]).lines == ["started", choice, "end"])
        }
    }

    // MARK: Locales

    @Test(
        .enabled("needs the locale, or the package locales to make it") {
            TestLocales.canMake("de_DE") && TestLocales.canMake("tr_TR")
        })
    func `BR-017: numbers are the same in a locale with a decimal comma, by every way`() async throws {
        defer { TestLocales.removeAll() }
        let plain = try await HostRun.run("page", ["LC_ALL": "C.UTF-8", "LANGUAGE": ""])
        #expect(plain.status == 0, "\(plain.errorText)")
        let expected = [
            "frame 2.75", "argument 1.5 0.1 1e+21 1234567.891 -2.75 5e-324", "single 1.75",
            "reply 1.5 0.1 1e+21 1234567.891 -2.75 5e-324",
            "posted [2.75, 0.1]", "date 1250 1500", "text 1234567.891 1.25 [0.5]", "host 1.25 1.25 1.25 0.1 C",
            "upper TITLE I I",
        ]
        for line in expected { #expect(plain.lines.contains(line), "\(line)") }
        for locale in ["de_DE", "tr_TR"] {
            let environment = try #require(TestLocales.environment(locale))
            let run = try await HostRun.run("page", environment.mapValues { $0 })
            #expect(run.status == 0, "\(run.errorText)")
            // All but the numbers' locale is the user's.
            #expect(run.lines.first == "locale \(locale).UTF-8")
            #expect(run.lines.dropFirst() == plain.lines.dropFirst())
        }
    }
}
