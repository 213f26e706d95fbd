// What the window sends over a lane. Nothing here waits.

#include "lane.h"

#include <string.h>
#include <unistd.h>

enum {
    // How long to wait before the system is asked again for what it did not have, in microseconds.
    patience = 1000,
    // How many bytes may be in files that the app has not read yet; the socket does not count them.
    maximumBytesInFiles = 64 << 20,
};

static gboolean mayWriteFile(Lane *lane, gsize count)
{
    if (lane->bytesInFiles > 0 && gawa_lane_is_drained(lane->socket))
        lane->bytesInFiles = 0;
    return lane->bytesInFiles == 0 || lane->bytesInFiles + count <= maximumBytesInFiles;
}

// Writes a message, whose body may be in a file already.
static GawaLaneWriting writeParts(Lane *lane, guint32 kind, const GawaLaneBytes *parts, gsize count, int file)
{
    gsize bodyLength = 0;
    for (gsize index = 0; index < count; ++index)
        bodyLength += parts[index].count;
    int made = -1;
    if (file < 0 && !gawa_lane_is_inline(parts, count)) {
        made = mayWriteFile(lane, bodyLength) ? gawa_lane_body(parts, count) : -1;
        if (made < 0)
            return GAWA_LANE_EXHAUSTED;
        file = made;
    }
    GawaLaneWriting result = gawa_lane_write(lane->socket, kind, parts, count, file);
    if (result == GAWA_LANE_WRITTEN && file >= 0)
        lane->bytesInFiles += bodyLength;
    if (made >= 0)
        close(made);
    return result;
}

void laneWatch(Lane *lane, GawaLaneWriting writing)
{
    gboolean isFull = writing == GAWA_LANE_FULL && lane->waiting.length > 0;
    g_source_modify_unix_fd(lane->source, lane->tag, isFull ? G_IO_IN | G_IO_OUT : G_IO_IN);
    gint64 time = -1;
    if (lane->arrived.length > 0 || lane->hasEnded)
        time = 0;
    else if (writing == GAWA_LANE_EXHAUSTED && lane->waiting.length > 0)
        time = g_get_monotonic_time() + patience;
    g_source_set_ready_time(lane->source, time);
}

GawaLaneWriting laneFlush(Lane *lane)
{
    GawaLaneBytes parts[1 + GAWA_LANE_MAXIMUM_ATTACHMENTS];
    GawaLaneWriting result = GAWA_LANE_WRITTEN;
    while (lane->waiting.length > 0 && result == GAWA_LANE_WRITTEN) {
        Letter *letter = g_queue_peek_head(&lane->waiting);
        gsize count = letterParts(letter, parts);
        result = writeParts(lane, letter->kind, parts, count, -1);
        if (result == GAWA_LANE_WRITTEN)
            g_free(g_queue_pop_head(&lane->waiting));
    }
    return result;
}

static void draftFree(Draft *draft)
{
    if (draft->file >= 0)
        close(draft->file);
    if (draft->bytes)
        g_byte_array_unref(draft->bytes);
    g_free(draft);
}

void laneForgetDraft(Lane *lane)
{
    g_clear_pointer(&lane->draft, draftFree);
}

// Fills in the attachments that the window has put into the block, or into a draft, and says whether they can be so.
// The numbers are read once: the memory may be shared with others in a window that was altered before it was set up.
static gboolean attachmentParts(Lane *lane, guint count, GawaLaneBytes *parts)
{
    gsize available = sizeof lane->block->bytes;
    const guint8 *bytes = lane->block->bytes;
    if (lane->draft) {
        off_t length = lane->draft->file >= 0 ? lseek(lane->draft->file, 0, SEEK_END) : (off_t)lane->draft->bytes->len;
        available = (gsize)length - lane->draft->textLength;
        bytes = lane->draft->bytes ? lane->draft->bytes->data + lane->draft->textLength : NULL;
    }
    gsize used = 0;
    for (guint index = 0; index < count; ++index) {
        double length = ((volatile double *)lane->block->lengths)[index];
        if (!(length >= 0 && length <= (double)(available - used)))
            return FALSE;
        parts[index] = (GawaLaneBytes){bytes ? bytes + used : NULL, (gsize)length};
        used += (gsize)length;
    }
    return !lane->draft || used == available;
}

