import type { Explanation } from '#domain/explanation.ts'
import { type AccountFacts, grantScope } from './grant-scope.ts'

export type FolderProblem = 'drive_off' | 'not_found' | 'empty' | 'too_many'

/** Why the spreadsheets of a Drive folder cannot be sources. */
export interface FolderFacts {
  readonly folderId: string
  readonly problem: FolderProblem
  /** May be empty. */
  readonly account: string
  /** The provider's own words; may be empty. */
  readonly detail: string
  /** The account, if it lacks the scope to ask Drive. */
  readonly lack?: AccountFacts | undefined
}

export function explainFolder({ folderId, problem, account, detail, lack }: FolderFacts): Explanation {
  const folder = `the Google Drive folder "${folderId}"`
  const name = account || 'the account of this task'
  const explanations = {
    drive_off: {
      reason: `The spreadsheets of ${folder} are unknown: Google Drive ${detail === '' ? `cannot be asked with the access of ${account || 'this task'}` : `refused ${name} (${detail})`}.`,
      fix: lack
        ? `${grantScope(lack).fix} Or name the spreadsheets themselves as sources.`
        : 'Enable the Google Drive API in the Google Cloud project, and have the task use a service account; or name the spreadsheets themselves as sources.',
    },
    not_found: {
      reason: `The Google Drive folder "${folderId}" does not exist, or ${name} cannot open it.`,
      fix: `Correct the folder in the task, or share it with ${name} as a Viewer.`,
    },
    empty: {
      reason: `The Google Drive folder "${folderId}" has no spreadsheet that the task could copy.`,
      fix: 'Correct the folder in the task, or move spreadsheets into it. Excel files, shortcuts and folders in it do not count.',
    },
    too_many: {
      reason: `The Google Drive folder "${folderId}" has more than 200 spreadsheets.`,
      fix: 'Divide them among several folders and tasks.',
    },
  } satisfies Record<FolderProblem, Omit<Explanation, 'subject'>>
  return { subject: folderId, ...explanations[problem] }
}
