// What the app sends over a lane.
//
// Whatever may run code of the page may close the lane: it is held, and looked at again afterwards.

#include "lane.h"

#include <poll.h>
#include <string.h>
#include <unistd.h>

enum {
    // How many messages, and for how many microseconds, before other sources of the main loop have their turn.
    maximumTurn = 64,
    maximumTurnTime = 4000,
};

// The datagram that was read last. A text in it gets a NUL after it.
static _Alignas(8) guint8 datagramBytes[GAWA_LANE_MAXIMUM_DATAGRAM + 1];

// MARK: Attachments

void laneForgetTaken(Lane *lane)
{
    g_clear_pointer(&lane->takenLetter, g_free);
    if (lane->takenFile >= 0)
        close(lane->takenFile);
    lane->takenFile = -1;
    lane->takenMemory = NULL;
    lane->takenOffset = lane->takenEnd = 0;
}

// Lets the window take attachments. The file becomes the lane's.
static void expose(Lane *lane, const guint64 *lengths, guint count, const guint8 *memory, int file, gsize offset)
{
    laneForgetTaken(lane);
    lane->takenMemory = memory;
    lane->takenFile = file;
    lane->takenOffset = lane->takenEnd = offset;
    for (guint index = 0; index < count; ++index) {
        lane->block->lengths[index] = (double)lengths[index];
        lane->takenEnd += lengths[index];
    }
}

// Puts the next bytes into the block and returns how many they are.
int laneTakeMore(gpointer data)
{
    Lane *lane = data;
    gsize count = lane->socket < 0 ? 0 : MIN(lane->takenEnd - lane->takenOffset, sizeof lane->block->bytes);
    if (count == 0)
        return 0;
    if (lane->takenMemory)
        memcpy(lane->block->bytes, lane->takenMemory + lane->takenOffset, count);
    else if (lane->takenFile < 0 || !gawa_lane_copy(lane->takenFile, lane->block->bytes, count, lane->takenOffset))
        return 0;
    lane->takenOffset += count;
    return (int)count;
}

// Lets the window take a letter's attachments, and the lane have the letter.
static void exposeLetter(Lane *lane, Letter *letter)
{
    expose(lane, letter->lengths, letter->attachmentCount, letter->body, -1, letter->textLength + 1);
    lane->takenLetter = letter;
}

// The same for those of a datagram, which has some.
static void exposeDatagram(Lane *lane, const GawaLaneDatagram *datagram)
{
    if (datagram->body)
        exposeLetter(lane, letterOfDatagram(datagram));
    else
        expose(lane, datagram->lengths, datagram->attachmentCount, NULL, datagram->descriptor, datagram->textLength);
}

// MARK: Messages

// Calls the window's function with a message.
static void deliver(Lane *lane, const char *text, guint count)
{
    g_autoptr(JSCContext) context = g_object_ref(lane->context);
    g_autoptr(JSCValue) function = g_object_ref(lane->deliver);
    g_autoptr(JSCValue) result =
        jsc_value_function_call(function, G_TYPE_STRING, text, G_TYPE_INT, (int)count, G_TYPE_NONE);
    // What the page's own function throws is the page's affair. This is a window that cannot take a message: it has no memory or
    // no stack left, or its document is not shown any more.
    gboolean isTaken = !jsc_context_get_exception(context) && jsc_value_to_boolean(result);
    jsc_context_clear_exception(context);
    if (!isTaken)
        laneClose(lane, FALSE);
}

// Gives the text of a datagram, with a NUL after it. One with attachments in its buffer has its first byte of them there.
static const char *textOf(const GawaLaneDatagram *datagram, char **memory)
{
    *memory = NULL;
    if (datagram->body && datagram->attachmentCount == 0) {
        ((guint8 *)datagram->body)[datagram->textLength] = 0;
        return (const char *)datagram->body;
    }
    *memory = g_malloc(datagram->textLength + 1);
    (*memory)[datagram->textLength] = 0;
    if (datagram->body)
        memcpy(*memory, datagram->body, datagram->textLength);
    else if (!gawa_lane_copy(datagram->descriptor, *memory, datagram->textLength, 0))
        g_clear_pointer(memory, g_free);
    return *memory;
}

