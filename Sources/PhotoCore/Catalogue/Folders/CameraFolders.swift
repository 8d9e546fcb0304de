/// Where cameras and telephones keep photos: a telephone has tens of thousands of files of programs, which are slow to
/// list, and the pictures among them are nobody's photos.
package enum CameraFolders {
    /// The folder of all photos that a camera makes (Design rule for Camera File system, DCF 2.0).
    package static let photos = "DCIM"
    /// That of pictures which programs save, on Android (`Environment.DIRECTORY_PICTURES`).
    private static let pictures = "Pictures"
    /// That of the programs' own files, on Android.
    private static let programs = "Android"
    /// A camera's folder has its storages, and a storage has its folders.
    private static let deepest = 1

    /// Which of the folders in a camera's folder hold photos, `depth` below that of the camera: all, unless there is
    /// the folder of photos. The `others` are read if those hold none.
    package static func chosen<Folder>(
        of folders: [Folder], depth: Int, name: (Folder) -> String
    ) -> (first: [Folder], others: [Folder]) {
        guard depth <= deepest, folders.contains(where: { isSame(name($0), photos) }) else { return (folders, []) }
        let first = folders.filter { isSame(name($0), photos) || isSame(name($0), pictures) }
        let others = folders.filter { folder in
            ![photos, pictures, programs].contains { isSame(name(folder), $0) }
        }
        return (first, others)
    }

    /// Memory cards have names without case.
    private static func isSame(_ name: String, _ other: String) -> Bool { name.lowercased() == other.lowercased() }
}
