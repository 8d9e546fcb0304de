#define _GNU_SOURCE
#include "CHeadLimit.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>

// libsoup's limit for HTTP/1.1.
const size_t classic_photos_longest_head = 64 << 10;

// From nghttp2.h; the names there remain the library's.
typedef int (*header_callback)(void *session, const void *frame, const uint8_t *name, size_t name_length,
                               const uint8_t *value, size_t value_length, uint8_t flags, void *user_data);
typedef void (*callback_setter)(void *callbacks, header_callback callback);
enum { temporal_callback_failure = -521 };

static _Atomic(header_callback) limited;

// The heads in progress on this thread, one per connection. A session has at most 64 connections; beyond that, the
// oldest count restarts.
enum { head_count = 64 };
static _Thread_local struct { void *session; size_t length; } heads[head_count];
static _Thread_local unsigned next;

static size_t *length_of_head(void *session) {
    for (unsigned i = 0; i < head_count; i++) {
        if (heads[i].session == session) return &heads[i].length;
    }
    unsigned found = next++ % head_count;
    heads[found].session = session;
    heads[found].length = 0;
    return &heads[found].length;
}

static int take_header(void *session, const void *frame, const uint8_t *name, size_t name_length,
                       const uint8_t *value, size_t value_length, uint8_t flags, void *user_data) {
    size_t *length = length_of_head(session);
    // A head begins with its status (RFC 9113, section 8.3); trailers, which have none, count towards their head.
    if (name_length > 0 && name[0] == ':') *length = 0;
    // Each is at most 64 KiB long.
    *length += name_length + value_length;
    if (*length > classic_photos_longest_head) {
        *length = classic_photos_longest_head;
        return temporal_callback_failure;
    }
    return atomic_load(&limited)(session, frame, name, name_length, value, value_length, flags, user_data);
}

// Limits the callback of the first library, which is libsoup and always sets the same function; other libraries'
// callbacks stay unchanged.
void nghttp2_session_callbacks_set_on_header_callback(void *callbacks, header_callback callback) {
    callback_setter set = (callback_setter)dlsym(RTLD_NEXT, "nghttp2_session_callbacks_set_on_header_callback");
    header_callback known = NULL;
    if (atomic_compare_exchange_strong(&limited, &known, callback) || known == callback) callback = take_header;
    if (set) set(callbacks, callback);
}
