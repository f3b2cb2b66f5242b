import { ProviderError, type ProviderReason } from './provider-error.ts'

/** What a request was about, in words that go into a sentence. */
interface RequestSubject {
  /** The e-mail address of the account. */
  account: string
  /** The spreadsheet, by its title where that is known: `the spreadsheet "Budget" (1AbC…)`. */
  file: string
  kind: 'read' | 'write'
}

const rights = {
  read: { verb: 'open', role: 'a Viewer at least' },
  write: { verb: 'change', role: 'an Editor' },
} as const

const sentences: Record<ProviderReason, (about: RequestSubject & { detail: string }) => string> = {
  rate_limited: ({ account }) =>
    `Google's quota for ${account} is used up by other programs: wait a few minutes, or let fewer tasks run at once.`,
  unavailable: ({ file, detail }) =>
    `The spreadsheet service did not answer for ${file} (${detail}): nothing needs changing, try again later.`,
  grid_changed: ({ file }) =>
    `Rows or columns of ${file} were removed while it was being copied: run the task again when nobody is editing it.`,
  still_loading: ({ file }) =>
    `Cells of ${file} still read 'Loading...': open it, wait until its formulas have finished and run the task again.`,
  miscounted: ({ file }) =>
    `The spreadsheet service wrote another number of cells than it was sent for ${file}: run the task again.`,
  unauthenticated: ({ account }) =>
    `Google does not accept the credentials of ${account}: check its key file, or sign in with it again.`,
  revoked: ({ account }) =>
    `Access for ${account} was withdrawn at Google: sign in with it again, or make a new key for it.`,
  no_account: () =>
    'No Google account is set up: set GOOGLE_APPLICATION_CREDENTIALS to the key file of a service account.',
  scope_missing: ({ account }) =>
    `${account} has not given access to Google Sheets: this person must sign in again and allow access to Google Sheets.`,
  api_disabled: ({ account }) =>
    `The Google Sheets API is switched off in the Google Cloud project of ${account}: enable it in the Cloud console.`,
  not_shared: ({ account, file, kind }) =>
    `${account} may not ${rights[kind].verb} ${file}: share it with this address as ${rights[kind].role}.`,
  protected: ({ account, file }) =>
    `Some cells to be written in ${file} are protected: let ${account} edit the protected range, or remove the protection.`,
  not_found: ({ file }) => `${file} was not found: check its link in the task, and whether the file was deleted.`,
  tab_missing: ({ file, detail }) =>
    `A tab of ${file} was renamed or deleted while it was being copied (${detail}): check the task's tab names.`,
  invalid: ({ file, detail }) => `The spreadsheet service refused a request for ${file}: ${detail}`,
  cell_limit: ({ file }) =>
    `${file} would grow past 10,000,000 cells, the most a spreadsheet may have: delete unused rows, columns or tabs.`,
  too_large: ({ file }) =>
    `A request for ${file} was too large for the spreadsheet service: give the task's type a smaller chunk size.`,
}

interface Failure {
  reason: ProviderReason
  /** The provider's own words. */
  detail?: string
  about: Partial<RequestSubject>
  cause?: unknown
}

/** An error whose sentence tells a person what is wrong and how to cure it. */
export function explainFailure({ reason, detail = '', about, cause }: Failure): ProviderError {
  const sentence = sentences[reason]({ account: '', file: '', kind: 'read', ...about, detail })
  return new ProviderError({ reason, sentence: sentence.charAt(0).toUpperCase() + sentence.slice(1), cause })
}

interface AccountRefusal {
  account: { name: string }
  fault: ProviderError
}

/** Why none of these accounts, one at least, can do what is wanted: the fault of the only one, or one that names them all. */
export function explainRefusals(
  refusals: readonly AccountRefusal[],
  { file, kind }: Pick<RequestSubject, 'file' | 'kind'>,
): ProviderError {
  const [first, ...others] = refusals
  if (!first) throw new Error('Without an account, nothing was refused')
  if (others.length === 0) return first.fault
  const tried = refusals.map(({ account }) => account.name).join(', ')
  const cures = refusals.map(({ fault }) =>
    fault.reason === 'not_shared' ? `Share it with one of them as ${rights[kind].role}.` : fault.sentence,
  )
  const sentence = [`No account may ${rights[kind].verb} ${file}; tried: ${tried}.`, ...new Set(cures)].join(' ')
  return new ProviderError({ reason: first.fault.reason, sentence, cause: first.fault })
}
