#include <microhttpd.h>
#include <stdarg.h>
#include <sys/socket.h>

// Values of enumerations whose names Swift would change.
static const enum MHD_Result lookout_yes = MHD_YES, lookout_no = MHD_NO;
static const enum MHD_ValueKind lookout_header = MHD_HEADER_KIND, lookout_argument = MHD_GET_ARGUMENT_KIND;
static const enum MHD_ConnectionNotificationCode lookout_started = MHD_CONNECTION_NOTIFY_STARTED;
static const enum MHD_ResponseMemoryMode lookout_copy = MHD_RESPMEM_MUST_COPY;

// Swift can't call functions with any number of arguments.

static inline void lookout_say_nothing(void *context, const char *format, va_list arguments) {
    (void)context, (void)format, (void)arguments;
}

// One thread serves all connections. It waits for them with epoll, since select ends at 1024 files.
static inline struct MHD_Daemon *lookout_start(
    const struct sockaddr *address, unsigned connections, unsigned seconds, MHD_AccessHandlerCallback handle,
    MHD_RequestCompletedCallback complete, MHD_NotifyConnectionCallback notify, void *context) {
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC;
    return MHD_start_daemon(
        address->sa_family == AF_INET6 ? flags | MHD_USE_IPv6 : flags, 0, NULL, NULL, handle, context,
        MHD_OPTION_EXTERNAL_LOGGER, lookout_say_nothing, NULL, MHD_OPTION_SOCK_ADDR, address,
        MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT, seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)16384, MHD_OPTION_LISTEN_BACKLOG_SIZE, 1024u,
        MHD_OPTION_NOTIFY_COMPLETED, complete, context, MHD_OPTION_NOTIFY_CONNECTION, notify, context, MHD_OPTION_END);
}

static inline unsigned lookout_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

static inline int lookout_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

static inline void lookout_never_time_out(struct MHD_Connection *connection) {
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 0u);
}
