/// A hash that is the same in every process, for what is stored: FNV-1a with 64 bits
/// (<http://www.isthe.com/chongo/tech/comp/fnv>). It recognises things, and protects nothing.
enum StableHash {
    static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
