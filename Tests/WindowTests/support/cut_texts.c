/* Preloaded into the program: at SIGUSR2 it writes the texts on screen that are not whole to the file that CUT_TEXTS
   names, a line each. GTK keeps what a label cuts off to itself. */
#define _GNU_SOURCE
#include <errno.h>
#include <gtk/gtk.h>
#include <glib-unix.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One line, so that a line of the file is a text. */
static void say(FILE *file, GtkWidget *widget, const char *text)
{
    char *line = g_strdelimit(g_strdup(text), "\n\r", ' ');
    GtkWidget *around = gtk_widget_get_parent(widget), *above = around;
    /* A box says nothing. */
    while (GTK_IS_BOX(around) && above != NULL && !g_str_has_prefix(G_OBJECT_TYPE_NAME(above), "Adw"))
        above = gtk_widget_get_parent(above);
    fprintf(file, "%s", G_OBJECT_TYPE_NAME(around));
    if (above != NULL && above != around)
        fprintf(file, " of %s", G_OBJECT_TYPE_NAME(above));
    fprintf(file, "\t%s\n", line);
    g_free(line);
}

/* GTK shows no layout of an inscription: one of the same text, in the same place. */
static gboolean cuts(GtkInscription *inscription)
{
    const char *text = gtk_inscription_get_text(inscription);
    GtkWidget *widget = GTK_WIDGET(inscription);
    if (text == NULL || *text == '\0')
        return FALSE;
    PangoLayout *layout = gtk_widget_create_pango_layout(widget, text);
    pango_layout_set_width(layout, gtk_widget_get_width(widget) * PANGO_SCALE);
    pango_layout_set_height(layout, gtk_widget_get_height(widget) * PANGO_SCALE);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    gboolean is_cut = pango_layout_is_ellipsized(layout);
    g_object_unref(layout);
    return is_cut;
}

static void walk(GtkWidget *widget, FILE *file)
{
    /* GtkStack and GtkRevealer keep children that nobody sees. */
    if (!gtk_widget_get_mapped(widget) || !gtk_widget_get_child_visible(widget))
        return;
    if (GTK_IS_LABEL(widget) && pango_layout_is_ellipsized(gtk_label_get_layout(GTK_LABEL(widget))))
        say(file, widget, gtk_label_get_text(GTK_LABEL(widget)));
    if (GTK_IS_INSCRIPTION(widget) && cuts(GTK_INSCRIPTION(widget)))
        say(file, widget, gtk_inscription_get_text(GTK_INSCRIPTION(widget)));
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
        walk(child, file);
}

static gboolean answer(gpointer data)
{
    (void)data;
    char *half = g_strconcat(getenv("CUT_TEXTS"), ".half", NULL);
    FILE *file = fopen(half, "w");
    if (file == NULL)
        return G_SOURCE_CONTINUE;
    GListModel *windows = gtk_window_get_toplevels();
    for (guint index = 0; index < g_list_model_get_n_items(windows); index++) {
        GtkWidget *window = g_list_model_get_item(windows, index);
        walk(window, file);
        g_object_unref(window);
    }
    fclose(file);
    rename(half, getenv("CUT_TEXTS"));
    g_free(half);
    return G_SOURCE_CONTINUE;
}

__attribute__((constructor)) static void begin(void)
{
    /* Its workers, and what it starts, inherit the environment. */
    if (getenv("CUT_TEXTS") != NULL && strstr(program_invocation_short_name, "classic-photos") != NULL)
        g_unix_signal_add(SIGUSR2, answer, NULL);
    unsetenv("LD_PRELOAD");
}
