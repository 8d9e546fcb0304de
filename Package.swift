// swift-tools-version: 6.0
import PackageDescription

/// Less of ICU's data than the static Foundation has (meson-helpers/locale-data).
func localeData(for program: String) -> [LinkerSetting] {
    guard let folder = Context.environment["CLASSIC_PHOTOS_LOCALE_DATA"] else { return [] }
    return [.unsafeFlags(["\(folder)/\(program).o"], .when(configuration: .release))]
}

/// Without optimization, loops over pixels and bytes take most of the time of the tests.
let fastTests = [SwiftSetting.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
    name: "classic-photos",
    products: [
        .executable(name: "classic-photos", targets: ["classic-photos"]),
        // For Tests/Benchmarks, which is a separate package.
        .library(name: "PhotoCore", targets: ["PhotoCore"]),
        .library(name: "PhotoServices", targets: ["PhotoServices"]),
        .library(name: "PhotoDecoding", targets: ["PhotoDecoding"]),
        .library(name: "ConfinedDecoding", targets: ["ConfinedDecoding"]),
    ],
    targets: [
        // System modules: one header and one module map each.
        .systemLibrary(name: "CGLib", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CGtk", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
        .systemLibrary(name: "CSoup", pkgConfig: "libsoup-3.0", providers: [.apt(["libsoup-3.0-dev"])]),
        // The desktop's keyring, which stores remembered passwords.
        .systemLibrary(name: "CSecret", pkgConfig: "libsecret-1", providers: [.apt(["libsecret-1-dev"])]),
        .systemLibrary(name: "CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),

        // The syntax of XML, pushed piece by piece.
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        // The syntax of JSON, pushed piece by piece (400 MB/s): json-glib and json-c need the whole document as a tree.
        .systemLibrary(name: "CYajl", pkgConfig: "yajl", providers: [.apt(["libyajl-dev"])]),
        // The syntax of CSV, pushed likewise (250 MB/s). It has no pkg-config file: its module map links it.
        .systemLibrary(name: "CLibCSV", providers: [.apt(["libcsv-dev"])]),
        // What is known of libraries on servers: transactions, of which part is read. Files of our own would copy it.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // Members of archives: Foundation and GLib read none. Loaded on first use, by workers for archives only.
        .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        // The order of names in every language.
        .systemLibrary(name: "CICU", pkgConfig: "icu-i18n", providers: [.apt(["libicu-dev"])]),
        // Colours: GdkPixbuf returns ICC profiles, but does not apply them.
        .systemLibrary(name: "CLcms2", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        // Inks: GdkPixbuf mixes those of CMYK JPEGs without their profile, and gives no access to them.
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        // WebP written: GdkPixbuf's module for it takes a minute for a hundred megapixels, and cannot be stopped.
        .systemLibrary(name: "CLibWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),

        // Each may import only modules listed before it (meson-helpers/check-imports has the table).
        // What builds for ThreadSanitizer need, and a mutex for older compilers; empty in others.
        .target(name: "Instrumentation"),
        .target(name: "GLibBridge", dependencies: ["Instrumentation", "CGLib"]),
        .target(name: "GtkBridge", dependencies: ["GLibBridge", "CGtk"]),
        // The filters' inner loops, in C: Swift cannot compile a single function for AVX2 (see CPixelKernels.h).
        .target(name: "CPixelKernels"),
        // Collation: an interface to ICU without ICU's headers, which Swift cannot import (see CCollation.h).
        .target(name: "CCollation", dependencies: ["CICU"]),
        // A limit on the length of HTTP/2 heads, which libsoup lacks (see CHeadLimit.h).
        .target(name: "CHeadLimit"),
        // Servers cannot repeat the TLS handshake, beneath GLib, which lets them (CNoRenegotiation.h says why).
        .target(name: "CNoRenegotiation"),
        .target(
            name: "PhotoCore", dependencies: ["Instrumentation", "CPixelKernels"], swiftSettings: fastTests),
        // Reads and writes the bytes of pictures and archives with C libraries.
        .target(
            name: "PhotoDecoding",
            dependencies: [
                "Instrumentation", "PhotoCore", "GLibBridge", "CGLib", "CGdkPixbuf", "CLcms2", "CTurboJPEG", "CLibWebP",
                "CArchive",
            ]),
        .target(
            name: "PhotoServices",
            dependencies: [
                "Instrumentation", "PhotoCore", "PhotoDecoding", "GLibBridge", "CGLib", "CSoup", "CSecret",
                "CGdkPixbuf", "CLibXML2",
                "CYajl", "CLibCSV", "CSQLite", "CCollation", "CHeadLimit", "CNoRenegotiation",
            ],
            swiftSettings: fastTests),
        .target(
            name: "ClassicPhotosApp",
            dependencies: [
                "Instrumentation", "PhotoCore", "PhotoServices", "PhotoDecoding", "ConfinedDecoding", "GtkBridge",
                "GLibBridge",
            ]),
        .executableTarget(
            name: "classic-photos", dependencies: ["ClassicPhotosApp"],
            linkerSettings: localeData(for: "classic-photos")),

        // Decoding in workers. Confinement and the link are in C: prctl and syscall are variadic, and control messages
        // are macros.
        .target(name: "CConfinement"),
        .target(name: "CProcessLink"),
        // The program's end: it uses no library that reads pictures.
        .target(name: "ConfinedDecoding", dependencies: ["Instrumentation", "PhotoCore", "CProcessLink"]),
        // The worker's end, and the worker's program.
        .target(
            name: "DecoderWorker",
            dependencies: [
                "Instrumentation", "PhotoCore", "PhotoDecoding", "CGdkPixbuf", "CConfinement", "CProcessLink",
            ]),
        .executableTarget(
            name: "classic-photos-decoder", dependencies: ["DecoderWorker"],
            linkerSettings: localeData(for: "classic-photos-decoder")),

        // Tests mirror the modules. The window tests drive the built program from outside (Tests/WindowTests).
        .target(name: "TestSupport", dependencies: ["Instrumentation", "PhotoCore"], path: "Tests/Support"),
        .testTarget(name: "GLibBridgeTests", dependencies: ["Instrumentation", "GLibBridge", "CGLib"]),
        .testTarget(name: "GtkBridgeTests", dependencies: ["GtkBridge", "GLibBridge", "CGtk"]),
        .testTarget(name: "PhotoCoreTests", dependencies: ["Instrumentation", "PhotoCore", "TestSupport"]),
        .testTarget(
            name: "PhotoServicesTests",
            dependencies: [
                "Instrumentation", "PhotoServices", "PhotoDecoding", "PhotoCore", "GLibBridge", "CSoup", "CGdkPixbuf",
                "CArchive", "ConfinedDecoding", "TestSupport", "classic-photos-decoder",
            ],
            // The build commands link no program with it: see meson-helpers/pkg-config-files.
            linkerSettings: [.linkedLibrary("archive")]),
        .testTarget(
            name: "ClassicPhotosAppTests",
            dependencies: [
                "Instrumentation", "ClassicPhotosApp", "PhotoCore", "PhotoServices", "PhotoDecoding",
                "ConfinedDecoding", "GtkBridge", "CGLib", "TestSupport",
            ]),
        // A worker, confined like the real one, that runs the command in a picture: see HostileWorker.swift.
        .executableTarget(
            name: "hostile-decoder", dependencies: ["DecoderWorker", "PhotoCore", "CProcessLink"],
            path: "Tests/HostileDecoder"),
        .testTarget(
            name: "ConfinedDecodingTests",
            dependencies: [
                "Instrumentation", "ConfinedDecoding", "PhotoDecoding", "PhotoCore", "CGdkPixbuf", "CProcessLink",
                "TestSupport",
                "classic-photos-decoder", "hostile-decoder",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
