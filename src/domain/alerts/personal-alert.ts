import { type AlertKind, alertLabels } from '#contract/alert-kind.ts'
import type { Alert, AlertPart } from './alert.ts'
import { statesOfTasks } from './alert-text.ts'

/** Maximum parts of an email. Further alerts go into another email. */
export const MAX_PARTS = 30

type Content = AlertPart & Required<Pick<Alert, 'parts'>>

/** Combines all parts a person gets at once, at least one, into the content of an alert. */
export function bundleParts(parts: readonly AlertPart[]): Content {
  const [first, ...others] = parts
  if (!first) throw new Error('There is nothing to report')
  if (others.length === 0) return { ...first, parts: [first] }
  return {
    kind: first.kind,
    kinds: [...new Set(parts.flatMap(({ kinds }) => kinds))],
    title: `Your tasks: ${counts(parts).join(', ')}`,
    reason: null,
    fix: null,
    tasks: [],
    taskCount: parts.reduce((sum, { taskCount }) => sum + taskCount, 0),
    typeIds: [...new Set(parts.flatMap(({ typeIds }) => typeIds))],
    openPath: '/',
    parts: [...parts],
  }
}

/**
 * Counts parts by the state of their tasks, e.g. `5 failed`, in the order of the parts. Parts without a task are about the
 * person's access.
 */
function counts(parts: readonly AlertPart[]): string[] {
  const states: Partial<Record<AlertKind, string>> = statesOfTasks
  const byState = Map.groupBy(parts, ({ kind, taskCount }) =>
    taskCount === 0 ? null : (states[kind] ?? alertLabels[kind].toLowerCase()),
  )
  return [...byState].map(([state, alike]) => {
    if (state === null) return 'your Google access changed'
    const count = alike.reduce((sum, { taskCount }) => sum + taskCount, 0)
    return `${count.toLocaleString('en-US')} ${state}`
  })
}
