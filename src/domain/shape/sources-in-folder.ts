import type { SourceRef } from '#contract/task-fields.ts'

interface Copied {
  /** The spreadsheet of the task's target; empty if it is not known yet. */
  readonly targetId: string
  /** All sources of the task, including its own source and folders. */
  readonly sources: readonly SourceRef[]
}

/** Sources in a folder: all its spreadsheets, without the target and spreadsheets named by the task. */
export function sourcesInFolder<File extends { readonly id: string }>(
  files: readonly File[],
  { targetId, sources }: Copied,
): File[] {
  const others = new Set([targetId, ...sources.map(({ source_ss_id }) => source_ss_id)])
  return files.filter(({ id }) => !others.has(id))
}
