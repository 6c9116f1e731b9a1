import Foundation

/// `true` if a sanitizer is active, which makes everything slow and keeps its own memory.
package let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
