#pragma once

#include <stddef.h>

// The source of codec.js, one expression that is to be called without arguments. It ends in a NUL and lives for ever.
const char *gawa_codec_source(void);

// Its length in bytes, without the NUL.
size_t gawa_codec_source_length(void);
