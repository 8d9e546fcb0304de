// What screen readers say at once, whatever has the focus: from GTK 4.14.
#pragma once
#include <gtk/gtk.h>

static inline void announce(GtkAccessible *self, const char *message)
{
#if GTK_CHECK_VERSION(4, 14, 0)
    gtk_accessible_announce(self, message, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
#else
    (void)self;
    (void)message;
#endif
}
