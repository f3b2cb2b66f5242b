import type { Task } from '#contract/task.ts'
import { pluralize } from '#domain/pluralize.ts'

type HandedOut = Pick<Task, 'split_by' | 'targets' | 'targets_from' | 'target_values'>

/** Describes how many sheets a task writes if each value has its own file; null for a task with a target spreadsheet. */
export function countSheets({ split_by, targets, targets_from, target_values }: HandedOut): string | null {
  return split_by && (targets_from || targets.length > 0) ? pluralize(target_values?.length ?? 0, 'sheet') : null
}
