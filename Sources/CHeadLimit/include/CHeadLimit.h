// Limits the heads of HTTP/2 replies, which libsoup (3.2 to 3.7) does not.
//
// Repeating a field from HPACK's table (RFC 7541) costs one byte. libsoup offers a table of 64 KiB and copies each
// field, so 4 MB from a server fill 4 GB of memory within seconds. libsoup has no setting for it, and reports nothing
// before the head is complete. So this module defines one of libnghttp2's functions, which the loader finds in the
// program first.

#ifndef C_HEAD_LIMIT_H
#define C_HEAD_LIMIT_H

#include <stddef.h>

// The limit of a head's decompressed names and values, in bytes; a longer head is refused, and its stream reset.
extern const size_t classic_photos_longest_head;

#endif
