import { quotedTab } from '#domain/copy/a1.ts'
import { fileIdentity, formatFileName, type NamedFile } from '#domain/copy/named-file.ts'
import { held } from '#domain/explanation.ts'
import type { Guard } from './guard.ts'

export const targetTabDeleted: Guard<{ readonly file: NamedFile; readonly tab: string }> = {
  explain: ({ file, tab }) => ({
    subject: `${fileIdentity(file)} ${tab}`,
    reason: `The target tab ${quotedTab(tab)} of ${formatFileName(file)} was deleted. Create it again?`,
    ...held("To create it, choose 'Copy anyway'; or choose another tab in the task."),
  }),
  covers: (found, seen) => fileIdentity(found.file) === fileIdentity(seen.file) && found.tab === seen.tab,
  allowedBy: 'no_rule',
  withoutCells: 'has_none',
  judge: 'found_elsewhere',
}
