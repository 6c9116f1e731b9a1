#ifndef REFERENCE_COUNTS_H
#define REFERENCE_COUNTS_H

/// Retains an object of Swift, unless it's dying or dead. Returns the object, or null.
///
/// The memory of the object must still be there. The runtime of Swift exports this function, and calls it to load weak references.
void *_Nullable swift_tryRetain(void *_Nonnull object);

#endif