// A file is closed here, or is the lane's.
static void deliverDatagram(Lane *lane, const GawaLaneDatagram *datagram)
{
    g_autofree char *memory = NULL;
    const char *text = textOf(datagram, &memory);
    if (datagram->attachmentCount > 0)
        exposeDatagram(lane, datagram);
    else if (datagram->descriptor >= 0)
        close(datagram->descriptor);
    // The app seals its files, so the text is there.
    if (text)
        deliver(lane, text, datagram->attachmentCount);
    else
        laneClose(lane, TRUE);
}

static void deliverLetter(Lane *lane, Letter *letter)
{
    const char *text = (const char *)letter->body;
    exposeLetter(lane, letter);
    deliver(lane, text, letter->attachmentCount);
}

static GawaLaneReading readDatagram(Lane *lane, GawaLaneDatagram *datagram)
{
    if (lane->hasEnded)
        return GAWA_LANE_ENDED;
    GawaLaneReading reading = gawa_lane_read(lane->socket, datagramBytes, G_MAXSIZE / 4, G_MAXSIZE / 4, datagram);
    if (reading == GAWA_LANE_BREACH)
        g_warning("Gawa: a lane is closed: the app sent %s", datagram->breach);
    lane->hasEnded = reading == GAWA_LANE_BREACH || reading == GAWA_LANE_ENDED;
    return reading;
}

// MARK: The source

// Delivers the next message. Returns whether there may be another.
static gboolean deliverNext(Lane *lane)
{
    Letter *letter = g_queue_pop_head(&lane->arrived);
    if (letter) {
        deliverLetter(lane, letter);
        return TRUE;
    }
    GawaLaneDatagram datagram;
    GawaLaneReading reading = readDatagram(lane, &datagram);
    if (reading == GAWA_LANE_NOTHING)
        return FALSE;
    if (reading != GAWA_LANE_READ) {
        laneClose(lane, TRUE);
        return FALSE;
    }
    if (datagram.kind == GAWA_LANE_MESSAGE) {
        deliverDatagram(lane, &datagram);
        return TRUE;
    }
    // An answer whose time was over.
    lane->answered += datagram.kind == GAWA_LANE_ANSWER && lane->answered < lane->asked;
    if (datagram.descriptor >= 0)
        close(datagram.descriptor);
    return TRUE;
}

void laneDeliverAll(Lane *lane)
{
    while (lane->socket >= 0 && deliverNext(lane)) {
    }
}

typedef struct {
    GSource base;
    Lane *lane;
} LaneSource;

static gboolean dispatch(GSource *source, GSourceFunc callback, gpointer data)
{
    (void)callback;
    (void)data;
    g_autoptr(Lane) lane = laneRetain(((LaneSource *)source)->lane);
    if (!laneIsShown(lane)) {
        laneClose(lane, FALSE);
        return G_SOURCE_REMOVE;
    }
    GawaLaneWriting writing = laneFlush(lane);
    gint64 end = g_get_monotonic_time() + maximumTurnTime;
    for (int count = 0; count < maximumTurn; ++count) {
        if (!deliverNext(lane) || lane->socket < 0 || g_get_monotonic_time() > end)
            break;
    }
    if (lane->socket < 0)
        return G_SOURCE_REMOVE;
    laneWatch(lane, writing);
    return G_SOURCE_CONTINUE;
}

static void finalize(GSource *source)
{
    laneRelease(((LaneSource *)source)->lane);
}

void laneStart(Lane *lane)
{
    static GSourceFuncs functions = {.dispatch = dispatch, .finalize = finalize};
    lane->source = g_source_new(&functions, sizeof(LaneSource));
    ((LaneSource *)lane->source)->lane = laneRetain(lane);
    g_source_set_static_name(lane->source, "Gawa lane");
    lane->tag = g_source_add_unix_fd(lane->source, lane->socket, G_IO_IN);
    g_source_attach(lane->source, g_main_context_get_thread_default());
}

// MARK: Questions

// Waits until the lane can be read, or written when something waits for that. Returns whether the time is not over.
static gboolean waitUntil(Lane *lane, gint64 end, GawaLaneWriting writing)
{
    gint64 rest = end - g_get_monotonic_time();
    if (rest <= 0)
        return FALSE;
    short events = POLLIN | (writing == GAWA_LANE_FULL ? POLLOUT : 0);
    struct pollfd entry = {.fd = lane->socket, .events = events};
    int limit = writing == GAWA_LANE_EXHAUSTED ? 1 : (int)MIN((rest + 999) / 1000, G_MAXINT);
    poll(&entry, 1, limit);
    return TRUE;
}

