import { type FixAction, GoogleLink } from '#contract/fix-action.ts'
import { DRIVE_SCOPE } from '#contract/google-scopes.ts'
import { settingsPlace } from '#contract/settings-labels.ts'
import { fileIdentity, formatFileName, isSignIn, type NamedFile } from '#domain/copy/named-file.ts'
import type { Explanation } from '#domain/explanation.ts'
import { type AccountFacts, CONNECT_AGAIN, grantScope } from './grant-scope.ts'

/** The subject of a request, and the provider's words about its failure. Unknown parts are empty. */
export interface RequestFacts extends AccountFacts {
  /** The API of the request; by default, Sheets. */
  readonly api?: keyof typeof apis | undefined
  readonly file: NamedFile
  readonly kind: 'read' | 'write'
  /** The tab or cell, e.g. `the tab 'Data'`. */
  readonly place: string
  /** The provider's own words. */
  readonly detail: string
  /** The ID of the Cloud project. */
  readonly project: string
  /** The Google page for the fix, as named by Google. */
  readonly link: string
}

const apis = {
  sheets: { name: 'Google Sheets API', page: 'apis/library/sheets.googleapis.com' },
  drive: { name: 'Google Drive API', page: 'apis/library/drive.googleapis.com' },
} as const

export const permissions = {
  read: { verb: 'open', role: 'a Viewer or Editor', lowest: 'viewer' },
  write: { verb: 'edit', role: 'an Editor', lowest: 'editor' },
} as const

