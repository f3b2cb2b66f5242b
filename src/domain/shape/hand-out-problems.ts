import type { FieldProblems } from '#contract/errors.ts'
import type { SourceRef, TargetRef, TargetSheet } from '#contract/task-fields.ts'
import { findValueKey } from '#domain/hand-out/split-value.ts'
import { DEFAULT_LOCALE } from '#domain/recognize/locale-tag.ts'
import { foldName } from '#domain/recognize/name-finder.ts'
import { parseColumns } from './chosen-columns.ts'
import { type ModeName, modeTraits } from './mode-traits.ts'
import { catchProblem } from './quoted-text.ts'
import { parseTargets } from './target-list.ts'
import { parseTargetSheet } from './target-sheet-text.ts'

interface CheckedFields {
  splitBy: string
  /** As text in a form. */
  targets: string | readonly TargetRef[]
  targetsFrom: string | TargetSheet | null
  mode?: ModeName | undefined
  moreSources: string | readonly SourceRef[]
  sourceColumn: string
  columns: string
  controlSums: readonly string[]
}

/** Problems in the fields of a hand-out by field; empty without a problem, or for a task with a single target. */
export function findHandOutProblems(task: CheckedFields): FieldProblems {
  const { splitBy, targets, targetsFrom, mode = 'mirror', moreSources, sourceColumn } = task
  const wrong = typeof targets === 'string' ? catchProblem(() => parseTargets(targets)) : undefined
  const inTargets = wrong ? { targets: `Targets: ${wrong.message}` } : {}
  const inSheet = typeof targetsFrom === 'string' ? catchProblem(() => parseTargetSheet(targetsFrom)) : undefined
  const unreadable = { ...inTargets, ...(inSheet && { targets_from: `Targets from a tab: ${inSheet.message}` }) }
  if (splitBy === '') return unreadable
  const hasSeveral = moreSources.length > 0 || sourceColumn !== ''
  const repeated = wrong ? undefined : findRepeated(typeof targets === 'string' ? parseTargets(targets) : targets)
  const uncopied = findUncopied(task)
  return {
    ...unreadable,
    ...(uncopied !== undefined && { control_sums: `Control sums: "${uncopied}" is not among the columns to copy` }),
    ...(repeated && { targets: `Targets: ${repeated}` }),
    ...(!modeTraits[mode].isInPlace && { mode: 'Mode: rows can only be handed out to targets that mirror them' }),
    ...(hasSeveral && { more_sources: 'Further sources: rows are handed out of one source' }),
  }
}

/** Finds a control sum of an uncopied column: a sum can be verified only in the targets. */
function findUncopied({ columns, controlSums }: Pick<CheckedFields, 'columns' | 'controlSums'>): string | undefined {
  if (catchProblem(() => parseColumns(columns))) return undefined
  const names = parseColumns(columns).map(({ name }) => foldName(name))
  return names.length === 0 ? undefined : controlSums.find((name) => !names.includes(foldName(name)))
}

function findRepeated(targets: readonly TargetRef[]): string | undefined {
  const [values, tabs] = [new Map<string, string>(), new Map<string, string>()]
  for (const { value, target_ss_id, target_sheet_name } of targets) {
    const key = findValueKey(value, DEFAULT_LOCALE)
    if (key === undefined) return 'each target needs a value'
    const same = values.get(key)
    if (same !== undefined) return `"${same}" and "${value}" are the same value`
    const tab = JSON.stringify([target_ss_id, foldName(target_sheet_name)])
    const other = tabs.get(tab)
    if (other !== undefined) return `"${other}" and "${value}" have the same target tab`
    values.set(key, value)
    tabs.set(tab, value)
  }
  return undefined
}
