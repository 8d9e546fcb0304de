#pragma once
// GdkPixbuf for Swift. GLib belongs to one module: with two copies, Swift would mix them.
#pragma clang module import CGLib
#include <gdk-pixbuf/gdk-pixbuf.h>

// Animations use GTimeVal, which GLib deprecates; GdkPixbuf has nothing else.
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

// The frame at the start of the animation's own time.
static inline GdkPixbufAnimationIter *animation_begin(GdkPixbufAnimation *animation) {
    // 0 would mean the current time.
    const GTimeVal start = {1, 0};
    return gdk_pixbuf_animation_get_iter(animation, &start);
}

// Advances to the frame at this many milliseconds from the start.
static inline void animation_advance(GdkPixbufAnimationIter *iterator, long milliseconds) {
    const GTimeVal now = {1 + milliseconds / 1000, milliseconds % 1000 * 1000};
    gdk_pixbuf_animation_iter_advance(iterator, &now);
}

G_GNUC_END_IGNORE_DEPRECATIONS
