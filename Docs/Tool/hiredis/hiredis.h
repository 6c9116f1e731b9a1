// Stands in for the header of hiredis where only the documentation is built. The relay's declarations name these types, and
// its function bodies aren't compiled.
typedef struct redisReply { int type; } redisReply;
typedef struct redisContext { int fd; } redisContext;
