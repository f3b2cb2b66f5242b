import type { OperationKind } from '../operation-kind.ts'
import type { Fault, FaultEffect, Quota } from './fault.ts'

/** The parts of a request a fault can match. */
interface FaultTarget {
  method: string
  path: string
  operation: string
  kind: OperationKind
  spreadsheetId?: string | undefined
  account?: string | undefined
  /** Counts the cells in the ranges of the request. */
  countCells: () => number
}

interface ActiveFault {
  fault: Fault
  matchCount: number
  hitCount: number
}

/** Injected faults. The first matching fault takes effect, after the sum of all matching delays. */
export class Faults {
  readonly #now: () => Date
  #active: ActiveFault[] = []
  #quota: Quota | undefined
  #window = { minute: 0, used: new Map<string, number>() }

  constructor(now: () => Date) {
    this.#now = now
  }

  add(fault: Fault): void {
    this.#active.push({ fault, matchCount: 0, hitCount: 0 })
  }

  /** Rejects requests over the quota with 429; `undefined` removes the quota. */
  setQuota(quota: Quota | undefined): void {
    this.#quota = quota
    this.#window = { minute: 0, used: new Map() }
  }

  /** Removes all faults and the quota. */
  clear(): void {
    this.#active = []
    this.setQuota(undefined)
  }

  /** Counts a request and returns its effect. */
  apply(target: FaultTarget): { delayMs: number; effect?: FaultEffect } {
    let delayMs = 0
    for (const active of this.#active) {
      if (!matches(active.fault, target) || !isDue(active)) continue
      const { effect } = active.fault
      if (effect.answer !== 'delayed') return { delayMs, effect }
      delayMs += effect.delayMs
    }
    return this.#isOverQuota(target) ? { delayMs, effect: { answer: 'rate_limited' } } : { delayMs }
  }

  #isOverQuota({ account = '', kind, path }: FaultTarget): boolean {
    if (!this.#quota || !path.startsWith('/v4/')) return false
    const minute = Math.floor(this.#now().getTime() / 60_000)
    if (minute !== this.#window.minute) this.#window = { minute, used: new Map() }
    const { readsPerMinute, writesPerMinute, projectReadsPerMinute, projectWritesPerMinute } = this.#quota
    const [limit, projectLimit] =
      kind === 'read' ? [readsPerMinute, projectReadsPerMinute] : [writesPerMinute, projectWritesPerMinute]
    const isOverOwn = this.#count(`${kind} account ${account}`) > limit
    const isOverProject = this.#count(`${kind} project`) > (projectLimit ?? Number.POSITIVE_INFINITY)
    return isOverOwn || isOverProject
  }

  /** Counts a request, and returns the number of requests of its kind in this minute. */
  #count(key: string): number {
    const used = (this.#window.used.get(key) ?? 0) + 1
    this.#window.used.set(key, used)
    return used
  }
}

function matches({ path, cellsOver, ...fault }: Fault, target: FaultTarget): boolean {
  const names = ['kind', 'operation', 'method', 'spreadsheetId', 'account'] as const
  if (names.some((name) => fault[name] !== undefined && fault[name] !== target[name])) return false
  if (cellsOver !== undefined && target.countCells() <= cellsOver) return false
  return path === undefined || target.path.includes(path)
}

function isDue(active: ActiveFault): boolean {
  active.matchCount += 1
  const { after = 0, count = Number.POSITIVE_INFINITY } = active.fault
  if (active.matchCount <= after || active.hitCount >= count) return false
  active.hitCount += 1
  return true
}
