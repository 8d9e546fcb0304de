// A limit to the heads of HTTP/2 replies, which libsoup (3.2 to 3.7) does not have.
//
// A field that the table of HPACK (RFC 7541) keeps costs a byte to repeat. libsoup offers a table of 64 KiB and copies
// each field, so that 4 MB from a server fill 4 GB of memory within seconds. libsoup has no setting for that, and tells
// nobody before the head is complete. So this module stands between libsoup and libnghttp2: it defines one of
// libnghttp2's functions, which the loader finds in the program first.

#ifndef C_HEAD_LIMIT_H
#define C_HEAD_LIMIT_H

#include <stddef.h>

// Bytes of a head's names and values, unpacked; a head with more is refused, and its stream reset.
extern const size_t classic_photos_longest_head;

#endif
