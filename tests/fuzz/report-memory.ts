// Loaded into the process under test, run with --expose-gc. Answers each message with the memory in use after garbage
// collection.
process.on('message', () => {
  globalThis.gc?.()
  process.send?.(process.memoryUsage())
})
// The fuzzer ended without stopping this process.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel alone must not keep the process alive.
process.channel?.unref()
