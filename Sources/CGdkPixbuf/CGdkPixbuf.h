#pragma once
// What Swift sees of GdkPixbuf.
// GLib belongs to one module: of two copies Swift sees now the one, now the other.
#pragma clang module import CGLib
#include <gdk-pixbuf/gdk-pixbuf.h>

// Animations keep time in a GTimeVal, which GLib warns of wherever it is named; GdkPixbuf has nothing else.
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

// The frame shown at the beginning of the animation's own time.
static inline GdkPixbufAnimationIter *animation_begin(GdkPixbufAnimation *animation) {
    // 0 would stand for the time of day.
    const GTimeVal start = {1, 0};
    return gdk_pixbuf_animation_get_iter(animation, &start);
}

// Goes on to the frame shown so many milliseconds after the beginning.
static inline void animation_advance(GdkPixbufAnimationIter *iterator, long milliseconds) {
    const GTimeVal now = {1 + milliseconds / 1000, milliseconds % 1000 * 1000};
    gdk_pixbuf_animation_iter_advance(iterator, &now);
}

G_GNUC_END_IGNORE_DEPRECATIONS
