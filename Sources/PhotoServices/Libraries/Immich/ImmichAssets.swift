import PhotoCore

/// The photos and videos in an Immich server's answer: columns (TimeBucketAssetResponseDto, since 1.133), an array of
/// objects (AssetResponseDto, before), or objects below `items` (SearchAssetResponseDto).
typealias ImmichAssets = AssetColumns<ImmichField>

/// A field of an asset.
enum ImmichField: String, AssetField {
    case id, fileCreatedAt, localDateTime, localOffsetHours, ratio, isImage, type, isTrashed, city, country,
        duration
    case livePhotoVideoId, originalFileName, originalPath, checksum, thumbhash, width, height, exifImageWidth,
        exifImageHeight, orientation
    /// Of old servers; newer ones swap the sides instead.
    case exifInfo
    /// Of the answer around them (SearchAssetResponseDto): the number of the page that follows, or null.
    case nextPage

    static let inner: ImmichField? = exifInfo
}

/// A field of an album (AlbumResponseDto).
enum ImmichAlbumField: String, AssetField {
    case id
    case name = "albumName"
}

/// A field of a person (PersonResponseDto), or of the answer around all (PeopleResponseDto).
enum ImmichPersonField: String, AssetField {
    case id, name, hasNextPage
}
