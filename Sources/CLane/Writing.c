#define _GNU_SOURCE
#include "CLane.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

// The kernel takes 1,024 parts of a datagram, of which the head is one.
enum { maximumInlineParts = 1000 };

int gawa_lane_is_inline(const GawaLaneBytes *parts, size_t count)
{
    size_t length = 0;
    for (size_t index = 0; index < count; ++index) {
        if (parts[index].count > GAWA_LANE_MAXIMUM_INLINE_BODY - length)
            return 0;
        length += parts[index].count;
    }
    return count <= maximumInlineParts;
}

int gawa_lane_body_new(void)
{
    return memfd_create("lane", MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int gawa_lane_body_add(int body, const void *bytes, size_t count)
{
    const char *next = bytes;
    while (count > 0) {
        ssize_t written = write(body, next, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return 0;
        next += written;
        count -= (size_t)written;
    }
    return 1;
}

int gawa_lane_body_seal(int body)
{
    return fcntl(body, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) == 0;
}

int gawa_lane_body(const GawaLaneBytes *parts, size_t count)
{
    int body = gawa_lane_body_new();
    if (body < 0)
        return -1;
    int isWhole = 1;
    for (size_t index = 0; index < count && isWhole; ++index)
        isWhole = gawa_lane_body_add(body, parts[index].bytes, parts[index].count);
    if (isWhole && gawa_lane_body_seal(body))
        return body;
    close(body);
    return -1;
}

GawaLaneWriting gawa_lane_write(int socket, uint32_t kind, const GawaLaneBytes *parts, size_t count, int body)
{
    struct {
        uint32_t kind;
        uint32_t attachmentCount;
        uint64_t lengths[1 + GAWA_LANE_MAXIMUM_ATTACHMENTS];
    } head;
    head.kind = kind;
    head.attachmentCount = (uint32_t)(count - 1);
    struct iovec pieces[1 + maximumInlineParts];
    size_t pieceCount = 1;
    for (size_t index = 0; index < count; ++index) {
        head.lengths[index] = parts[index].count;
        if (body < 0)
            pieces[pieceCount++] = (struct iovec){(void *)parts[index].bytes, parts[index].count};
    }
    pieces[0] = (struct iovec){&head, 8 + 8 * count};

    struct msghdr message = {.msg_iov = pieces, .msg_iovlen = pieceCount};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof body)];
    } control;
    if (body >= 0) {
        memset(&control, 0, sizeof control);
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN(sizeof body);
        memcpy(CMSG_DATA(&control.header), &body, sizeof body);
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
    }
    while (sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) < 0) {
        switch (errno) {
        case EINTR:
            continue;
        case EAGAIN:
            return GAWA_LANE_FULL;
        case ENOBUFS:
        case ENOMEM:
        case ETOOMANYREFS:
            return GAWA_LANE_EXHAUSTED;
        default:
            return GAWA_LANE_GONE;
        }
    }
    return GAWA_LANE_WRITTEN;
}

int gawa_lane_is_drained(int socket)
{
    int unread = 0;
    return ioctl(socket, SIOCOUTQ, &unread) != 0 || unread == 0;
}
