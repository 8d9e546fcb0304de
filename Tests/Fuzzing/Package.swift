// swift-tools-version: 6.0
import PackageDescription

// A separate package: everything in it is built with libFuzzer's instrumentation. Run it with `meson-helpers/fuzz`.
let package = Package(
    name: "fuzzing",
    dependencies: [.package(name: "classic-photos", path: "../..")],
    targets: [
        .executableTarget(
            name: "fuzz",
            dependencies: [
                .product(name: "PhotoCore", package: "classic-photos"),
                .product(name: "PhotoDecoding", package: "classic-photos"),
                .product(name: "PhotoServices", package: "classic-photos"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
