// Messages of a lane with memory of their own.

#include "lane.h"

#include <string.h>

// Room for a message whose attachments have these lengths; its bytes are not there yet.
static Letter *letterNew(guint32 kind, gsize textLength, const GawaLaneBytes *attachments, gsize count)
{
    gsize bodyLength = textLength + 1;
    for (gsize index = 0; index < count; ++index)
        bodyLength += attachments[index].count;
    Letter *letter = g_malloc(sizeof *letter + count * sizeof *letter->lengths + bodyLength);
    letter->kind = kind;
    letter->attachmentCount = (guint32)count;
    letter->textLength = textLength;
    letter->bodyLength = bodyLength;
    letter->lengths = (guint64 *)(letter + 1);
    letter->body = (guint8 *)(letter->lengths + count);
    letter->body[textLength] = 0;
    for (gsize index = 0; index < count; ++index)
        letter->lengths[index] = attachments[index].count;
    return letter;
}

gsize letterParts(const Letter *letter, GawaLaneBytes *parts)
{
    parts[0] = (GawaLaneBytes){letter->body, letter->textLength};
    const guint8 *next = letter->body + letter->textLength + 1;
    for (guint32 index = 0; index < letter->attachmentCount; ++index) {
        parts[1 + index] = (GawaLaneBytes){next, letter->lengths[index]};
        next += letter->lengths[index];
    }
    return 1 + letter->attachmentCount;
}

static gboolean copyBody(const GawaLaneDatagram *datagram, void *destination, gsize count, gsize offset)
{
    if (!datagram->body)
        return gawa_lane_copy(datagram->descriptor, destination, count, offset);
    memcpy(destination, datagram->body + offset, count);
    return TRUE;
}

Letter *letterOfDatagram(const GawaLaneDatagram *datagram)
{
    GawaLaneBytes attachments[GAWA_LANE_MAXIMUM_ATTACHMENTS];
    for (guint32 index = 0; index < datagram->attachmentCount; ++index)
        attachments[index] = (GawaLaneBytes){NULL, datagram->lengths[index]};
    Letter *letter = letterNew(datagram->kind, datagram->textLength, attachments, datagram->attachmentCount);
    if (copyBody(datagram, letter->body, datagram->textLength, 0) &&
        copyBody(datagram, letter->body + datagram->textLength + 1, datagram->attachmentsLength, datagram->textLength))
        return letter;
    g_free(letter);
    return NULL;
}

Letter *letterOfParts(guint32 kind, const GawaLaneBytes *parts, gsize count, int file)
{
    Letter *letter = letterNew(kind, parts[0].count, parts + 1, count - 1);
    gsize textLength = parts[0].count;
    guint8 *next = letter->body + textLength + 1;
    if (file >= 0) {
        if (gawa_lane_copy(file, letter->body, textLength, 0) &&
            gawa_lane_copy(file, next, letter->bodyLength - textLength - 1, textLength))
            return letter;
        g_free(letter);
        return NULL;
    }
    if (textLength > 0)
        memcpy(letter->body, parts[0].bytes, textLength);
    for (gsize index = 1; index < count; ++index) {
        if (parts[index].count > 0)
            memcpy(next, parts[index].bytes, parts[index].count);
        next += parts[index].count;
    }
    return letter;
}
