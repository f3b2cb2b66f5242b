import { quotedTab } from '#domain/copy/a1.ts'
import { fileIdentity, formatFileName, type NamedFile } from '#domain/copy/named-file.ts'
import { held } from '#domain/explanation.ts'
import type { Guard } from './guard.ts'

export interface ReplacedFacts {
  readonly file: NamedFile
  readonly tab: string
  /** Present name of the tab of the last copy. */
  readonly now: string
}

/** Another tab has the name the task gives, and the tab of the last copy was renamed. */
export const tabReplaced: Guard<ReplacedFacts> = {
  explain: ({ file, tab, now }) => ({
    subject: `${fileIdentity(file)} ${tab}`,
    reason: `The tab ${quotedTab(tab)} of ${formatFileName(file)} was renamed to ${quotedTab(now)}, and another tab is named ${quotedTab(tab)} now.`,
    ...held(
      `To use the tab that is named ${quotedTab(tab)} now, choose 'Copy anyway'; to keep using ${quotedTab(now)}, choose it in the task.`,
    ),
  }),
  covers: (found, seen) =>
    fileIdentity(found.file) === fileIdentity(seen.file) && found.tab === seen.tab && found.now === seen.now,
  allowedBy: 'no_rule',
  withoutCells: 'has_none',
  judge: 'found_elsewhere',
}
