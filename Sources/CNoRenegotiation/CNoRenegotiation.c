#define _GNU_SOURCE
#include "CNoRenegotiation.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/types.h>

// From gnutls.h; the names there remain the library's.
typedef ssize_t (*receiver)(void *session, void *data, size_t size);
enum { rehandshake = -37, internal_error = -59, safe_renegotiation_failed = -107 };

static receiver receive;

static void find_receiver(void) {
    // GLib's TLS module brings the library along: it is not among those that the program starts with.
    void *library = dlopen("libgnutls.so.30", RTLD_LAZY | RTLD_NOLOAD);
    if (library) receive = (receiver)dlsym(library, "gnutls_record_recv");
}

ssize_t gnutls_record_recv(void *session, void *data, size_t size) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_receiver);
    if (!receive) return internal_error;
    ssize_t received = receive(session, data, size);
    return received == rehandshake ? safe_renegotiation_failed : received;
}
