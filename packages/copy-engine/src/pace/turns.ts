import { LRUCache } from 'lru-cache'

/** Time one person may take up at once, and their share of the thread after that. */
const BURST_MS = 2_000
const SHARE = 0.25
/** Maximum number of people whose time is remembered. */
const MAX_PEOPLE = 10_000

export interface Turns {
  /**
   * Waits for a turn on this thread. The turn lasts until the next wait for a timer, a file or the network, and counts as time
   * of the person. Work without a person has no budget.
   */
  take(person?: string): Promise<void>
}

interface TurnsOptions {
  now?: () => number
  burstMs?: number
  share?: number
}

/**
 * Gives turns one at a time, person after person, and lets the event loop serve everybody else in between. A person who has
 * used up their time waits until they have some again.
 */
export function createTurns({
  now = () => performance.now(),
  burstMs = BURST_MS,
  share = SHARE,
}: TurnsOptions = {}): Turns {
  const lines = new Map<string, (() => void)[]>()
  const used = new LRUCache<string, { ms: number; at: number }>({ max: MAX_PEOPLE })
  let isTurn = false
  let timer: NodeJS.Timeout | undefined

  function usedMs(person: string): number {
    const { ms, at } = used.get(person) ?? { ms: 0, at: 0 }
    return Math.max(0, ms - (now() - at) * share)
  }

  function waitMs(person: string): number {
    return Math.max(0, usedMs(person) - burstMs) / share
  }

  function schedule(): void {
    clearTimeout(timer)
    if (isTurn || lines.size === 0) return
    const soonestMs = Math.min(...[...lines.keys()].map(waitMs))
    if (soonestMs > 0) {
      timer = setTimeout(schedule, Math.ceil(soonestMs))
      return
    }
    isTurn = true
    // Node finishes the work the first callback starts before it runs the second one.
    let turn: { person: string; startedAt: number } | undefined
    setImmediate(() => {
      turn = begin()
    })
    setImmediate(() => {
      if (turn?.person) used.set(turn.person, { ms: usedMs(turn.person) + now() - turn.startedAt, at: now() })
      isTurn = false
      schedule()
    })
  }

  function begin() {
    const person = [...lines.keys()].find((each) => waitMs(each) === 0)
    const line = person === undefined ? undefined : lines.get(person)
    const start = line?.shift()
    if (person === undefined || !line || !start) return undefined
    lines.delete(person)
    if (line.length > 0) lines.set(person, line)
    const turn = { person, startedAt: now() }
    start()
    return turn
  }

  return {
    take(person = '') {
      return new Promise((resolve) => {
        const line = lines.get(person) ?? []
        line.push(resolve)
        lines.set(person, line)
        schedule()
      })
    },
  }
}

/** The turns of this thread. */
export const turns = createTurns()
