import PhotoCore
import Testing

@testable import ClassicPhotosApp

@Suite struct SaveTargetTests {
    @Test(arguments: [
        ("/a/x.json", CatalogueSaver.Format.csv, "/a/x.json", CatalogueSaver.Format.json),
        ("/a/x.PLIST", .csv, "/a/x.PLIST", .propertyList),
        ("/a/x", .csv, "/a/x.csv", .csv), ("/a/x.2", .json, "/a/x.2.json", .json),
    ])
    func `The ending says the format, and where it does not it is added`(
        _ path: String, _ chosen: CatalogueSaver.Format, _ expected: String, _ format: CatalogueSaver.Format
    ) {
        let target = SaveTarget(FilePath(path), chosen: chosen)
        #expect(target.path == FilePath(expected) && target.format == format)
        #expect(target.isRenamed == (path != expected))
    }

    @Test(arguments: [
        ("Holidays", "Holidays.plist"), ("photos.json", "photos.plist"), ("a/b", "a-b.plist"),
        ("..", "Catalogue.plist"), ("", "Catalogue.plist"),
        (".hidden", "hidden.plist"), ("v1.2", "v1.2.plist"),
        ("-rf", "rf.plist"), ("My\n\u{202E}photos", "My photos.plist"),
    ])
    func `A file is called as the catalogue is`(_ title: String, _ expected: String) {
        #expect(SaveTarget.suggestedName(title) == expected)
    }
}
