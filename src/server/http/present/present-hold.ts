import type { HeldTask, Hold } from '#contract/hold.ts'
import { snakeCase } from '#domain/camel-case.ts'
import { explain } from '#domain/failures/failure.ts'
import type { Hold as Finding } from '#domain/guards/guards.ts'
import type { HoldRow } from '#server/runs/holds.ts'
import type { HeldTask as HeldTaskRow } from '#server/tasks/held-tasks.ts'

export function presentHold({ id, rules, since, acceptedAt, acceptedBy }: HoldRow): Hold {
  return {
    id,
    rules: rules.map(presentRule),
    since: since.toISOString(),
    accepted_at: acceptedAt?.toISOString() ?? null,
    accepted_by: acceptedBy,
  }
}

export function presentHeldTask({ hold, task, isActive, runId }: HeldTaskRow): HeldTask {
  return { ...presentHold(hold), task, is_active: isActive, run_id: runId }
}

export function presentRule(finding: Finding): Hold['rules'][number] {
  const { cause, ...facts } = finding
  const { reason, fix } = explain(finding)
  return { cause, reason, fix, facts: Object.fromEntries(Object.entries(facts).map(inSnakeCase)) }
}

function inSnakeCase([name, value]: [string, unknown]): [string, unknown] {
  return [snakeCase(name), withSnakeCase(value)]
}

function withSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSnakeCase)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(inSnakeCase))
}
