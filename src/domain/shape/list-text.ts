import { joinList } from '#contract/split-list.ts'
import type { SourceRef, TargetRef } from '#contract/task-fields.ts'
import { formatSources } from './source-list.ts'
import { formatTargets } from './target-list.ts'

/** A list of a task as text, as CSV files have it: of words, of further sources or of targets. */
export function formatList(list: readonly (string | SourceRef | TargetRef)[]): string {
  const targets = list.filter((entry) => typeof entry === 'object' && 'value' in entry)
  if (targets.length > 0) return formatTargets(targets)
  const sources = list.filter((entry): entry is SourceRef => typeof entry === 'object')
  return sources.length > 0 ? formatSources(sources) : joinList(list.map(String))
}
