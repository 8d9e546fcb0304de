import Testing

@testable import PhotoCore

@Suite("Names of notes about photos")
struct NoteNameTests {
    private func photo(_ file: String, titled title: String) -> String? {
        NoteName(Array(file.utf8)).photo(titled: Array(title.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        ("sea.jpg.json", "sea.jpg", "sea.jpg"),
        ("IMG_2041.JPG.supplemental-metadata.json", "IMG_2041.JPG", "IMG_2041.JPG"),
        ("IMG_2041.JPG.info.json", "IMG_2041.JPG", "IMG_2041.JPG"),
        ("IMG_2041.JPG.supplemental-metadata(1).json", "IMG_2041.JPG", "IMG_2041(1).JPG"),
        ("IMG_2041.JPG(12).json", "IMG_2041.JPG", "IMG_2041(12).JPG"),
        ("IMG_2041(1).JPG.supplemental-metadata.json", "IMG_2041(1).JPG", "IMG_2041(1).JPG"),
        ("IMG_2041(1).JPG.supplemental-metadata(2).json", "IMG_2041(1).JPG", "IMG_2041(1)(2).JPG"),
    ])
    func `A number is that of the photo, wherever it stands`(file: String, title: String, photo: String) {
        #expect(self.photo(file, titled: title) == photo)
    }

    /// Titles of 31, 43, 45, 47 and 72 characters, whose notes' names have 46 without number and ending.
    @Test(arguments: [
        ("PXL_20250714_162011123.MP.1.jpg.supplemental-m", "PXL_20250714_162011123.MP.1.jpg", ""),
        ("123456789-123456789-123456789-123456789.jpg.su", "123456789-123456789-123456789-123456789.jpg", ""),
        ("123456789-123456789-123456789-123456789-1.jpg.", "123456789-123456789-123456789-123456789-1.jpg", ""),
        ("123456789-123456789-123456789-123456789-123.jp", "123456789-123456789-123456789-123456789-123.jpg", ""),
        (
            "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_",
            "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_PXL_20220516_164814158.jpg",
            "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P"
        ),
    ])
    func `A name that is cut at 46 characters finds its photo, with a number and without`(
        stem: String, title: String, cut: String
    ) {
        #expect(stem.utf8.count == 46)
        let base = cut.isEmpty ? String(title.dropLast(4)) : cut
        #expect(photo("\(stem).json", titled: title) == "\(base).jpg")
        #expect(photo("\(stem)(3).json", titled: title) == "\(base)(3).jpg")
    }

    @Test func `A long name that is not cut is the photo's`() {
        let title = String(repeating: "a", count: 80) + ".jpg"
        #expect(photo("\(title).json", titled: title) == title)
        #expect(photo("\(title).supplemental-metadata.json", titled: title) == title)
        #expect(photo("\(title)(1).json", titled: title) == String(repeating: "a", count: 80) + "(1).jpg")
    }

    @Test(arguments: [
        ("metadata.json", "sea.jpg"), ("sea.json", "sea.jpg"), ("sea.jpeg.json", "sea.jpg"),
        ("sea.jpg.notes(1).json", "sea.jpg"), ("sea.jpg().json", "sea.jpg"), ("sea.jpg(a).json", "sea.jpg"),
        ("(1).json", "sea.jpg"), ("1).json", "sea.jpg"), (".json", "sea.jpg"), ("", "sea.jpg"), (")", "sea.jpg"),
    ])
    func `Notes about another file, or about none that can be told, have no photo`(file: String, title: String) {
        #expect(photo(file, titled: title) == nil)
    }

    @Test func `A cut name in letters whose count is not known has no photo`() {
        let title = String(repeating: "猫", count: 60) + ".jpg"
        #expect(photo(String(repeating: "猫", count: 46) + ".json", titled: title) == nil)
        #expect(photo("\(title).json", titled: title) == title)
    }
}
