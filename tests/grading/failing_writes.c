/* Lets the k-th write below a folder fail: loaded into a process by LD_PRELOAD, armed by fail_at().

   A write is whatever changes a file or a folder: opening for writing, write, rename, unlink, mkdir, truncate, sync.
   SQLite and Python call these functions of the C library alike. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NEVER, NO_SPACE, DISK_ERROR, NO_RIGHTS, KILLED };
static char folder[PATH_MAX];
static int kind = NEVER, list = -1;
static long first = 0;
static atomic_long count = 0;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

void fail_at(const char *below, long number, int what, int list_into) {
    snprintf(folder, sizeof folder, "%s", below);
    first = number, kind = what, list = list_into;
    count = 0;
}

long writes_seen(void) { return count; }

static int is_below(const char *path) { return *folder && !strncmp(path, folder, strlen(folder)); }

static const char *absolute(int at, const char *path, char *into) {
    char base[PATH_MAX / 2] = "", link[64];
    ssize_t length;
    if (*path == '/') return path;
    if (at == AT_FDCWD) {
        if (!getcwd(base, sizeof base)) return path;
    } else {
        snprintf(link, sizeof link, "/proc/self/fd/%d", at);
        length = readlink(link, base, sizeof base - 1);
        base[length < 0 ? 0 : length] = 0;
    }
    if (snprintf(into, PATH_MAX, "%s/%s", base, path) >= PATH_MAX) return path;
    return into;
}

/* The error of this write; 0 for none. `tears` if a part of it may reach the disk first. */
static int trouble(const char *what, const char *path, int needs_room, int needs_rights, int *tears) {
    if (!is_below(path)) return 0;
    long number = ++count;
    if (list >= 0) dprintf(list, "%s %s\n", what, path + strlen(folder));
    if (kind == NEVER || number < first) return 0;
    if (tears) *tears = number == first && (kind == NO_SPACE || kind == KILLED);
    if (kind == KILLED && !(tears && *tears)) kill(getpid(), SIGKILL), pause();
    if (kind == KILLED) return EINTR; /* after half of it is written */
    if (kind == NO_SPACE) return needs_room ? ENOSPC : 0;
    if (kind == NO_RIGHTS) return needs_rights ? EACCES : 0;
    return number == first ? EIO : 0;
}

static int of_number(const char *what, int fd, int *tears) {
    char link[64], path[PATH_MAX];
    int before = errno;
    if (!*folder) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    errno = before;
    if (length <= 0) return 0;
    path[length] = 0;
    return trouble(what, path, 1, 0, tears);
}

#define FAIL_IF(expression) do { int error = (expression); if (error) { errno = error; return -1; } } while (0)

static int opened(const char *what, int at, const char *path, int flags) {
    char full[PATH_MAX];
    if (!*folder || !(flags & (O_CREAT | O_WRONLY | O_RDWR | O_TRUNC))) return 0;
    const char *place = absolute(at, path, full);
    return trouble(what, place, (flags & O_CREAT) && access(place, F_OK), 1, NULL);
}

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...) {                                                                       \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;                                        \
        va_end(rest);                                                                                                  \
        FAIL_IF(opened("open", AT_FDCWD, path, flags));                                                                \
        return REAL(name)(path, flags, mode);                                                                          \
    }
#define OPENAT(name)                                                                                                   \
    int name(int at, const char *path, int flags, ...) {                                                               \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;                                        \
        va_end(rest);                                                                                                  \
        FAIL_IF(opened("open", at, path, flags));                                                                      \
        return REAL(name)(at, path, flags, mode);                                                                      \
    }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

#define WRITE(name, parameters, half, whole)                                                                           \
    ssize_t name parameters {                                                                                          \
        int tears = 0, error = of_number("write", fd, &tears);                                                         \
        ssize_t done = tears && size > 1 ? half : -1;                                                                  \
        if (error && kind == KILLED) kill(getpid(), SIGKILL), pause();                                                 \
        if (error && done >= 0) return done;                                                                           \
        FAIL_IF(error);                                                                                                \
        return whole;                                                                                                  \
    }
WRITE(write, (int fd, const void *data, size_t size), REAL(write)(fd, data, size / 2), REAL(write)(fd, data, size))
WRITE(pwrite, (int fd, const void *data, size_t size, off_t at), REAL(pwrite)(fd, data, size / 2, at),
      REAL(pwrite)(fd, data, size, at))
WRITE(pwrite64, (int fd, const void *data, size_t size, off64_t at), REAL(pwrite64)(fd, data, size / 2, at),
      REAL(pwrite64)(fd, data, size, at))

ssize_t writev(int fd, const struct iovec *data, int size) {
    FAIL_IF(of_number("write", fd, NULL));
    return REAL(writev)(fd, data, size);
}

#define NUMBER(name, what, parameters, arguments)                                                                      \
    int name parameters {                                                                                              \
        FAIL_IF(of_number(what, fd, NULL));                                                                            \
        return REAL(name) arguments;                                                                                   \
    }
NUMBER(fsync, "sync", (int fd), (fd))
NUMBER(fdatasync, "sync", (int fd), (fd))
NUMBER(ftruncate, "truncate", (int fd, off_t size), (fd, size))
NUMBER(ftruncate64, "truncate", (int fd, off64_t size), (fd, size))
NUMBER(fchmod, "chmod", (int fd, mode_t mode), (fd, mode))

#define PATH(name, what, at, path, room, parameters, arguments)                                                        \
    int name parameters {                                                                                              \
        char full[PATH_MAX];                                                                                           \
        if (*folder) FAIL_IF(trouble(what, absolute(at, path, full), room, 1, NULL));                                  \
        return REAL(name) arguments;                                                                                   \
    }
PATH(rename, "rename", AT_FDCWD, to, 0, (const char *from, const char *to), (from, to))
PATH(renameat, "rename", d2, to, 0, (int d1, const char *from, int d2, const char *to), (d1, from, d2, to))
PATH(renameat2, "rename", d2, to, 0, (int d1, const char *from, int d2, const char *to, unsigned f),
     (d1, from, d2, to, f))
PATH(unlink, "unlink", AT_FDCWD, path, 0, (const char *path), (path))
PATH(unlinkat, "unlink", at, path, 0, (int at, const char *path, int flags), (at, path, flags))
PATH(mkdir, "mkdir", AT_FDCWD, path, 1, (const char *path, mode_t mode), (path, mode))
PATH(mkdirat, "mkdir", at, path, 1, (int at, const char *path, mode_t mode), (at, path, mode))
PATH(rmdir, "rmdir", AT_FDCWD, path, 0, (const char *path), (path))
PATH(chmod, "chmod", AT_FDCWD, path, 0, (const char *path, mode_t mode), (path, mode))
