import { Cure } from '#contract/cure.ts'
import { type ApiReason, ProviderError } from './provider-error.ts'

/** What a request was about, as parts of a message. */
interface RequestSubject {
  /** The email address of the account. */
  account: string
  /** The spreadsheet, with its title if that is known: `the spreadsheet "Budget" (1AbC…)`. */
  file: string
  spreadsheetId: string
  kind: 'read' | 'write'
  /** The tab or cell, such as `the tab 'Data'`; empty if it is not known. */
  place: string
}

/** What the provider says about a failure. */
interface Evidence {
  /** In its own words. */
  detail: string
  /** The page that cures it. */
  link: string | undefined
  /** The Cloud project, such as `projects/123`. */
  consumer: string | undefined
}

/** What the owner of an account does whose access ended, as part of a sentence. */
export const CONNECT_AGAIN = 'sign in with this account and connect it again under Settings > My Google access'

const permissions = {
  read: { verb: 'open', role: 'a Viewer or Editor', lowest: 'viewer' },
  write: { verb: 'edit', role: 'an Editor', lowest: 'editor' },
} as const

const messages: Record<ApiReason, (about: RequestSubject & Evidence) => string> = {
  rate_limited: ({ account }) =>
    `Other programs used up the Google quota of ${account}. Wait a few minutes, or run fewer tasks at once.`,
  unavailable: ({ file, detail }) => `${file} is temporarily unavailable (${detail}). Try again later.`,
  conflict: ({ file }) => `${file} was busy with other changes. Try again later.`,
  grid_changed: ({ file }) =>
    `Rows or columns of ${file} were deleted during the copy. Run the task again when nobody is editing it.`,
  still_loading: ({ file, detail }) =>
    `Some cells of ${file} still show 'Loading...', the first is ${detail}. Open it, wait for its formulas to finish, and run the task again.`,
  intercepted: ({ detail }) =>
    `A proxy or firewall answered instead of Google (${detail}). Ask your network administrator to let Nano Sync reach googleapis.com.`,
  unauthenticated: ({ account }) =>
    `Google rejected the credentials of ${account}. Check its key file. Or ${CONNECT_AGAIN}.`,
  revoked: ({ account }) =>
    `Access for ${account} was revoked at Google. Create a new key for it. Or ${CONNECT_AGAIN}.`,
  no_account: () =>
    'No Google account is set up. Set GOOGLE_APPLICATION_CREDENTIALS to the path of a service account key file.',
  scope_missing: ({ account }) => `${account} has not granted access to Google Sheets. To allow it, ${CONNECT_AGAIN}.`,
  not_lent: ({ account }) =>
    `${account} does not let this task use their Google access. They can allow it under Settings > My Google access. Or list another account in the task.`,
  removed: ({ account }) =>
    `${account} may no longer sign in here, so no task uses their Google access. List another account in the task, or let somebody else change what it copies.`,
  api_disabled: ({ account, consumer, link }) =>
    `The Google Sheets API is not enabled in ${projectName(consumer)} of ${account}. Enable it${link ? ` at ${link}` : ' in the Google Cloud console'}, and wait a few minutes.`,
  billing_disabled: ({ account, consumer, detail }) =>
    `Billing is disabled in ${projectName(consumer)} of ${account}. Ask the administrator of the project to enable it. Google says: "${detail}"`,
  project_blocked: ({ account, consumer, detail }) =>
    `Google refuses requests from ${projectName(consumer)} of ${account}. Ask the administrator of the project. Google says: "${detail}"`,
  domain_blocked: ({ account, detail }) =>
    `The Google Workspace administrator of ${account} blocks this access. Ask the administrator to let apps use Google Drive and Sheets. Google says: "${detail}"`,
  not_shared: ({ account, file, kind }) =>
    `${account} cannot ${permissions[kind].verb} ${file}. Share it with ${account} as ${permissions[kind].role}.`,
  refused: ({ account, file, detail }) => `Google refused the access of ${account} to ${file}: "${detail}"`,
  protected: ({ account, file }) =>
    `Some of the cells to write in ${file} are protected. Let ${account} edit the protected range, or remove the protection.`,
  not_found: ({ file }) => `${file} was not found. Check the link in the task, and whether the file was deleted.`,
  office_file: ({ file }) =>
    `${file} is an Excel file. Open it, choose File > Save as Google Sheets, and put the link of the new file into the task.`,
  tab_missing: ({ file, detail }) =>
    `A tab of ${file} was renamed or deleted during the copy (${detail}). Check the tab names in the task.`,
  invalid: ({ file, detail }) => `The spreadsheet service rejected a request for ${file}: ${detail}`,
  cell_limit: ({ file }) =>
    `${file} would exceed 10,000,000 cells, the limit for a spreadsheet. Delete unused rows, columns or tabs.`,
  column_limit: ({ file, place }) =>
    `${file} would exceed 18,278 columns${place && ` in ${place}`}, the limit for a tab. Delete unused columns of the source.`,
  text_too_long: ({ file, place }) =>
    `${file} would exceed 50,000 characters in ${place || 'a cell'}, the limit for a cell. Shorten the text in the source.`,
  too_large: ({ file }) =>
    `A request for ${file} was too large for the spreadsheet service. Set a smaller chunk size in the task type.`,
}

