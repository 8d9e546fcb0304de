/* Preloaded into the program: at SIGUSR1 it writes the widgets of the active window that can have the focus to the file
   that FOCUS names, a line each. Accessible objects keep their last places, also behind another page. */
#define _GNU_SOURCE
#include <adwaita.h>
#include <errno.h>
#include <glib-unix.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *text_of(GtkWidget *widget)
{
    const char *text = gtk_widget_get_tooltip_text(widget);
    if (GTK_IS_LABEL(widget))
        text = gtk_label_get_text(GTK_LABEL(widget));
    GtkWidget *child = gtk_widget_get_first_child(widget);
    for (; child && (text == NULL || *text == '\0'); child = gtk_widget_get_next_sibling(child))
        text = text_of(child);
    return text ? text : "";
}

/* The photos of a list, a grid, a timeline or a strip are one stop: arrow keys lead through them. */
static gboolean is_one_stop(GtkWidget *widget)
{
    GtkWidget *parent = gtk_widget_get_parent(widget), *first = gtk_widget_get_first_child(widget);
    gboolean is_strip = parent && first && GTK_IS_VIEWPORT(parent) && GTK_IS_TOGGLE_BUTTON(first);
    return is_strip || GTK_IS_LIST_VIEW(widget) || GTK_IS_GRID_VIEW(widget)
        || strcmp(G_OBJECT_TYPE_NAME(widget), "ClassicPhotosPlacedItems") == 0;
}

/* What a person uses can have the focus, or else that is a fault. Those of a spin button are keys of its text. */
static gboolean is_control(GtkWidget *widget)
{
    if (GTK_IS_SPIN_BUTTON(gtk_widget_get_parent(widget)) && GTK_IS_BUTTON(widget))
        return FALSE;
    return gtk_widget_get_focusable(widget) || GTK_IS_BUTTON(widget) || GTK_IS_CHECK_BUTTON(widget)
        || GTK_IS_SWITCH(widget) || GTK_IS_SCALE(widget) || GTK_IS_TEXT(widget) || GTK_IS_DROP_DOWN(widget);
}

/* A line: the widget, the stop that it belongs to, whether it has the focus, where it is in the window, its type and its
   text. Returns whether there is one for it or below it; a widget around others that can have the focus passes it on to them. */
static gboolean walk(GtkWidget *widget, GtkWidget *focused, GtkWidget *stop, FILE *file)
{
    /* GtkStack and GtkRevealer keep children that nobody sees. */
    if (!gtk_widget_get_mapped(widget) || !gtk_widget_get_child_visible(widget)
        || !gtk_widget_get_sensitive(widget) || GTK_IS_WINDOW_CONTROLS(widget))
        return FALSE;
    if (stop == NULL && is_one_stop(widget))
        stop = widget;
    gboolean is_around = FALSE;
    /* A row with a choice shows it in a list of one. */
    GtkWidget *first = ADW_IS_COMBO_ROW(widget) ? NULL : gtk_widget_get_first_child(widget);
    for (GtkWidget *child = first; child; child = gtk_widget_get_next_sibling(child))
        is_around |= walk(child, focused, stop, file);
    if (widget != focused && (is_around || !is_control(widget)))
        return is_around;
    char *text = g_strdelimit(g_strdup(text_of(widget)), "\n\r\t", ' ');
    graphene_rect_t place;
    if (!gtk_widget_compute_bounds(stop ? stop : widget, GTK_WIDGET(gtk_widget_get_root(widget)), &place))
        graphene_rect_init(&place, 0, 0, 0, 0);
    fprintf(file, "%p\t%p\t%d\t%d %d %d %d\t%s\t%s\n", (void *)widget, (void *)(stop ? stop : widget),
            widget == focused, (int)place.origin.x, (int)place.origin.y, (int)place.size.width,
            (int)place.size.height, G_OBJECT_TYPE_NAME(widget), text);
    g_free(text);
    return TRUE;
}

static gboolean answer(gpointer data)
{
    (void)data;
    char *half = g_strconcat(getenv("FOCUS"), ".half", NULL);
    FILE *file = fopen(half, "w");
    if (file == NULL)
        return G_SOURCE_CONTINUE;
    GListModel *windows = gtk_window_get_toplevels();
    for (guint index = 0; index < g_list_model_get_n_items(windows); index++) {
        GtkWindow *window = g_list_model_get_item(windows, index);
        if (gtk_window_is_active(window))
            walk(GTK_WIDGET(window), gtk_window_get_focus(window), NULL, file);
        g_object_unref(window);
    }
    fclose(file);
    rename(half, getenv("FOCUS"));
    g_free(half);
    return G_SOURCE_CONTINUE;
}

__attribute__((constructor)) static void begin(void)
{
    /* Its workers, and what it starts, inherit the environment. */
    if (getenv("FOCUS") != NULL && strstr(program_invocation_short_name, "classic-photos") != NULL)
        g_unix_signal_add(SIGUSR1, answer, NULL);
    unsetenv("LD_PRELOAD");
}
