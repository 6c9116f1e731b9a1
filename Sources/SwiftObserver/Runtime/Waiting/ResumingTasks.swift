extension UnsafeContinuation where E == Never {

    /// Resumes the task.
    ///
    /// A function of its own, because ThreadSanitizer must be told that what it does is ordered
    /// before what the task does next. `Tests/thread-sanitizer.txt` names it.
    @inline(never)
    func resumeTask(returning result: sending T) { resume(returning: result) }
}