function projectName(consumer: string | undefined): string {
  const id = projectOf(consumer)
  return id === undefined ? 'the Google Cloud project' : `the Google Cloud project ${id}`
}

function projectOf(consumer: string | undefined): string | undefined {
  return consumer?.split(/[/:]/).at(-1) || undefined
}

interface Failure extends Partial<Evidence> {
  reason: ApiReason
  about: Partial<RequestSubject>
  cause?: unknown
}

/** An error whose message says what is wrong and how to fix it. */
export function explainFailure({ reason, about, cause, ...evidence }: Failure): ProviderError {
  const { detail = '', consumer } = evidence
  const subject = { account: '', file: '', spreadsheetId: '', kind: 'read' as const, place: '', ...about }
  const cure = cureOf(reason, { ...subject, detail, consumer, link: evidence.link })
  const link = cure?.kind === 'open' ? cure.url : undefined
  const message = messages[reason]({ ...subject, detail, consumer, link })
  return new ProviderError({ reason, message: message.replace(/^the /, 'The '), cure, cause })
}

/** Undefined when there is none, or when it would lead anywhere but to Google. */
function cureOf(reason: ApiReason, about: RequestSubject & Evidence): Cure | undefined {
  return Cure.safeParse(proposedCure(reason, about)).data
}

function proposedCure(
  reason: ApiReason,
  { account: address, kind, spreadsheetId, link, consumer }: RequestSubject & Evidence,
): Cure | undefined {
  const project = projectOf(consumer)
  const query = project === undefined ? '' : `?project=${encodeURIComponent(project)}`
  switch (reason) {
    case 'not_shared':
      return { kind: 'share', address, role: permissions[kind].lowest, spreadsheet_id: spreadsheetId }
    case 'scope_missing':
      return { kind: 'connect', address }
    case 'api_disabled': {
      const url = link ?? `https://console.cloud.google.com/apis/library/sheets.googleapis.com${query}`
      return { kind: 'open', label: 'Enable the API', url }
    }
    case 'billing_disabled':
      return {
        kind: 'open',
        label: 'Open billing',
        url: `https://console.cloud.google.com/billing/linkedaccount${query}`,
      }
    default:
      return undefined
  }
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
  // If one of them may work later, so may the run.
  const { error } = rejected.find((each) => each.error.retryable) ?? first
  const { cure } = rejected.find((each) => each.error.cure)?.error ?? error
  return new ProviderError({ reason: error.reason, message, cure, cause: error })
}
