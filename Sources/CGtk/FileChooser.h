// The desktop's file chooser, without a warning that it is deprecated. GtkFileDialog, which takes its place, has no
// checkboxes, and does not say which filter was chosen.
#pragma once
#include <gtk/gtk.h>

G_GNUC_BEGIN_IGNORE_DEPRECATIONS

static inline GtkFileChooserNative *file_chooser_new(
    const char *title, GtkWindow *parent, GtkFileChooserAction action, const char *accept)
{
    return gtk_file_chooser_native_new(title, parent, action, accept, NULL);
}

static inline void file_chooser_set_name(GtkFileChooserNative *self, const char *name)
{
    gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(self), name);
}

// A checkbox, initially off.
static inline void file_chooser_add_choice(GtkFileChooserNative *self, const char *id, const char *label)
{
    gtk_file_chooser_add_choice(GTK_FILE_CHOOSER(self), id, label, NULL, NULL);
    gtk_file_chooser_set_choice(GTK_FILE_CHOOSER(self), id, "false");
}

static inline gboolean file_chooser_is_chosen(GtkFileChooserNative *self, const char *id)
{
    return g_strcmp0(gtk_file_chooser_get_choice(GTK_FILE_CHOOSER(self), id), "true") == 0;
}

static inline void file_chooser_add_filter(GtkFileChooserNative *self, GtkFileFilter *filter)
{
    gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(self), filter);
}

static inline GtkFileFilter *file_chooser_get_filter(GtkFileChooserNative *self)
{
    return gtk_file_chooser_get_filter(GTK_FILE_CHOOSER(self));
}

// The caller owns it.
static inline GFile *file_chooser_get_file(GtkFileChooserNative *self)
{
    return gtk_file_chooser_get_file(GTK_FILE_CHOOSER(self));
}

G_GNUC_END_IGNORE_DEPRECATIONS
