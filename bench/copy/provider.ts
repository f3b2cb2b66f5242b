import { startEmulator } from '@nano-sync/sheets-emulator'

// Runs the spreadsheet provider in its own process, so its memory does not count toward a contender's.
const provider = await startEmulator({ host: '127.0.0.1', port: 0, dataDir: process.argv[2] ?? '' })

export interface Traffic {
  requests: number
  reads: number
  writes: number
  /** Requests to Drive, which have their own count. */
  drive: number
  bytesWritten: number
  bytesRead: number
}

function traffic(): Traffic {
  const entries = provider.requests.entries.filter((entry) => entry.path.startsWith('/v4/'))
  const sum = (pick: (entry: (typeof entries)[number]) => number) =>
    entries.reduce((total, entry) => total + pick(entry), 0)
  return {
    requests: entries.length,
    reads: entries.filter((entry) => entry.kind === 'read').length,
    writes: entries.filter((entry) => entry.kind === 'write').length,
    drive: provider.requests.entries.length - entries.length,
    bytesWritten: sum((entry) => (entry.kind === 'write' ? entry.bytesIn : 0)),
    bytesRead: sum((entry) => (entry.kind === 'read' ? entry.bytesOut : 0)),
  }
}

process.on('message', (message: 'report' | { latencyMs: number }) => {
  if (message !== 'report') {
    provider.requests.clear()
    provider.faults.clear()
    const { latencyMs } = message
    if (latencyMs > 0) provider.faults.add({ effect: { answer: 'delayed', delayMs: latencyMs } })
    process.send?.({ started: true })
  } else {
    provider.faults.clear()
    process.send?.(traffic())
  }
})
process.on('disconnect', () => void provider[Symbol.asyncDispose]().then(() => process.exit()))
process.send?.({ url: provider.url })
