import PhotoCore
import PhotoServices

/// The questions before a library is signed out or forgotten. Pure functions of its address.
enum SigningOutText {
    /// What signing out of the library at `address` does.
    static func signingOut(of address: String) -> String {
        LibraryServer.isWhole(address)
            ? localized(
                "Its key or password will be removed, and with it the photos and lists from this server that are kept "
                    + "on this computer. The server will ask again.")
            : localized(
                "Its key or password will be removed, and with it the photos and lists from this library that are "
                    + "kept on this computer. The server will ask again.")
    }

    /// What forgetting the library at `address` does.
    static func forgetting(_ address: String) -> String {
        LibraryServer.isWhole(address)
            ? localized(
                "The library will be removed from the list, with its key or password and the photos and lists from "
                    + "this server that are kept on this computer. Nothing changes on the server.")
            : localized(
                "The library will be removed from the list, with its key or password and its photos and lists that "
                    + "are kept on this computer. Nothing changes on the server.")
    }
}
