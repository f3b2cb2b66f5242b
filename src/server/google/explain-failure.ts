import { ProviderError, type ProviderReason } from './provider-error.ts'

/** What a request was about, as parts of a message. */
interface RequestSubject {
  /** The email address of the account. */
  account: string
  /** The spreadsheet, with its title if that is known: `the spreadsheet "Budget" (1AbC…)`. */
  file: string
  kind: 'read' | 'write'
}

const permissions = {
  read: { verb: 'open', role: 'a Viewer or Editor' },
  write: { verb: 'edit', role: 'an Editor' },
} as const

const messages: Record<ProviderReason, (about: RequestSubject & { detail: string }) => string> = {
  rate_limited: ({ account }) =>
    `Other programs used up the Google quota of ${account}. Wait a few minutes, or run fewer tasks at once.`,
  unavailable: ({ file, detail }) => `${file} is temporarily unavailable (${detail}). Try again later.`,
  grid_changed: ({ file }) =>
    `Rows or columns of ${file} were deleted during the copy. Run the task again when nobody is editing it.`,
  still_loading: ({ file }) =>
    `Some cells of ${file} still show 'Loading...'. Open it, wait for its formulas to finish, and run the task again.`,
  miscounted: ({ file }) =>
    `The spreadsheet service wrote a different number of cells to ${file} than it received. Run the task again.`,
  unauthenticated: ({ account }) =>
    `Google rejected the credentials of ${account}. Check its key file, or sign in with this account again.`,
  revoked: ({ account }) =>
    `Access for ${account} was revoked at Google. Sign in with this account again, or create a new key for it.`,
  no_account: () =>
    'No Google account is set up. Set GOOGLE_APPLICATION_CREDENTIALS to the path of a service account key file.',
  scope_missing: ({ account }) =>
    `${account} has not granted access to Google Sheets. Sign in with this account again and allow access to Google Sheets.`,
  api_disabled: ({ account }) =>
    `The Google Sheets API is disabled in the Google Cloud project of ${account}. Enable it in the Google Cloud console.`,
  not_shared: ({ account, file, kind }) =>
    `${account} cannot ${permissions[kind].verb} ${file}. Share it with ${account} as ${permissions[kind].role}.`,
  protected: ({ account, file }) =>
    `Some of the cells to write in ${file} are protected. Let ${account} edit the protected range, or remove the protection.`,
  not_found: ({ file }) => `${file} was not found. Check the link in the task, and whether the file was deleted.`,
  tab_missing: ({ file, detail }) =>
    `A tab of ${file} was renamed or deleted during the copy (${detail}). Check the tab names in the task.`,
  invalid: ({ file, detail }) => `The spreadsheet service rejected a request for ${file}: ${detail}`,
  cell_limit: ({ file }) =>
    `${file} would exceed 10,000,000 cells, the limit for a spreadsheet. Delete unused rows, columns or tabs.`,
  too_large: ({ file }) =>
    `A request for ${file} was too large for the spreadsheet service. Set a smaller chunk size in the task type.`,
}

interface Failure {
  reason: ProviderReason
  /** The provider's own words. */
  detail?: string
  about: Partial<RequestSubject>
  cause?: unknown
}

/** An error whose message says what is wrong and how to fix it. */
export function explainFailure({ reason, detail = '', about, cause }: Failure): ProviderError {
  const message = messages[reason]({ account: '', file: '', kind: 'read', ...about, detail })
  return new ProviderError({ reason, message: message.replace(/^the /, 'The '), cause })
}

interface RejectedAccount {
  account: { name: string }
  error: ProviderError
}

/** Why none of these accounts, at least one, can be used: the error of the only one, or one that names them all. */
export function explainRejections(
  rejected: readonly RejectedAccount[],
  { file, kind }: Pick<RequestSubject, 'file' | 'kind'>,
): ProviderError {
  const [first, ...others] = rejected
  if (!first) throw new Error('There is no rejected account to explain')
  if (others.length === 0) return first.error
  const { verb, role } = permissions[kind]
  const tried = rejected.map(({ account }) => account.name).join(', ')
  const fixes = rejected.map(({ error }) =>
    error.reason === 'not_shared' ? `Share it with one of them as ${role}.` : error.message,
  )
  const message = [`None of these accounts can ${verb} ${file}: ${tried}.`, ...new Set(fixes)].join(' ')
  return new ProviderError({ reason: first.error.reason, message, cause: first.error })
}
