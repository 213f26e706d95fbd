// Made by `swift package embed-assets`. The layout is read by Gawa's EmbeddedAssets.
#include "PageFiles.h"
#pragma clang diagnostic ignored "-Wc23-extensions"

struct gawa_file {
    const char *name;
    const unsigned char *bytes;
    unsigned long long count;
};

static const unsigned char file0[] = {
#embed "Files/index.html" if_empty(0)
};
#if __has_embed("Files/index.html") == __STDC_EMBED_EMPTY__
#define length0 0
#else
#define length0 sizeof file0
#endif

static const struct gawa_file files[] = {
    {"index.html", file0, length0},
    {0, 0, 0},
};

static const struct gawa_table {
    unsigned long long mark;
    unsigned long long count;
    const struct gawa_file *files;
} table = {0x47415741454D4231, sizeof files / sizeof files[0] - 1, files};

const void *PageFiles_assets(void)
{
    return &table;
}
