import Foundation

/// A plane and its place in a photo: the whole photo at some level of detail or, for a row's picture, its middle.
package struct PhotoLayer: Sendable {
    /// The pixels, as stored.
    package let plane: PhotoPlane
    package let orientation: ExifOrientation
    /// The part of the upright photo that they cover, in its pixels. The last row and column may reach beyond the
    /// photo.
    package let area: CGRect
    /// Pixels of the plane per photo pixel, along a side: 1 is full size.
    package let density: Double
    /// The same at half the density, a quarter, and so on, as far as they exist: small views are drawn from these.
    let coarser: [PhotoPlane]

    /// Pixels verified to cover `area`.
    init(_ plane: PhotoPlane, orientation: ExifOrientation, area: CGRect, density: Double, coarser: [PhotoPlane] = []) {
        self.plane = plane
        self.orientation = orientation
        self.area = area
        self.density = density
        self.coarser = coarser
    }

    /// The whole photo of the stored `size`, with one plane pixel for 2^level of the photo's along a side.
    package init(_ plane: PhotoPlane, level: Int, of size: PixelSize, orientation: ExifOrientation) {
        self.plane = plane
        self.orientation = orientation
        coarser = []
        density = pow(2, -Double(level))
        let covered = orientation.turned(plane.size)
        // The excess at an edge is where the stored picture ends.
        let upright = orientation.turned(size)
        let width = Double(covered.width) / density
        let height = Double(covered.height) / density
        area = CGRect(
            x: orientation.flipsX ? Double(upright.width) - width : 0,
            y: orientation.flipsY ? Double(upright.height) - height : 0, width: width, height: height)
    }

    /// A smaller picture of the whole photo with the upright size `size`.
    init(whole plane: PhotoPlane, of size: PixelSize, orientation: ExifOrientation) {
        self.plane = plane
        self.orientation = orientation
        coarser = []
        density = Double(orientation.turned(plane.size).width) / Double(max(1, size.width))
        area = CGRect(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// The same with pixels in memory of their own.
    func apart() -> PhotoLayer {
        PhotoLayer(plane.apart(), orientation: orientation, area: area, density: density, coarser: coarser)
    }

    /// The middle of a photo with the upright size `size`, as in a row: the largest part of the picture's shape.
    package init(row plane: PhotoPlane, of size: CGSize) {
        self.plane = plane
        orientation = .topLeft
        coarser = []
        let scale = max(Double(plane.size.width) / size.width, Double(plane.size.height) / size.height)
        let width = Double(plane.size.width) / scale
        let height = Double(plane.size.height) / scale
        area = CGRect(x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height)
        density = scale
    }

    /// The coarsest version that is not enlarged at `scale`, in device pixels per photo pixel; itself if it is enlarged
    /// already.
    func best(for scale: Double) -> PhotoLayer {
        let steps = min(PhotoDetail.level(for: scale / density), coarser.count)
        guard steps > 0 else { return self }
        let half = coarser[steps - 1]
        let density = density * pow(2, -Double(steps))
        // Like the finest, with the excess at the edge where the stored picture ends.
        let size = orientation.turned(half.size)
        let width = Double(size.width) / density
        let height = Double(size.height) / density
        return PhotoLayer(
            half, orientation: orientation,
            area: CGRect(
                x: orientation.flipsX ? area.maxX - width : area.minX,
                y: orientation.flipsY ? area.maxY - height : area.minY, width: width, height: height),
            density: density)
    }

    /// Whether it covers the whole photo, not only its middle.
    package func covers(_ photo: CGSize) -> Bool {
        area.insetBy(dx: -0.5, dy: -0.5).contains(CGRect(origin: .zero, size: photo))
    }
}
