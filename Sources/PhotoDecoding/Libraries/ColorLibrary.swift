import CLcms2

/// The functions of Little CMS that the program uses, all in version 2.
struct ColorLibrary: Sendable {
    /// Nil if the library is not installed.
    static let shared = ColorLibrary()

    let openProfile: @convention(c) (UnsafeRawPointer?, cmsUInt32Number) -> cmsHPROFILE?
    let closeProfile: @convention(c) (cmsHPROFILE) -> cmsBool
    let colorSpace: @convention(c) (cmsHPROFILE) -> cmsColorSpaceSignature
    let makeSRGB: @convention(c) () -> cmsHPROFILE?
    let makeTransform:
        @convention(c) (
            cmsHPROFILE, cmsUInt32Number, cmsHPROFILE, cmsUInt32Number, cmsUInt32Number, cmsUInt32Number
        ) -> cmsHTRANSFORM?
    let deleteTransform: @convention(c) (cmsHTRANSFORM) -> Void
    let doTransform:
        @convention(c) (cmsHTRANSFORM, UnsafeRawPointer?, UnsafeMutableRawPointer?, cmsUInt32Number) -> Void

    private init?() {
        guard let library = LazyLibrary("liblcms2.so.2") else { return nil }
        do throws(LazyLibrary.Missing) {
            openProfile = try library.function("cmsOpenProfileFromMem")
            closeProfile = try library.function("cmsCloseProfile")
            colorSpace = try library.function("cmsGetColorSpace")
            makeSRGB = try library.function("cmsCreate_sRGBProfile")
            makeTransform = try library.function("cmsCreateTransform")
            deleteTransform = try library.function("cmsDeleteTransform")
            doTransform = try library.function("cmsDoTransform")
        } catch {
            return nil
        }
    }
}
