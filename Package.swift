// swift-tools-version: 6.2

import PackageDescription

// The Swift side depends on the toolchain alone: GTK, WebKitGTK and their kin come from Debian packages
// (see script/install-deps), and on Apple platforms from the system.

var products: [Product] = [
    .library(name: "Gawa", targets: ["Gawa"]),
    .library(name: "GawaWebKit", targets: ["GawaWebKit"]),
    .plugin(name: "EmbedAssets", targets: ["EmbedAssets"]),
]
var targets: [Target] = []
var webKitDependencies: [Target.Dependency] = []
// Observing a web view, what carries the bridge, the tasks of routes and facts of files differ: each platform has folders of
// its own.
var othersFolders = ["Observation/Linux", "Carrier/Linux", "Routes/Linux", "Routes/URLProtocols/Linux", "Assets/Linux"]

// `os(Linux)` is the machine that builds. Cross-building from a Mac is not supported.
#if os(Linux)
products += [
    .library(name: "WebKit", targets: ["WebKit"]),
    .library(name: "GawaTestSupport", targets: ["GawaTestSupport"]),
]
webKitDependencies = ["WebKit"]
othersFolders = ["Observation/Apple", "Carrier/Apple", "Routes/Apple", "Routes/URLProtocols/Apple", "Assets/Apple"]

targets += [
    .systemLibrary(name: "CGLib", pkgConfig: "gio-unix-2.0"),
    .systemLibrary(name: "CJavaScriptCore", pkgConfig: "javascriptcoregtk-6.0"),
    .systemLibrary(name: "CWebKitGTK", pkgConfig: "webkitgtk-6.0"),
    .target(name: "CMainLoop", dependencies: ["CGLib"]),
    .target(name: "CURLSchemeStream", dependencies: ["CGLib"]),
    .target(name: "CLane"),
    .target(name: "CJavaScriptCodec", exclude: ["codec.js"]),
    .target(name: "GLib", dependencies: ["CGLib"]),
    .target(name: "MainLoop", dependencies: ["CMainLoop", "CGLib"]),
    .target(name: "JavaScriptValues", dependencies: ["CJavaScriptCore", "CJavaScriptCodec"]),
    .plugin(name: "BuildWebProcessModule", capability: .buildTool()),
    .target(
        name: "WebKit",
        dependencies: ["CWebKitGTK", "CURLSchemeStream", "CLane", "GLib", "MainLoop", "JavaScriptValues"],
        plugins: ["BuildWebProcessModule"]
    ),
    // WebKit by name too: a module that is only re-exported to another does not have it built again.
    .target(name: "GawaTestSupport", dependencies: ["GawaWebKit", "WebKit", "MainLoop"]),
]

// The examples, and what the tests stand on.
targets += [
    .systemLibrary(name: "CSoup", path: "Tests/CSoup", pkgConfig: "libsoup-3.0"),
    .target(name: "TestServer", dependencies: ["CSoup", "GLib"], path: "Tests/TestServer"),
    .target(name: "TestProcess", path: "Tests/TestProcess"),
    .target(
        name: "FollowToggleShared", dependencies: ["WebKit", "TestServer"], path: "Examples/FollowToggle/Shared"),
    .executableTarget(
        name: "FollowToggleRaw", dependencies: ["FollowToggleShared", "WebKit"], path: "Examples/FollowToggle/Raw"),
    .executableTarget(
        name: "FollowToggleTyped", dependencies: ["FollowToggleShared", "Gawa"], path: "Examples/FollowToggle/Typed"),
    .executableTarget(
        name: "NativeValues", dependencies: ["Gawa", "TestServer"], path: "Examples/NativeValues", exclude: ["Page"]),
    .target(name: "MainLoopHostSupport", dependencies: ["MainLoop", "CGLib"], path: "Tests/MainLoopHosts/Support"),
    .executableTarget(
        name: "AsyncMainHost", dependencies: ["MainLoop", "MainLoopHostSupport"],
        path: "Tests/MainLoopHosts/AsyncMainHost"),
    .executableTarget(
        name: "SyncMainHost", dependencies: ["MainLoop", "MainLoopHostSupport", "CGLib"],
        path: "Tests/MainLoopHosts/SyncMainHost"),
    .executableTarget(
        name: "WebKitExitHost", dependencies: ["MainLoop", "MainLoopHostSupport", "CWebKitGTK"],
        path: "Tests/MainLoopHosts/WebKitExitHost"),
    .target(name: "ExitSupport", dependencies: ["WebKit", "MainLoop"], path: "Tests/Fixtures/ExitSupport"),
    .executableTarget(
        name: "AsyncExit", dependencies: ["WebKit", "MainLoop", "ExitSupport"], path: "Tests/Fixtures/AsyncExit"),
    .executableTarget(
        name: "SyncExit", dependencies: ["WebKit", "MainLoop", "ExitSupport"], path: "Tests/Fixtures/SyncExit"),
    .executableTarget(
        name: "EnvironmentHost", dependencies: ["WebKit", "MainLoop"], path: "Tests/Fixtures/EnvironmentHost"),
    .executableTarget(name: "OriginHost", dependencies: ["Gawa"], path: "Tests/Fixtures/OriginHost"),
    // Its source is made: swift package --allow-writing-to-package-directory embed-assets --target EmbeddedFixture
    .target(name: "EmbeddedFixture", path: "Tests/Fixtures/EmbeddedFixture", exclude: ["Files"]),
    .executableTarget(name: "StorageHost", dependencies: ["WebKit", "MainLoop"], path: "Tests/Fixtures/StorageHost"),
    .target(name: "SpellingsSwift6", dependencies: ["WebKit"], path: "Tests/Spellings/Swift6"),
    .target(
        name: "SpellingsSwift5", dependencies: ["WebKit"], path: "Tests/Spellings/Swift5",
        swiftSettings: [.swiftLanguageMode(.v5)]),
]

