import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("What is known of libraries, on a disk or in a file that is damaged")
struct LibraryStoreDamageTests {
    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "-1", "1e300", "'many'", "NULL", "x'00'"])
    func `Whatever size a file states for a list, the next one is kept`(_ size: String) throws {
        let rig = LibraryStoreRig(budget: 1 << 20)
        let months = try (1...4).map { try LibraryStoreRig.month($0, $0) }
        let store = rig.store()
        for month in months.prefix(3) { store.keep(LibraryStoreRig.list("an old list"), of: month) }
        // A column without NULL refuses it.
        try? SQLiteConnection(rig.file.filePath).execute("UPDATE list SET size = \(size)")
        store.keep(LibraryStoreRig.list("a new list"), of: months[3])
        #expect(store.list(of: months[3])?.body == Data("a new list".utf8))
    }

    @Test func `A file that is damaged anywhere costs what it holds, and no more`() throws {
        var generator = SeededGenerator(seed: 11)
        for round in 0..<60 {
            let rig = LibraryStoreRig()
            let address = try LibraryStoreRig.url("immich+https://a.example/")
            let months = LibraryMonths(.immich, try (1...12).map { try LibraryStoreRig.month($0, $0) })
            let text = String(repeating: "a list ", count: 2000)
            let bucket = try BucketRows.kept((0..<200).map { "IMG_\($0).jpg" })
            let objects = try LibraryStoreRig.url("https://a.example/bucket/?list-type=2")
            do {
                let store = rig.store()
                store.keep(months, of: address)
                for month in months.months { store.keep(LibraryStoreRig.list(text), of: month) }
                store.keep(try LibraryStoreRig.page(text), at: try LibraryStoreRig.url("https://a.example/photos/"))
                store.keep(bucket, at: objects)
                store.waitUntilChecked()
            }
            var bytes = try Data(contentsOf: rig.file)
            // Cut short, a page of noise, or single bits.
            switch round % 3 {
            case 0: bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator))
            case 1:
                let start = Int.random(in: 0..<bytes.count / 4096, using: &generator) * 4096
                for index in start..<min(bytes.count, start + 4096) {
                    bytes[index] = UInt8.random(in: 0...255, using: &generator)
                }
            default:
                for _ in 0..<40 { bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 0x10 }
            }
            try bytes.write(to: rig.file)
            let store = rig.store()
            if let told = store.months(of: address) {
                for month in told.months { #expect(month.count >= 0 && month.count <= TimelineSections.mostInMonth) }
            }
            for month in months.months {
                // A checksum guards each list.
                if let list = store.list(of: month) { #expect(list.body == Data(text.utf8)) }
            }
            let page = store.page(at: try LibraryStoreRig.url("https://a.example/photos/"))
            #expect(page == nil || page?.list.body == Data(text.utf8))
            let known = store.bucket(at: objects)
            #expect(known == nil || BucketRows.names(of: known) == BucketRows.names(of: bucket))
            // It can be used again, at the latest after the search for damage and a use that meets some.
            store.waitUntilChecked()
            for _ in 0..<3 {
                store.keep(months, of: address)
                store.keep(LibraryStoreRig.list("new"), of: months.months[3])
            }
            #expect(store.months(of: address) == months, "round \(round)")
            #expect(store.list(of: months.months[3])?.body == Data("new".utf8), "round \(round)")
        }
    }

    @Test func `A head that makes the file one to be read only costs what it holds, and no more`() throws {
        // The format's versions for writing and for reading: https://www.sqlite.org/fileformat2.html, 1.3.3.
        for (writing, reading) in [(9, 2), (9, 9), (0, 0), (255, 1)] as [(UInt8, UInt8)] {
            let rig = LibraryStoreRig()
            let month = try LibraryStoreRig.month(5, 12)
            do {
                let store = rig.store()
                store.keep(LibraryStoreRig.list("x"), of: month)
                store.waitUntilChecked()
            }
            var bytes = try Data(contentsOf: rig.file)
            (bytes[18], bytes[19]) = (writing, reading)
            try bytes.write(to: rig.file)
            let store = rig.store()
            for _ in 0..<3 { store.keep(LibraryStoreRig.list("new"), of: month) }
            #expect(store.list(of: month) == LibraryStoreRig.list("new"))
        }
    }

    @Test func `A file of another version, or of another program, is replaced`() throws {
        for statements in [
            "PRAGMA application_id = 1349022580; PRAGMA user_version = 9; CREATE TABLE other (x)",
            "PRAGMA application_id = 7; CREATE TABLE library (x)",
        ] {
            let rig = LibraryStoreRig()
            try FileManager.default.createDirectory(at: rig.folder, withIntermediateDirectories: true)
            do { try SQLiteConnection(rig.file.filePath).execute(statements) }
            let months = LibraryMonths(.immich, [try LibraryStoreRig.month(5, 12)])
            let address = try LibraryStoreRig.url("immich+https://a.example/")
            let store = rig.store()
            for _ in 0..<2 { store.keep(months, of: address) }
            #expect(rig.store().months(of: address) == months)
        }
    }

    @Test func `A folder that cannot be written to keeps nothing, and fails nothing`() throws {
        for folder in ["/proc/nowhere", "/dev/null/x"] {
            let store = LibraryStore(in: FilePath(folder))
            let address = try LibraryStoreRig.url("immich+https://a.example/")
            store.keep(LibraryMonths(.immich, [try LibraryStoreRig.month(5, 12)]), of: address)
            store.keep(LibraryStoreRig.list("x"), of: try LibraryStoreRig.month(5, 12))
            #expect(store.months(of: address) == nil)
            #expect(store.list(of: try LibraryStoreRig.month(5, 12)) == nil)
            #expect(store.removeAll() == 0)
            #expect(store.removeAll(from: []) == 0)
            #expect(store.servers.isEmpty)
        }
    }
}
