import { z } from 'zod'
import { findGuard } from './guards.ts'

/** A rule that holds a task, in the form of replies. */
interface FoundRule {
  readonly cause: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** Rules of a type that would let these findings pass in the future. */
interface Allowance {
  on_column_change?: 'follow'
  hold_loss_percent?: number
}

const Share = z.object({ percent: z.number().min(0).max(100) })
const Shrunk = z.object({ rows: z.number(), last_rows: z.number().min(1) })

/** Finds the change to a type that would always allow the findings of a held task; undefined if no rule decides about them. */
export function alwaysAllow(rules: readonly FoundRule[]): Allowance | undefined {
  const allowances = rules.map(findAllowance)
  const isDecided = allowances.every((allowance) => allowance !== undefined)
  if (!isDecided || allowances.length === 0) return undefined
  const percents = allowances.flatMap(({ hold_loss_percent: percent }) => percent ?? [])
  return {
    ...(allowances.some(({ on_column_change }) => on_column_change) && { on_column_change: 'follow' }),
    ...(percents.length > 0 && { hold_loss_percent: Math.max(...percents) }),
  }
}

function findAllowance({ cause, facts }: FoundRule): Allowance | undefined {
  const rule = findGuard(cause)?.allowedBy ?? 'no_rule'
  if (rule === 'on_column_change') return { on_column_change: 'follow' }
  if (rule === 'no_rule') return undefined
  const percent = parsePercent(facts)
  return percent === undefined ? undefined : { hold_loss_percent: Math.max(1, Math.ceil(percent)) }
}

function parsePercent(facts: FoundRule['facts']): number | undefined {
  const share = Share.safeParse(facts).data ?? Share.safeParse(facts['limit']).data
  if (share) return share.percent
  const shrunk = Shrunk.safeParse(facts).data
  return shrunk && (100 * (shrunk.last_rows - shrunk.rows)) / shrunk.last_rows
}
