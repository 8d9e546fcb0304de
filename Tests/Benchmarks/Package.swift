// swift-tools-version: 6.0
import PackageDescription

// A separate package, so that the program's own build stays light. Run it with `swift run -c release --package-path
// Tests/Benchmarks filter-benchmark`, and with Tests/Benchmarks/thumbnails.
let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "classic-photos", path: "../..")],
    targets: [
        .executableTarget(
            name: "filter-benchmark", dependencies: [.product(name: "PhotoCore", package: "classic-photos")]),
        // Started by catalogue_benchmark.py.
        .executableTarget(
            name: "catalogue-benchmark",
            dependencies: [
                .product(name: "PhotoCore", package: "classic-photos"),
                .product(name: "PhotoServices", package: "classic-photos"),
            ]),
        // Started by fetch_benchmark.py, which serves its photos.
        .executableTarget(
            name: "fetch-benchmark",
            dependencies: [
                .product(name: "PhotoCore", package: "classic-photos"),
                .product(name: "PhotoDecoding", package: "classic-photos"),
                .product(name: "PhotoServices", package: "classic-photos"),
            ]),
        .executableTarget(
            name: "thumbnail-benchmark",
            dependencies: [
                .product(name: "PhotoCore", package: "classic-photos"),
                .product(name: "PhotoDecoding", package: "classic-photos"),
                .product(name: "PhotoServices", package: "classic-photos"),
            ]),
        // Started by decoding.
        .executableTarget(
            name: "decoding-benchmark",
            dependencies: [
                .product(name: "PhotoCore", package: "classic-photos"),
                .product(name: "PhotoDecoding", package: "classic-photos"),
                .product(name: "ConfinedDecoding", package: "classic-photos"),
            ]),
        .executableTarget(
            name: "finding-benchmark",
            dependencies: [
                .product(name: "PhotoCore", package: "classic-photos"),
                .product(name: "PhotoServices", package: "classic-photos"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