gboolean laneIsShown(Lane *lane)
{
    Frame *frame = lane->realm->frame;
    g_autoptr(JSCContext) context =
        frame->frame ? webkit_frame_get_js_context_for_script_world(frame->frame, lane->handler->world->world) : NULL;
    return context == lane->context;
}

gboolean laneTransmit(Lane *lane, guint32 kind, const char *text, int count)
{
    if (lane->socket < 0 || lane->hasEnded) {
        laneForgetDraft(lane);
        return FALSE;
    }
    if (!laneIsShown(lane)) {
        laneClose(lane, FALSE);
        return FALSE;
    }
    GawaLaneBytes parts[1 + GAWA_LANE_MAXIMUM_ATTACHMENTS];
    Draft *draft = lane->draft;
    parts[0] = draft ? (GawaLaneBytes){draft->bytes ? draft->bytes->data : NULL, draft->textLength}
                     : (GawaLaneBytes){text ? text : "", text ? strlen(text) : 0};
    gboolean isSound = count >= 0 && count <= GAWA_LANE_MAXIMUM_ATTACHMENTS &&
                       attachmentParts(lane, (guint)count, parts + 1) && (!draft || !draft->hasFailed);
    lane->draft = NULL;
    int file = draft ? draft->file : -1;
    gsize total = 1 + (gsize)MAX(count, 0);
    GawaLaneWriting result = GAWA_LANE_FULL;
    if (isSound && file >= 0)
        isSound = gawa_lane_body_seal(file);
    if (isSound && lane->waiting.length == 0)
        result = writeParts(lane, kind, parts, total, file);
    if (isSound && (result == GAWA_LANE_FULL || result == GAWA_LANE_EXHAUSTED)) {
        Letter *letter = letterOfParts(kind, parts, total, file);
        isSound = letter != NULL;
        if (letter)
            g_queue_push_tail(&lane->waiting, letter);
        laneWatch(lane, result);
    }
    if (draft)
        draftFree(draft);
    if (!isSound) {
        // The message is lost, and those after it must not be taken for the next.
        g_warning("Gawa: a message could not be put together, so its lane was closed");
        laneClose(lane, TRUE);
        return FALSE;
    }
    // The app may have left something to read: the source finds the end.
    return result != GAWA_LANE_GONE;
}

gboolean laneSend(const char *text, int count, gpointer data)
{
    g_autoptr(Lane) lane = laneRetain(data);
    return laneTransmit(lane, GAWA_LANE_MESSAGE, text, count);
}

// Begins a message whose attachments are longer than the block.
void laneBeginDraft(const char *text, gpointer data)
{
    Lane *lane = data;
    laneForgetDraft(lane);
    if (lane->socket < 0)
        return;
    Draft *draft = lane->draft = g_new0(Draft, 1);
    draft->textLength = strlen(text ? text : "");
    draft->file = lane->waiting.length == 0 && mayWriteFile(lane, sizeof lane->block->bytes) ? gawa_lane_body_new() : -1;
    if (draft->file >= 0) {
        draft->hasFailed = !gawa_lane_body_add(draft->file, text, draft->textLength);
    } else {
        draft->bytes = g_byte_array_new();
        g_byte_array_append(draft->bytes, (const guint8 *)(text ? text : ""), (guint)draft->textLength);
    }
}

// Adds bytes of the block to the draft.
void laneAddToDraft(int count, gpointer data)
{
    Lane *lane = data;
    Draft *draft = lane->draft;
    if (!draft || draft->hasFailed)
        return;
    if (count < 0 || (gsize)count > sizeof lane->block->bytes)
        draft->hasFailed = TRUE;
    else if (draft->file >= 0)
        draft->hasFailed = !gawa_lane_body_add(draft->file, lane->block->bytes, (gsize)count);
    else
        g_byte_array_append(draft->bytes, lane->block->bytes, (guint)count);
}