// What script/bench measures.
targets += [
    .executableTarget(name: "Floor", dependencies: ["CGLib", "CWebKitGTK"], path: "Benchmarks/Floor"),
    .executableTarget(name: "GawaRows", dependencies: ["Gawa", "GawaWebKit", "WebKit"], path: "Benchmarks/GawaRows"),
]

targets += [
    .testTarget(
        name: "MainLoopTests",
        dependencies: [
            "MainLoop", "MainLoopHostSupport", "TestProcess", "AsyncMainHost", "SyncMainHost", "WebKitExitHost",
        ]),
    .testTarget(
        name: "JavaScriptValuesTests", dependencies: ["JavaScriptValues", "CJavaScriptCore", "CJavaScriptCodec"]),
    .testTarget(
        name: "FollowToggleTests",
        dependencies: [
            "FollowToggleShared", "FollowToggleRaw", "FollowToggleTyped", "Gawa", "GawaTestSupport", "TestServer",
            "TestProcess", "WebKit",
        ],
        exclude: ["Samples"]),
    .testTarget(
        name: "NativeValuesTests", dependencies: ["NativeValues", "Gawa", "GawaTestSupport", "TestServer", "WebKit"]),
    .testTarget(
        name: "GawaTests",
        dependencies: [
            "Gawa", "GawaTestSupport", "TestProcess", "TestServer", "WebKit", "EmbeddedFixture", "OriginHost",
        ],
        exclude: ["TypeScript/Golden", "TypeScript/Samples"]),
    .testTarget(
        name: "WebKitTests",
        dependencies: [
            "CGLib", "CLane", "WebKit", "GawaTestSupport", "TestServer", "TestProcess", "SpellingsSwift5",
            "SpellingsSwift6",
            "AsyncExit",
            "SyncExit", "EnvironmentHost", "StorageHost",
        ]),
]
#endif

targets.append(
    .plugin(
        name: "EmbedAssets",
        capability: .command(
            intent: .custom(
                verb: "embed-assets", description: "Writes the source of a C target that holds an app's files"),
            permissions: [.writeToPackageDirectory(reason: "It writes the source of the target")])))
targets.append(.target(name: "GawaWebKit", dependencies: webKitDependencies))
targets.append(
    .target(
        name: "Gawa",
        // WebKit by name too: a module that is only re-exported to another does not have it built again.
        dependencies: ["GawaWebKit"] + webKitDependencies,
        exclude: othersFolders,
        // In the code, not beside it: a bundle is not found any more when the executable is moved.
        resources: [
            .embedInCode("Resources/gawa.js"),
            .embedInCode("Resources/console.js"),
            .embedInCode("Resources/native.js"),
        ]
    ))

let package = Package(
    name: "Gawa",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: products,
    targets: targets,
    swiftLanguageModes: [.v6]
)
