import type { Exit } from '../chaos-node.ts'
import type { Check, Records } from '../records.ts'

const STACK = /^\s+at .+:\d+:\d+/m

/** A node ends only when it is told to, or after saying why in a sentence. */
export function checkProcesses({ exits }: Records): Check {
  const crashes = exits.filter(isCrash)
  return {
    promise: 'No node ends by an unhandled exception',
    seen: exits.length,
    problems: crashes.map(
      ({ node, at, code, signal, stderr }) =>
        `${at.toISOString()} ${node} ended (${signal ?? code}): ${stderr.trim() || 'it said nothing'}`,
    ),
  }
}

/** Counts how nodes ended, for the report. */
export function exitCounts(exits: readonly Exit[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const exit of exits) {
    const cause = exit.expected ?? (isCrash(exit) ? 'crashed' : exit.stderr.trim().split('\n').at(-1)) ?? ''
    counts.set(cause, (counts.get(cause) ?? 0) + 1)
  }
  return counts
}

function isCrash({ expected, code, stderr }: Exit): boolean {
  if (expected === 'killed') return false
  if (expected === 'stopped') return code !== 0
  return stderr.trim() === '' || STACK.test(stderr)
}
