// A window that a person's event in another program raises. From GTK 4.14 the display's own means carry its time.
#pragma once
#include <gtk/gtk.h>

static inline void present_window(GtkWindow *window, guint32 time)
{
#if GTK_CHECK_VERSION(4, 14, 0)
    (void)time;
    gtk_window_present(window);
#else
    gtk_window_present_with_time(window, time);
#endif
}
