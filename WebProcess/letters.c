// Messages of a lane with memory of their own.

#include "lane.h"

#include <string.h>

static Letter *letterNew(guint32 kind, gsize attachmentCount, gsize bodyLength)
{
    Letter *letter = g_malloc(sizeof *letter + attachmentCount * sizeof *letter->lengths + bodyLength);
    letter->kind = kind;
    letter->attachmentCount = (guint32)attachmentCount;
    letter->bodyLength = bodyLength;
    letter->lengths = (guint64 *)(letter + 1);
    letter->body = (guint8 *)(letter->lengths + attachmentCount);
    return letter;
}

// Copies the whole body of a letter out of a file, or frees the letter.
static Letter *readFile(Letter *letter, int file)
{
    if (gawa_lane_copy(file, letter->body, letter->bodyLength, 0))
        return letter;
    g_free(letter);
    return NULL;
}

Letter *letterOfDatagram(const GawaLaneDatagram *datagram)
{
    gsize bodyLength = datagram->textLength + datagram->attachmentsLength;
    Letter *letter = letterNew(datagram->kind, datagram->attachmentCount, bodyLength);
    letter->textLength = datagram->textLength;
    if (datagram->attachmentCount > 0)
        memcpy(letter->lengths, datagram->lengths, datagram->attachmentCount * sizeof *letter->lengths);
    if (!datagram->body)
        return readFile(letter, datagram->descriptor);
    memcpy(letter->body, datagram->body, bodyLength);
    return letter;
}

Letter *letterOfParts(guint32 kind, const GawaLaneBytes *parts, gsize count, int file)
{
    gsize bodyLength = 0;
    for (gsize index = 0; index < count; ++index)
        bodyLength += parts[index].count;
    Letter *letter = letterNew(kind, count - 1, bodyLength);
    letter->textLength = parts[0].count;
    for (gsize index = 1; index < count; ++index)
        letter->lengths[index - 1] = parts[index].count;
    if (file >= 0)
        return readFile(letter, file);
    guint8 *next = letter->body;
    for (gsize index = 0; index < count; ++index) {
        if (parts[index].count > 0)
            memcpy(next, parts[index].bytes, parts[index].count);
        next += parts[index].count;
    }
    return letter;
}

gsize letterParts(const Letter *letter, GawaLaneBytes *parts)
{
    const guint8 *next = letter->body;
    for (guint32 index = 0; index <= letter->attachmentCount; ++index) {
        gsize length = index == 0 ? letter->textLength : letter->lengths[index - 1];
        parts[index] = (GawaLaneBytes){next, length};
        next += length;
    }
    return 1 + letter->attachmentCount;
}
