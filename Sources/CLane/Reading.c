#define _GNU_SOURCE
#include "CLane.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    headLength = 16,
    largeCopy = 2 * 1024 * 1024,
};

// More than one descriptor is a breach, and all that came are closed.
static int takeDescriptors(struct msghdr *message, int *descriptor)
{
    int count = 0;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header; header = CMSG_NXTHDR(message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        size_t length = header->cmsg_len - CMSG_LEN(0);
        for (size_t offset = 0; offset + sizeof(int) <= length; offset += sizeof(int)) {
            int next;
            memcpy(&next, CMSG_DATA(header) + offset, sizeof next);
            if (++count == 1)
                *descriptor = next;
            else
                close(next);
        }
    }
    return count;
}

// What is wrong with a datagram, or NULL; fills in its parts.
static const char *parse(const uint8_t *bytes, size_t count, size_t maximumText, size_t maximumAttachments,
                         GawaLaneDatagram *datagram)
{
    if (count < headLength)
        return "a datagram that is too short";
    uint64_t textLength;
    memcpy(&datagram->kind, bytes, 4);
    memcpy(&datagram->attachmentCount, bytes + 4, 4);
    memcpy(&textLength, bytes + 8, 8);
    if (datagram->kind < GAWA_LANE_MESSAGE || datagram->kind > GAWA_LANE_ANSWER)
        return "a message of an unknown kind";
    if (datagram->attachmentCount > GAWA_LANE_MAXIMUM_ATTACHMENTS)
        return "too many attachments";
    size_t start = headLength + 8 * (size_t)datagram->attachmentCount;
    if (count < start)
        return "a datagram that is too short";
    if (textLength > maximumText)
        return "a text that is too long";
    datagram->textLength = (size_t)textLength;
    datagram->lengths = (const uint64_t *)(bytes + headLength);
    datagram->attachmentsLength = 0;
    for (uint32_t index = 0; index < datagram->attachmentCount; ++index) {
        uint64_t length = datagram->lengths[index];
        if (length > maximumAttachments - datagram->attachmentsLength)
            return "attachments that are too long";
        datagram->attachmentsLength += (size_t)length;
    }
    size_t bodyLength = count - start;
    if (datagram->descriptor >= 0)
        return bodyLength == 0 ? NULL : "a body beside a descriptor";
    if (bodyLength < datagram->textLength || bodyLength - datagram->textLength != datagram->attachmentsLength)
        return "a body of another length than it says";
    datagram->body = bytes + start;
    return NULL;
}

// Whether a descriptor is a memfd of a length. Only files in memory have seals; nothing else is asked or read, since a
// file of another kind may keep its reader waiting.
static int isMemory(int descriptor, size_t length)
{
    struct stat status;
    return fcntl(descriptor, F_GET_SEALS) >= 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
           (uint64_t)status.st_size == length;
}

GawaLaneReading gawa_lane_read(int socket, void *buffer, size_t maximumText, size_t maximumAttachments,
                               GawaLaneDatagram *datagram)
{
    // Room for a second descriptor, so that it is seen and closed; of more the kernel tells that it dropped them.
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(2 * sizeof(int))];
    } control;
    struct iovec piece = {buffer, GAWA_LANE_MAXIMUM_DATAGRAM};
    struct msghdr message;
    ssize_t count;
    for (int hasFailed = 0;;) {
        message = (struct msghdr){
            .msg_iov = &piece, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
        count = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
        if (count >= 0)
            break;
        if (errno == EINTR)
            continue;
        if (errno == EAGAIN)
            return GAWA_LANE_NOTHING;
        // The other end was closed with something unread, which is told before what it wrote is given.
        if (errno != ECONNRESET || hasFailed)
            return GAWA_LANE_ENDED;
        hasFailed = 1;
    }
    *datagram = (GawaLaneDatagram){.descriptor = -1};
    int descriptors = takeDescriptors(&message, &datagram->descriptor);
    if (count == 0 && descriptors == 0 && (message.msg_flags & MSG_CTRUNC) == 0)
        return GAWA_LANE_ENDED;
    if (message.msg_flags & MSG_TRUNC)
        datagram->breach = "a datagram that is too long";
    else if (descriptors > 1 || message.msg_flags & MSG_CTRUNC)
        datagram->breach = "more descriptors than one, or than there is room for";
    else
        datagram->breach = parse(buffer, (size_t)count, maximumText, maximumAttachments, datagram);
    if (!datagram->breach && datagram->descriptor >= 0 &&
        !isMemory(datagram->descriptor, datagram->textLength + datagram->attachmentsLength))
        datagram->breach = "a descriptor that is no memory of the length that it says";
    if (!datagram->breach)
        return GAWA_LANE_READ;
    if (datagram->descriptor >= 0)
        close(datagram->descriptor);
    datagram->descriptor = -1;
    return GAWA_LANE_BREACH;
}

// Most of the time of a long copy would go by with faults of small pages of fresh memory.
static void preferLargePages(void *destination, size_t count)
{
    if (count < largeCopy)
        return;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = ((uintptr_t)destination + page - 1) & ~(page - 1);
    uintptr_t end = ((uintptr_t)destination + count) & ~(page - 1);
    // Where there are none, or they are turned off, the copy only takes longer.
    madvise((void *)start, end - start, MADV_HUGEPAGE);
}

int gawa_lane_copy(int descriptor, void *destination, size_t count, size_t offset)
{
    preferLargePages(destination, count);
    char *next = destination;
    while (count > 0) {
        ssize_t length = pread(descriptor, next, count, (off_t)offset);
        if (length < 0 && errno == EINTR)
            continue;
        if (length <= 0)
            return 0;
        next += length;
        offset += (size_t)length;
        count -= (size_t)length;
    }
    return 1;
}
