import type { OperationKind } from '../operation-kind.ts'
import type { Fault, FaultEffect, Quota } from './fault.ts'

/** What a fault looks at. */
interface FaultSubject {
  method: string
  path: string
  operation: string
  kind: OperationKind
  spreadsheetId?: string | undefined
  account?: string | undefined
}

interface ArmedFault {
  fault: Fault
  seen: number
  met: number
}

/** Faults that tests ask for. The first one that matches a request decides; delays add up before it. */
export class Faults {
  readonly #now: () => Date
  #armed: ArmedFault[] = []
  #quota: Quota | undefined
  #window = { minute: 0, used: new Map<string, number>() }

  constructor(now: () => Date) {
    this.#now = now
  }

  add(fault: Fault): void {
    this.#armed.push({ fault, seen: 0, met: 0 })
  }

  /** Refuses requests over the quota with 429 from now on; `undefined` lifts it. */
  setQuota(quota: Quota | undefined): void {
    this.#quota = quota
    this.#window = { minute: 0, used: new Map() }
  }

  /** Takes away all faults and the quota. */
  clear(): void {
    this.#armed = []
    this.setQuota(undefined)
  }

  /** Counts a request and says what happens to it. */
  meet(subject: FaultSubject): { delayMs: number; effect?: FaultEffect } {
    let delayMs = 0
    for (const armed of this.#armed) {
      if (!matches(armed.fault, subject) || !isDue(armed)) continue
      const { effect } = armed.fault
      if (effect.answer !== 'delayed') return { delayMs, effect }
      delayMs += effect.delayMs
    }
    return this.#isOverQuota(subject) ? { delayMs, effect: { answer: 'rate_limited' } } : { delayMs }
  }

  #isOverQuota({ account = '', kind, path }: FaultSubject): boolean {
    if (!this.#quota || !path.startsWith('/v4/')) return false
    const minute = Math.floor(this.#now().getTime() / 60_000)
    if (minute !== this.#window.minute) this.#window = { minute, used: new Map() }
    const limit = kind === 'read' ? this.#quota.readsPerMinute : this.#quota.writesPerMinute
    const key = `${kind} ${account}`
    const used = this.#window.used.get(key) ?? 0
    this.#window.used.set(key, used + 1)
    return used >= limit
  }
}

function matches({ path, ...fault }: Fault, subject: FaultSubject): boolean {
  const names = ['kind', 'operation', 'method', 'spreadsheetId', 'account'] as const
  if (names.some((name) => fault[name] !== undefined && fault[name] !== subject[name])) return false
  return path === undefined || new RegExp(path).test(subject.path)
}

function isDue(armed: ArmedFault): boolean {
  armed.seen += 1
  const { after = 0, count = Number.POSITIVE_INFINITY } = armed.fault
  if (armed.seen <= after || armed.met >= count) return false
  armed.met += 1
  return true
}
