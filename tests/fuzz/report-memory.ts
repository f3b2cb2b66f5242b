// Loaded into the process under test, which runs with --expose-gc: answers each message with what is left after
// garbage collection.
process.on('message', () => {
  globalThis.gc?.()
  process.send?.(process.memoryUsage())
})
// The fuzzer ended without stopping this process.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel alone must not keep the process alive.
process.channel?.unref()
