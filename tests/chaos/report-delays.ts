// A process that does nothing but notice how late its timer is, and reports the longest delay in milliseconds when
// asked.

const TICK_MS = 10
let longestMs = 0
let last = performance.now()
setInterval(() => {
  const now = performance.now()
  longestMs = Math.max(longestMs, now - last - TICK_MS)
  last = now
}, TICK_MS)
process.on('message', () => process.send?.(longestMs))
process.on('disconnect', () => process.exit())
process.send?.('ready')
