// Ends a TLS connection whose server asks for a second handshake (HelloRequest, RFC 5246, section 7.4.1.1).
//
// glib-networking (2.74) goes along with it. A server that asks again and again makes GnuTLS (3.7) write behind a buffer's
// end, which ends the program. GLib ignores its setting for it (GTlsConnection:rehandshake-mode), TLS 1.3 has no second
// handshake, and HTTP/2 forbids it (RFC 9113, section 9.2.1). So this module defines the one GnuTLS function that reports
// such a request, and which the loader finds in the program first.

#ifndef C_NO_RENEGOTIATION_H
#define C_NO_RENEGOTIATION_H
#endif
