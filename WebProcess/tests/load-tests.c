// Time and memory.

#include "tests.h"

#include <unistd.h>

static gboolean isDescendant(const char *process)
{
    g_autofree char *current = g_strdup(process);
    for (guint steps = 0; steps < 20; ++steps) {
        g_autofree char *path = g_strdup_printf("/proc/%s/stat", current);
        g_autofree char *text = NULL;
        if (!g_file_get_contents(path, &text, NULL, NULL) || !strrchr(text, ')'))
            return FALSE;
        guint64 parent = g_ascii_strtoull(strrchr(text, ')') + 4, NULL, 10);
        if (parent == (guint64)getpid())
            return TRUE;
        g_free(current);
        current = g_strdup_printf("%" G_GUINT64_FORMAT, parent);
    }
    return FALSE;
}

// The resident memory of our web processes, in MiB.
static double webProcessMemory(void)
{
    guint64 pages = 0;
    g_autoptr(GDir) processes = g_dir_open("/proc", 0, NULL);
    for (const char *name; (name = g_dir_read_name(processes));) {
        g_autofree char *commandPath = g_strdup_printf("/proc/%s/comm", name);
        g_autofree char *memoryPath = g_strdup_printf("/proc/%s/statm", name);
        g_autofree char *command = NULL;
        g_autofree char *memory = NULL;
        if (g_file_get_contents(commandPath, &command, NULL, NULL) && g_str_has_prefix(command, "WebKitWebProces") &&
            isDescendant(name) && g_file_get_contents(memoryPath, &memory, NULL, NULL))
            pages += g_ascii_strtoull(strchr(memory, ' '), NULL, 10);
    }
    return (double)pages * (double)sysconf(_SC_PAGESIZE) / 1048576;
}

void storm(Host *host)
{
    hostLoadPage(host, "<p>");
    for (guint round = 0; round < 3; ++round) {
        hostClearPosts(host);
        gint64 start = g_get_monotonic_time();
        EXPECT_TEXT(hostCall(host, NULL,
            "const h = webkit.messageHandlers.echo; const all = []; for (let i = 0; i < 100000; ++i) all.push(h.postMessage(i));"
            "const r = await Promise.all(all); return r.every((v, i) => v === i)"), "true");
        gboolean isOrdered = host->posts->len == 100000;
        for (guint index = 0; isOrdered && index < 100000; ++index)
            isOrdered = g_ascii_strtoull(((Post *)host->posts->pdata[index])->body, NULL, 10) == index;
        EXPECT(isOrdered);
        g_print("    100,000 posts: %.2f s, web process %.0f MiB\n", (double)(g_get_monotonic_time() - start) / 1e6, webProcessMemory());
    }
    gint64 start = g_get_monotonic_time();
    g_free(hostCall(host, NULL, "for (let i = 0; i < 2000; ++i) await webkit.messageHandlers.echo.postMessage(i)"));
    g_print("    a post and its answer: %.0f µs\n", (double)(g_get_monotonic_time() - start) / 2000);
    hostClearPosts(host);
}

// A window that is kept costs a third of a MiB and more: 2,000 frames with three worlds each would cost gigabytes.
void frameChurn(Host *host)
{
    double least[2] = { G_MAXDOUBLE, G_MAXDOUBLE };
    hostLoadPage(host, "<p>");
    for (guint round = 0; round < 8; ++round) {
        hostClearPosts(host);
        gint64 start = g_get_monotonic_time();
        EXPECT_TEXT(hostCall(host, NULL,
            "for (let i = 0; i < 250; ++i) { const f = document.createElement('iframe'); f.srcdoc = '<script>webkit.messageHandlers.never.postMessage(1)<' + '/script>';"
            "const l = new Promise(r => f.onload = r); document.body.append(f); const h = f.contentWindow.webkit.messageHandlers.echo; await l; f.remove(); if (i % 20 == 0) await new Promise(r => setTimeout(r, 0)) } return 1"), "1");
        EXPECT(host->posts->len == 250);
        double memory = webProcessMemory();
        least[round / 4] = MIN(least[round / 4], memory);
        g_print("    250 frames: %.2f s, web process %.0f MiB\n", (double)(g_get_monotonic_time() - start) / 1e6, memory);
    }
    EXPECT(least[1] < least[0] + 300);
}
