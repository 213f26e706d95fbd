// What the window sends over a lane. Nothing here waits.

#include "lane.h"

#include <string.h>
#include <unistd.h>

enum {
    // How many bytes may be in files that the app has not read yet; the socket does not count them.
    maximumBytesInFiles = 64 << 20,
    // In milliseconds; see lanePatience.
    maximumPatience = 50,
    // Far more than any app takes.
    maximumBody = G_MAXINT,
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

void laneWatch(Lane *lane)
{
    gboolean isWaiting = lane->waiting.length > 0;
    gboolean isAwaitingRoom = isWaiting && lane->writing == GAWA_LANE_FULL;
    // It costs a turn of the main loop.
    if (isAwaitingRoom != lane->isAwaitingRoom)
        g_source_modify_unix_fd(lane->source, lane->tag, isAwaitingRoom ? G_IO_IN | G_IO_OUT : G_IO_IN);
    lane->isAwaitingRoom = isAwaitingRoom;
    gint64 time = -1;
    if (lane->arrived.length > 0 || lane->hasEnded)
        time = 0;
    else if (isWaiting && lane->writing == GAWA_LANE_EXHAUSTED)
        time = g_get_monotonic_time() + 1000 * lanePatience(lane);
    g_source_set_ready_time(lane->source, time);
}

int lanePatience(Lane *lane)
{
    lane->patience = CLAMP(2 * lane->patience, 1, maximumPatience);
    return lane->patience;
}

void laneFlush(Lane *lane)
{
    GawaLaneBytes parts[1 + GAWA_LANE_MAXIMUM_ATTACHMENTS];
    while (lane->waiting.length > 0) {
        Letter *letter = g_queue_peek_head(&lane->waiting);
        gsize count = letterParts(letter, parts);
        lane->writing = writeParts(lane, letter->kind, parts, count, -1);
        if (lane->writing != GAWA_LANE_WRITTEN)
            return;
        lane->patience = 0;
        g_free(g_queue_pop_head(&lane->waiting));
    }
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

// The bytes of the body that the window has given: in the block, in the draft's memory, or in its file.
static const guint8 *bodyBytes(Lane *lane, gsize *length)
{
    Draft *draft = lane->draft;
    *length = draft ? draft->length : sizeof lane->block->bytes;
    if (!draft)
        return lane->block->bytes;
    return draft->bytes ? draft->bytes->data : NULL;
}

// Fills in the text and the attachments that the window has given, and says whether they can be so. The lengths are read once:
// the memory may be shared with others in a window that was altered before it was set up.
static gboolean partsOf(Lane *lane, gsize count, GawaLaneBytes *parts)
{
    gsize available;
    const guint8 *bytes = bodyBytes(lane, &available);
    gsize used = 0;
    for (gsize index = 0; index < count; ++index) {
        double length = ((volatile double *)lane->block->lengths)[index];
        if (!(length >= 0 && length <= (double)(available - used)))
            return FALSE;
        parts[index] = (GawaLaneBytes){bytes ? bytes + used : NULL, (gsize)length};
        used += (gsize)length;
    }
    return !lane->draft || (used == available && !lane->draft->hasFailed);
}

gboolean laneIsShown(Lane *lane)
{
    Frame *frame = lane->realm->frame;
    g_autoptr(JSCContext) context =
        frame->frame ? webkit_frame_get_js_context_for_script_world(frame->frame, lane->handler->world->world) : NULL;
    return context == lane->context;
}

// Writes the parts at once, or keeps them. Returns whether the app is there.
static gboolean writeOrKeep(Lane *lane, guint32 kind, const GawaLaneBytes *parts, gsize count, int file)
{
    if (lane->waiting.length == 0) {
        lane->writing = writeParts(lane, kind, parts, count, file);
        // The app may have left something to read before its end, so the source finds that.
        if (lane->writing == GAWA_LANE_WRITTEN || lane->writing == GAWA_LANE_GONE)
            return lane->writing == GAWA_LANE_WRITTEN;
    }
    Letter *letter = letterOfParts(kind, parts, count, file);
    if (!letter)
        return FALSE;
    g_queue_push_tail(&lane->waiting, letter);
    laneWatch(lane);
    return TRUE;
}

// Writes what the window has put into the block or into pieces.
static gboolean transmitBody(Lane *lane, guint32 kind, int count)
{
    GawaLaneBytes parts[1 + GAWA_LANE_MAXIMUM_ATTACHMENTS];
    int file = lane->draft ? lane->draft->file : -1;
    if (count >= 0 && count <= GAWA_LANE_MAXIMUM_ATTACHMENTS && partsOf(lane, 1 + (gsize)count, parts) &&
        (file < 0 || gawa_lane_body_seal(file)))
        return writeOrKeep(lane, kind, parts, 1 + (gsize)count, file);
    // A message is lost, and without it those after it mean something else.
    g_warning("Gawa: a message could not be put together, so its lane is closed");
    lane->hasEnded = TRUE;
    laneWatch(lane);
    return FALSE;
}

gboolean laneTransmit(Lane *lane, guint32 kind, const char *text, int count)
{
    gboolean isSent = FALSE;
    if (lane->socket >= 0 && !laneIsShown(lane))
        laneClose(lane, FALSE);
    if (lane->socket >= 0 && !lane->hasEnded) {
        GawaLaneBytes alone = {text, text ? strlen(text) : 0};
        isSent = count == laneTextAlone ? writeOrKeep(lane, kind, &alone, 1, -1) : transmitBody(lane, kind, count);
    }
    laneForgetDraft(lane);
    return isSent;
}

gboolean laneSend(const char *text, int count, gpointer data)
{
    g_autoptr(Lane) lane = laneRetain(data);
    return laneTransmit(lane, GAWA_LANE_MESSAGE, text, count);
}

static void beginDraft(Lane *lane)
{
    Draft *draft = lane->draft = g_new0(Draft, 1);
    gboolean isNext = lane->waiting.length == 0 && mayWriteFile(lane, sizeof lane->block->bytes);
    draft->file = isNext ? gawa_lane_body_new() : -1;
    if (draft->file < 0)
        draft->bytes = g_byte_array_new();
}

void laneAddPiece(int count, gboolean isFirst, gpointer data)
{
    Lane *lane = data;
    if (isFirst)
        laneForgetDraft(lane);
    if (lane->socket < 0)
        return;
    if (!lane->draft)
        beginDraft(lane);
    Draft *draft = lane->draft;
    gboolean isSound = count >= 0 && (gsize)count <= sizeof lane->block->bytes && draft->length <= maximumBody;
    if (isSound && draft->file >= 0)
        isSound = gawa_lane_body_add(draft->file, lane->block->bytes, (gsize)count);
    else if (isSound)
        g_byte_array_append(draft->bytes, lane->block->bytes, (guint)count);
    draft->hasFailed = draft->hasFailed || !isSound;
    draft->length += isSound ? (gsize)count : 0;
}
