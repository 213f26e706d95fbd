// swift-tools-version: 6.2

import PackageDescription

// A package of a user: it depends on ours by path and knows nothing of the module that our web processes load.
let package = Package(
    name: "Consumer",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [.package(name: "Gawa", path: "../..")],
    targets: [
        .executableTarget(name: "Consumer", dependencies: ["PageFiles", .product(name: "Gawa", package: "Gawa")]),
        .target(name: "PageFiles", exclude: ["Files"]),
    ],
    swiftLanguageModes: [.v6]
)
