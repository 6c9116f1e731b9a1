import Foundation

/// Whether a sanitizer is at work, which makes everything slow and keeps memory of its own.
package let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