typedef enum { answerHere, answerLate, answerNone } Waiting;

// Waits for the next answer, and keeps the messages that come before it.
static Waiting waitForAnswer(Lane *lane, gint64 end, GawaLaneDatagram *datagram)
{
    for (;;) {
        GawaLaneWriting writing = laneFlush(lane);
        if (!waitUntil(lane, end, writing))
            return answerLate;
        for (;;) {
            GawaLaneReading reading = readDatagram(lane, datagram);
            if (reading == GAWA_LANE_NOTHING)
                break;
            if (reading != GAWA_LANE_READ)
                return answerNone;
            if (datagram->kind == GAWA_LANE_ANSWER && lane->answered < lane->asked) {
                lane->answered += 1;
                return answerHere;
            }
            Letter *letter = datagram->kind == GAWA_LANE_MESSAGE ? letterOfDatagram(datagram) : NULL;
            if (datagram->descriptor >= 0)
                close(datagram->descriptor);
            if (letter)
                g_queue_push_tail(&lane->arrived, letter);
            if (g_get_monotonic_time() >= end)
                return answerLate;
        }
    }
}

// The text, or the number of attachments, after which the window asks for the text.
static JSCValue *answerValue(Lane *lane, JSCContext *context, const GawaLaneDatagram *datagram)
{
    g_autofree char *memory = NULL;
    const char *text = textOf(datagram, &memory);
    if (datagram->attachmentCount > 0 && text) {
        exposeDatagram(lane, datagram);
        g_free(lane->answer);
        lane->answer = g_steal_pointer(&memory);
        return jsc_value_new_number(context, datagram->attachmentCount);
    }
    if (datagram->descriptor >= 0)
        close(datagram->descriptor);
    return text ? jsc_value_new_string(context, text) : jsc_value_new_null(context);
}

// A question that the socket has not taken when its time is over is not asked.
static void withdrawQuestion(Lane *lane)
{
    Letter *last = g_queue_peek_tail(&lane->waiting);
    if (!last || last->kind != GAWA_LANE_QUESTION)
        return;
    g_free(g_queue_pop_tail(&lane->waiting));
    lane->asked -= 1;
}

// Sends a question and waits for its answer: a text or a number, undefined when the time is over, null when the lane is
// closed.
JSCValue *laneAsk(const char *text, int count, double milliseconds, gpointer data)
{
    g_autoptr(Lane) lane = laneRetain(data);
    JSCContext *context = jsc_context_get_current();
    if (lane->socket < 0)
        return jsc_value_new_null(context);
    gint64 end = g_get_monotonic_time() + (gint64)(1000 * CLAMP(milliseconds, 0, G_MAXINT));
    GawaLaneDatagram datagram;
    Waiting waiting = answerHere;
    // The answer to a question whose time was over comes first: the app knows of one at a time.
    while (waiting == answerHere && lane->answered < lane->asked) {
        waiting = waitForAnswer(lane, end, &datagram);
        if (waiting == answerHere && datagram.descriptor >= 0)
            close(datagram.descriptor);
    }
    if (waiting != answerHere) {
        laneForgetDraft(lane);
    } else if (laneTransmit(lane, GAWA_LANE_QUESTION, text, count)) {
        lane->asked += 1;
        waiting = waitForAnswer(lane, end, &datagram);
    } else {
        waiting = answerNone;
    }
    JSCValue *value;
    if (waiting == answerHere)
        value = answerValue(lane, context, &datagram);
    else
        value = waiting == answerLate ? jsc_value_new_undefined(context) : jsc_value_new_null(context);
    if (lane->socket >= 0) {
        withdrawQuestion(lane);
        laneWatch(lane, GAWA_LANE_FULL);
    }
    return value;
}

// The text of an answer that has attachments.
JSCValue *laneTakeAnswer(gpointer data)
{
    Lane *lane = data;
    g_autofree char *text = g_steal_pointer(&lane->answer);
    return jsc_value_new_string(jsc_context_get_current(), text);
}
