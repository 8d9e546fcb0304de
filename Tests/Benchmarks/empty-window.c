/* The smallest libadwaita program: one empty window. Our start is compared with it. */
#include <adwaita.h>

static void activate(GtkApplication *application)
{
    GtkWidget *window = adw_application_window_new(application);
    gtk_window_set_default_size(GTK_WINDOW(window), 480, 720);
    gtk_window_present(GTK_WINDOW(window));
}

int main(int count, char **words)
{
    AdwApplication *application = adw_application_new("org.classicphotos.EmptyWindow", G_APPLICATION_NON_UNIQUE);
    g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
    return g_application_run(G_APPLICATION(application), count, words);
}