/** Why a request to the provider fails. */
export const requestFailures = {
  rate_limited: ({ account }) => ({
    subject: account,
    reason: `Other programs used up the Google quota of ${account}.`,
    fix: 'Wait a few minutes, or run fewer tasks at once.',
  }),
  unavailable: ({ account, file, detail }) => ({
    subject: fileIdentity(file),
    reason: isSignIn(file)
      ? `${formatFileName(file)} did not answer for ${account}${detail && ` (${detail})`}.`
      : `${formatFileName(file)} is temporarily unavailable (${detail}).`,
    fix: 'Try again later.',
  }),
  conflict: ({ file }) => ({
    subject: fileIdentity(file),
    reason: `${formatFileName(file)} was busy with other changes.`,
    fix: 'Try again later.',
  }),
  grid_changed: ({ file }) => ({
    subject: fileIdentity(file),
    reason: `Rows or columns of ${formatFileName(file)} were deleted during the copy.`,
    fix: 'Run the task again when nobody is editing it.',
  }),
  rows_shifted: ({ file }) => ({
    subject: fileIdentity(file),
    reason: `Rows of ${formatFileName(file)} were inserted, deleted or edited while they were read.`,
    fix: 'Run the task again when nobody is editing it.',
  }),
  still_loading: ({ file, detail }) => ({
    subject: fileIdentity(file),
    reason: `Some cells of ${formatFileName(file)} still show 'Loading...', the first is ${detail}.`,
    fix: 'Open it, wait for its formulas to finish, and run the task again.',
  }),
  intercepted: ({ file, detail }) => ({
    subject: '',
    reason: `A proxy or firewall answered instead of ${isSignIn(file) ? formatFileName(file) : 'Google'} (${detail}).`,
    fix: 'Ask your network administrator to let Nano Sync reach googleapis.com.',
  }),
  unauthenticated: ({ account }) => ({
    subject: account,
    reason: `Google rejected the credentials of ${account}.`,
    fix: `Check its key file. Or ${CONNECT_AGAIN}.`,
  }),
  no_machine_credentials: () => ({
    subject: '',
    reason: 'This machine has no default credentials of Google.',
    fix: "Run 'gcloud auth application-default login' as the user who runs Nano Sync, or set GOOGLE_APPLICATION_CREDENTIALS to the path of a key file.",
  }),
  revoked: ({ account }) => ({
    subject: account,
    reason: `Access for ${account} was revoked at Google.`,
    fix: `Create a new key for it. Or ${CONNECT_AGAIN}.`,
  }),
  no_account: () => ({
    subject: '',
    reason: 'No Google account is set up.',
    fix: 'Set GOOGLE_APPLICATION_CREDENTIALS to the path of a service account key file.',
  }),
  not_connected: ({ account }) => ({
    subject: account,
    reason: `${account} has not connected their spreadsheets.`,
    fix: `Sign in with this account and choose 'Connect my spreadsheets' under ${settingsPlace('access')}, or list another account in the task.`,
    action: { kind: 'connect', address: account },
  }),
  scope_missing: ({ account, credentials, clientId }) => ({
    subject: account,
    reason: `${account} has not granted access to Google Sheets.`,
    ...grantScope({ account, credentials, clientId }),
  }),
  drive_scope_missing: ({ account, credentials = 'key', clientId }) => ({
    subject: account,
    reason: `${account} may not ask Google Drive about files: its access lacks the scope ${DRIVE_SCOPE}.`,
    ...grantScope({ account, credentials, clientId }),
  }),
  not_lent: ({ account }) => ({
    subject: account,
    reason: `${account} does not let this task use their Google access.`,
    fix: `They can allow it under ${settingsPlace('access')}. Or list another account in the task.`,
  }),
  removed: ({ account }) => ({
    subject: account,
    reason: `${account} may no longer sign in here, so no task uses their Google access.`,
    fix: 'List another account in the task, or have someone else edit the task.',
  }),
  api_disabled: ({ account, project, link, api = 'sheets' }) => ({
    subject: account,
    reason: `The ${apis[api].name} is not enabled in ${projectName(project)} of ${account}.`,
    fix: `Enable it at ${buildConsoleUrl(apis[api].page, { project, link })}, and wait a few minutes.`,
    action: open('Enable the API', buildConsoleUrl(apis[api].page, { project, link })),
  }),
  billing_disabled: ({ account, project, detail }) => ({
    subject: account,
    reason: `Billing is disabled in ${projectName(project)} of ${account}.`,
    fix: `Ask the administrator of the project to enable it. Google says: "${detail}"`,
    action: open('Open billing', buildConsoleUrl('billing/linkedaccount', { project })),
  }),
  project_blocked: ({ account, project, detail }) => ({
    subject: account,
    reason: `Google refuses requests from ${projectName(project)} of ${account}.`,
    fix: `Ask the administrator of the project. Google says: "${detail}"`,
  }),
  domain_blocked: ({ account, detail }) => ({
    subject: account,
    reason: `The Google Workspace administrator of ${account} blocks this access.`,
    fix: `Ask the administrator to let apps use Google Drive and Sheets. Google says: "${detail}"`,
  }),
  not_shared: ({ account, file, kind }) => ({
    subject: `${account} ${fileIdentity(file)}`,
    reason: `${account} cannot ${permissions[kind].verb} ${formatFileName(file)}.`,
    fix: `Share it with ${account} as ${permissions[kind].role}.`,
    action: { kind: 'share', address: account, role: permissions[kind].lowest, spreadsheet_id: fileIdentity(file) },
  }),
  refused: ({ account, file, detail }) => ({
    subject: `${account} ${fileIdentity(file)}`,
    reason: `Google refused the access of ${account} to ${formatFileName(file)}: "${detail}"`,
  }),
  protected: ({ account, file }) => ({
    subject: `${account} ${fileIdentity(file)}`,
    reason: `Some of the cells to write in ${formatFileName(file)} are protected.`,
    fix: `Let ${account} edit the protected range, or remove the protection.`,
  }),
  not_found: ({ file }) => ({
    subject: fileIdentity(file),
    reason: `${formatFileName(file)} was not found.`,
    fix: 'Check the link in the task, and whether the file was deleted.',
  }),
  not_picked: ({ account, file }) => ({
    subject: `${account} ${fileIdentity(file)}`,
    reason: `${account} has not picked ${formatFileName(file)}.`,
    fix: `Sign in with this account, and pick the file under ${settingsPlace('access')}. If Google does not list the file there, share it with ${account} first.`,
  }),
  google_not_connected: () => ({
    subject: '',
    reason: 'This is a Google spreadsheet, and Nano Sync is not connected to Google yet.',
    fix: `Connect it under ${settingsPlace('googleSetup')}.`,
    action: { kind: 'connect_google' },
  }),
  office_file: ({ file }) => ({
    subject: fileIdentity(file),
    reason: `${formatFileName(file)} is an Excel file.`,
    fix: 'Open it, choose File > Save as Google Sheets, and put the link of the new file into the task.',
  }),
  tab_missing: ({ file, detail }) => ({
    subject: fileIdentity(file),
    reason: `A tab of ${formatFileName(file)} was renamed or deleted during the copy (${detail}).`,
    fix: 'Check the tab names in the task.',
  }),
  invalid: ({ file, detail }) => ({
    subject: `${fileIdentity(file)} ${detail}`,
    reason: `The spreadsheet service rejected a request for ${formatFileName(file)}${detail === '' ? '.' : `: ${detail}`}`,
  }),
  cell_limit: ({ file }) => ({
    subject: fileIdentity(file),
    reason: `${formatFileName(file)} would exceed 10,000,000 cells, the limit for a spreadsheet.`,
    fix: 'Delete unused rows, columns or tabs.',
  }),
  column_limit: ({ file, place }) => ({
    subject: `${fileIdentity(file)} ${place}`,
    reason: `${formatFileName(file)} would exceed 18,278 columns${place && ` in ${place}`}, the limit for a tab.`,
    fix: 'Delete unused columns of the source.',
  }),
  text_too_long: ({ file, place }) => ({
    subject: `${fileIdentity(file)} ${place}`,
    reason: `${formatFileName(file)} would exceed 50,000 characters in ${place || 'a cell'}, the limit for a cell.`,
    fix: 'Shorten the text in the source.',
  }),
  too_large: ({ file, kind }) => ({
    subject: fileIdentity(file),
    reason: `A request for ${formatFileName(file)} was too large for the spreadsheet service.`,
    fix:
      kind === 'read'
        ? 'Set a chunk size under 1,000 in the task type: no read asks for more rows than that.'
        : 'Shorten long texts in the source, or divide it into several tabs.',
  }),
} as const satisfies Record<string, (facts: RequestFacts) => Explanation>

export type RequestCause = keyof typeof requestFailures
export type RequestFailure = { readonly cause: RequestCause } & RequestFacts

function projectName(project: string): string {
  return project === '' ? 'the Google Cloud project' : `the Google Cloud project ${project}`
}

function buildConsoleUrl(path: string, { project, link = '' }: { project: string; link?: string }): string {
  const query = project === '' ? '' : `?project=${encodeURIComponent(project)}`
  return GoogleLink.safeParse(link).data ?? `https://console.cloud.google.com/${path}${query}`
}

export function open(label: string, url: string): FixAction {
  return { kind: 'open', label, url }
}
