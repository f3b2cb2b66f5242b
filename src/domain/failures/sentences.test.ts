import { expect, test } from 'vitest'
import type { FilledTable } from '#domain/copy/grow-table.ts'
import { type Cause, describeFailure, type Failure, type Hold } from './failure.ts'
import type { RequestCause, RequestFacts } from './request-failures.ts'
import type { TokenCause, TokenFacts } from './token-failures.ts'

/** The sentences that people read about each cause, beside its facts. A new cause is a type error until it has a sentence here. */
type Sentences = { readonly [C in Cause]: readonly (readonly [Facts<C>, string])[] }
type Facts<C extends Cause> = C extends RequestCause
  ? RequestFacts
  : C extends TokenCause
    ? TokenFacts
    : WithoutCause<Extract<Hold | Failure, { cause: C }>>
type WithoutCause<F> = F extends unknown ? Omit<F, 'cause'> : never

const ask = { account: 'robot@example.com', kind: 'read', place: '', detail: '', project: '', link: '' } as const
const file = { id: '1AbC', title: 'Plan', end: 'source' } as const
const signIn = { signIn: 'the sign-in provider' }
const asked = { ...ask, file }
const token = { account: 'jo@example.com', owner: 'person', detail: 'invalid_grant', clockAheadMinutes: 0 } as const
const configured = { ...token, owner: 'configured' } as const
const folder = { folderId: '1FoL', account: 'robot@example.com', detail: '' } as const
const limit = { percent: 62.04, limitPercent: 50 }
const usual = { ...limit, percent: 9.96, usualPercent: 4.25 }
const cells = [{ row: 7, column: 28, before: 'open', after: null }]
const noCells = { count: 2, cells: [] }
const empty = [{ row: 5, column: 2, before: null, after: '' }]
const prerequisite = { name: 'Ledger', type: 'Night', id: 7 }

const sentences: Sentences = {
  rate_limited: [
    [
      asked,
      'Other programs used up the Google quota of robot@example.com. Wait a few minutes, or run fewer tasks at once.',
    ],
  ],
  unavailable: [
    [{ ...asked, detail: '503' }, 'The source spreadsheet "Plan" is temporarily unavailable (503). Try again later.'],
    [
      { ...ask, file: signIn, detail: '502' },
      'The sign-in provider did not answer for robot@example.com (502). Try again later.',
    ],
    [{ ...ask, file: signIn }, 'The sign-in provider did not answer for robot@example.com. Try again later.'],
  ],
  conflict: [[asked, 'The source spreadsheet "Plan" was busy with other changes. Try again later.']],
  grid_changed: [
    [
      asked,
      'Rows or columns of the source spreadsheet "Plan" were deleted during the copy. Run the task again when nobody is editing it.',
    ],
  ],
  rows_shifted: [
    [
      asked,
      'Rows of the source spreadsheet "Plan" were inserted, deleted or edited while they were read. Run the task again when nobody is editing it.',
    ],
  ],
  still_loading: [
    [
      { ...asked, detail: 'B7' },
      `Some cells of the source spreadsheet "Plan" still show 'Loading...', the first is B7. Open it, wait for its formulas to finish, and run the task again.`,
    ],
  ],
  intercepted: [
    [
      { ...asked, detail: 'text/html' },
      'A proxy or firewall answered instead of Google (text/html). Ask your network administrator to let Nano Sync reach googleapis.com.',
    ],
    [
      { ...ask, file: signIn, detail: 'text/html' },
      'A proxy or firewall answered instead of the sign-in provider (text/html). Ask your network administrator to let Nano Sync reach googleapis.com.',
    ],
  ],
  unauthenticated: [
    [
      asked,
      'Google rejected the credentials of robot@example.com. Check its key file. Or sign in with this account and connect it again under Settings › My Google access.',
    ],
  ],
  no_machine_credentials: [
    [
      asked,
      "This machine has no default credentials of Google. Run 'gcloud auth application-default login' as the user who runs Nano Sync, or set GOOGLE_APPLICATION_CREDENTIALS to the path of a key file.",
    ],
  ],
  revoked: [
    [
      asked,
      'Access for robot@example.com was revoked at Google. Create a new key for it. Or sign in with this account and connect it again under Settings › My Google access.',
    ],
  ],
  no_account: [
    [
      asked,
      'No Google account is set up. Set GOOGLE_APPLICATION_CREDENTIALS to the path of a service account key file.',
    ],
  ],
  not_connected: [
    [
      asked,
      "robot@example.com has not connected their spreadsheets. Sign in with this account and choose 'Connect my spreadsheets' under Settings › My Google access, or list another account in the task.",
    ],
  ],
  scope_missing: [
    [
      asked,
      'robot@example.com has not granted access to Google Sheets. To allow it, sign in with this account and connect it again under Settings › My Google access.',
    ],
  ],
  not_lent: [
    [
      asked,
      'robot@example.com does not let this task use their Google access. They can allow it under Settings › My Google access. Or list another account in the task.',
    ],
  ],
  removed: [
    [
      asked,
      'robot@example.com may no longer sign in here, so no task uses their Google access. List another account in the task, or have someone else edit the task.',
    ],
  ],
  api_disabled: [
    [
      asked,
      'The Google Sheets API is not enabled in the Google Cloud project of robot@example.com. Enable it at https://console.cloud.google.com/apis/library/sheets.googleapis.com, and wait a few minutes.',
    ],
    [
      { ...asked, project: 'a b' },
      'The Google Sheets API is not enabled in the Google Cloud project a b of robot@example.com. Enable it at https://console.cloud.google.com/apis/library/sheets.googleapis.com?project=a%20b, and wait a few minutes.',
    ],
    [
      { ...asked, link: 'https://console.developers.google.com/apis/api/sheets?project=7' },
      'The Google Sheets API is not enabled in the Google Cloud project of robot@example.com. Enable it at https://console.developers.google.com/apis/api/sheets?project=7, and wait a few minutes.',
    ],
  ],
  billing_disabled: [
    [
      { ...asked, project: '7', detail: 'Billing is off.' },
      'Billing is disabled in the Google Cloud project 7 of robot@example.com. Ask the administrator of the project to enable it. Google says: "Billing is off."',
    ],
  ],
  project_blocked: [
    [
      { ...asked, project: '7', detail: 'Suspended.' },
      'Google refuses requests from the Google Cloud project 7 of robot@example.com. Ask the administrator of the project. Google says: "Suspended."',
    ],
  ],
  domain_blocked: [
    [
      { ...asked, detail: 'Off for this unit.' },
      'The Google Workspace administrator of robot@example.com blocks this access. Ask the administrator to let apps use Google Drive and Sheets. Google says: "Off for this unit."',
    ],
  ],
  not_shared: [
    [
      asked,
      'robot@example.com cannot open the source spreadsheet "Plan". Share it with robot@example.com as a Viewer or Editor.',
    ],
    [
      { ...asked, kind: 'write' },
      'robot@example.com cannot edit the source spreadsheet "Plan". Share it with robot@example.com as an Editor.',
    ],
    [
      { ...asked, file: 'the sheet of a link' },
      'robot@example.com cannot open the sheet of a link. Share it with robot@example.com as a Viewer or Editor.',
    ],
  ],
  refused: [
    [
      { ...asked, detail: 'No.' },
      'Google refused the access of robot@example.com to the source spreadsheet "Plan": "No."',
    ],
  ],
  protected: [
    [
      { ...asked, file: { id: '1AbC', end: 'target' } },
      'Some of the cells to write in the target spreadsheet 1AbC are protected. Let robot@example.com edit the protected range, or remove the protection.',
    ],
  ],
  not_found: [
    [
      { ...asked, file: { id: '1AbC' } },
      'The spreadsheet 1AbC was not found. Check the link in the task, and whether the file was deleted.',
    ],
  ],
  office_file: [
    [
      asked,
      'The source spreadsheet "Plan" is an Excel file. Open it, choose File > Save as Google Sheets, and put the link of the new file into the task.',
    ],
  ],
  tab_missing: [
    [
      { ...asked, detail: 'Unable to parse range: Data' },
      'A tab of the source spreadsheet "Plan" was renamed or deleted during the copy (Unable to parse range: Data). Check the tab names in the task.',
    ],
  ],
  invalid: [
    [
      { ...asked, detail: 'Invalid value.' },
      'The spreadsheet service rejected a request for the source spreadsheet "Plan": Invalid value.',
    ],
  ],
  cell_limit: [
    [
      asked,
      'The source spreadsheet "Plan" would exceed 10,000,000 cells, the limit for a spreadsheet. Delete unused rows, columns or tabs.',
    ],
  ],
  column_limit: [
    [
      { ...asked, place: "the tab 'Data'" },
      `The source spreadsheet "Plan" would exceed 18,278 columns in the tab 'Data', the limit for a tab. Delete unused columns of the source.`,
    ],
    [
      asked,
      'The source spreadsheet "Plan" would exceed 18,278 columns, the limit for a tab. Delete unused columns of the source.',
    ],
  ],
  text_too_long: [
    [
      { ...asked, place: 'B7' },
      'The source spreadsheet "Plan" would exceed 50,000 characters in B7, the limit for a cell. Shorten the text in the source.',
    ],
    [
      asked,
      'The source spreadsheet "Plan" would exceed 50,000 characters in a cell, the limit for a cell. Shorten the text in the source.',
    ],
  ],
  too_large: [
    [
      asked,
      'A request for the source spreadsheet "Plan" was too large for the spreadsheet service. Set a chunk size under 1,000 in the task type: no read asks for more rows than that.',
    ],
    [
      { ...asked, kind: 'write' },
      'A request for the source spreadsheet "Plan" was too large for the spreadsheet service. Shorten long texts in the source, or divide it into several tabs.',
    ],
  ],

  clock_off: [
    [
      { ...token, clockAheadMinutes: 7 },
      'The clock of this server is 7 minutes fast, so Google rejects its sign-in. Set the clock, or turn on time synchronization.',
    ],
    [
      { ...token, clockAheadMinutes: -1 },
      'The clock of this server is 1 minute slow, so Google rejects its sign-in. Set the clock, or turn on time synchronization.',
    ],
    [
      { ...token, clockAheadMinutes: null },
      'The clock of this server is wrong, so Google rejects its sign-in. Set the clock, or turn on time synchronization.',
    ],
  ],
  access_ended: [
    [
      token,
      'Access to Google Sheets for jo@example.com was revoked or has expired. To restore it, sign in with this account and connect it again under Settings › My Google access.',
    ],
    [
      configured,
      'Access to Google Sheets for jo@example.com was revoked or has expired. Create new credentials for it.',
    ],
  ],
  consent_expired: [
    [
      token,
      "Access for jo@example.com ended seven days after it was granted, because the app's consent screen is in testing. Publish the app at https://console.cloud.google.com/auth/audience, then sign in with this account and connect it again under Settings › My Google access.",
    ],
  ],
  session_control: [
    [
      token,
      'The Google Workspace of jo@example.com requires signing in again from time to time. Ask the administrator to exempt this app. Or sign in with this account and connect it again under Settings › My Google access.',
    ],
    [
      configured,
      'The Google Workspace of jo@example.com requires signing in again from time to time. Ask the administrator to exempt this app. Or create new credentials for it.',
    ],
  ],
  admin_blocked: [
    [
      { ...token, clientId: '77' },
      'A Google Workspace administrator blocks this app for jo@example.com. Ask the administrator to trust the app with the client ID 77 at https://admin.google.com/ac/owl/list?tab=configuredApps. Google says: "invalid_grant"',
    ],
    [
      token,
      'A Google Workspace administrator blocks this app for jo@example.com. Ask the administrator to trust it at https://admin.google.com/ac/owl/list?tab=configuredApps. Google says: "invalid_grant"',
    ],
  ],
  key_deleted: [
    [
      configured,
      'Google does not know the key of jo@example.com any more. Create a new key for this service account at https://console.cloud.google.com/iam-admin/serviceaccounts.',
    ],
  ],
  account_deleted: [[configured, 'Google has no account jo@example.com any more. Restore it, or use another account.']],
  account_disabled: [
    [
      configured,
      'The service account jo@example.com is disabled. Enable it at https://console.cloud.google.com/iam-admin/serviceaccounts.',
    ],
  ],
  delegation_missing: [
    [
      { ...configured, clientId: '77' },
      'The service account may not act for jo@example.com. Ask a Google Workspace administrator to authorize its client ID 77 for https://www.googleapis.com/auth/spreadsheets at https://admin.google.com/ac/owl/domainwidedelegation.',
    ],
    [
      configured,
      'The service account may not act for jo@example.com. Ask a Google Workspace administrator to authorize its client ID for https://www.googleapis.com/auth/spreadsheets at https://admin.google.com/ac/owl/domainwidedelegation.',
    ],
  ],
  client_rejected: [
    [
      token,
      'The sign-in provider refused to renew access for jo@example.com (invalid_grant). Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, and whether the client is enabled.',
    ],
  ],
  token_refused: [[token, 'Google issued no access token for jo@example.com: "invalid_grant". Check its credentials.']],

  no_usable_account: [
    [
      {
        file,
        kind: 'write',
        rejected: [
          { account: 'a@example.com', failure: { cause: 'not_shared', ...asked } },
          { account: 'b@example.com', failure: { cause: 'not_shared', ...asked } },
        ],
      },
      'None of these accounts can edit the source spreadsheet "Plan": a@example.com, b@example.com. Share it with one of them as an Editor.',
    ],
  ],
  held: [
    [
      {
        holds: [
          { cause: 'source_shrank', rows: 1, lastRows: 900 },
          { cause: 'target_edited', count: 1, first: 'B7' },
        ],
      },
      "The source shrank from 900 rows to 1 row since the last successful run. 1 cell was edited by hand since the last run, B7. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'. Check the target; to overwrite it, choose 'Copy anyway'.",
    ],
    [{ holds: [{ cause: 'columns_added', columns: ['Note'] }] }, 'The source has 1 new last column: "Note".'],
  ],

  same_tab: [[{ file, tab: 'Data' }, "Source and target are the same tab, 'Data'. Choose another target tab."]],
  tab_without_cells: [
    [
      { file, tab: 'Chart1' },
      `The tab 'Chart1' of the source spreadsheet "Plan" holds a chart or a data source instead of cells. Choose another tab.`,
    ],
  ],
  no_tab: [
    [
      { file, tab: 'Data', tabs: ['Sheet1', "Jo's"] },
      `There is no tab named 'Data' in the source spreadsheet "Plan". Choose one of its tabs in the task: 'Sheet1', 'Jo''s'.`,
    ],
    [{ file, tab: '', tabs: [] }, 'There is no tab with cells in the source spreadsheet "Plan". Add a tab to it.'],
    [
      { file, tab: '#gid=12', tabs: ['Sheet1'] },
      `There is no tab with the ID 12 of the link in the source spreadsheet "Plan". Choose one of its tabs in the task: 'Sheet1'.`,
    ],
  ],
  source_column_missing: [
    [
      { file, tab: 'Data', columns: [{ name: 'Amount', use: 'copied' }] },
      `The tab 'Data' of the source spreadsheet "Plan" has no column "Amount". Nothing was written. Rename the column back, or change the columns and rows of the task.`,
    ],
    [
      {
        file,
        tab: 'Data',
        columns: [
          { name: 'Status', use: 'tested' },
          { name: 'Number', use: 'key' },
        ],
      },
      `The tab 'Data' of the source spreadsheet "Plan" has no columns "Status" (in a condition), "Number" (in the key columns). Nothing was written. Rename the columns back, or change the columns and rows of the task.`,
    ],
  ],
  appended_rows_moved: [
    [
      { file, tab: 'Data' },
      `Rows of the tab 'Data' of the source spreadsheet "Plan" were inserted, deleted, sorted or filled while this run added its own. Run the task again: it takes back the rows of this run, and adds all of them below.`,
    ],
  ],
  keyed_rows_moved: [
    [
      { file, tab: 'Data', tries: 3 },
      `Rows of the tab 'Data' of the source spreadsheet "Plan" were sorted, inserted or deleted each of the 3 times that this run wrote to them. Cells of other rows that it met were put back. Run the task again while nobody moves rows there.`,
    ],
  ],
  in_trash: [
    [
      { file },
      'The source spreadsheet "Plan" is in the trash; Drive deletes it after 30 days. Restore it, or choose another spreadsheet in the task.',
    ],
  ],
  edits_unseen: [
    [
      { account: 'robot@example.com', file, detail: '' },
      'Edits do not run this task: Google Drive is not available for robot@example.com, because only the key of a service account may ask Drive about edits. Give the task a scheduled time, or have it use a service account.',
    ],
    [
      { account: '', file, detail: '' },
      'Edits do not run this task: Google Drive is not available for it, because only the key of a service account may ask Drive about edits. Give the task a scheduled time, or have it use a service account.',
    ],
    [
      { account: 'robot@example.com', file, detail: 'Drive is off. Enable it.' },
      'Edits do not run this task: Google Drive does not tell robot@example.com whether the source spreadsheet "Plan" was edited. Google says: "Drive is off." Enable the Google Drive API in the Google Cloud project, and share the spreadsheet with the account. Until then, give the task a scheduled time.',
    ],
  ],
  tab_replaced: [
    [
      { file, tab: 'Data', now: 'Data 2025' },
      `The tab 'Data' of the source spreadsheet "Plan" was renamed to 'Data 2025', and another tab is named 'Data' now. Nothing was written. To use the tab that is named 'Data' now, choose 'Copy anyway'; to keep using 'Data 2025', choose it in the task.`,
    ],
  ],
  target_tab_deleted: [
    [
      { file: { id: '1AbC', title: 'Plan' }, tab: 'Data' },
      `The target tab 'Data' of the spreadsheet "Plan" was deleted. Create it again? Nothing was written. To create it, choose 'Copy anyway'; or choose another tab in the task.`,
    ],
  ],
  changed_tab_deleted: [
    [
      { file: { ...file, end: 'target' }, tab: 'Data' },
      `The tab 'Data' of the target spreadsheet "Plan" was deleted since, so it cannot be restored. Google keeps it in the version history.`,
    ],
  ],
  folder_unusable: [
    [
      { ...folder, problem: 'drive_off' },
      'The spreadsheets of the Google Drive folder "1FoL" are unknown: Google Drive cannot be asked with the access of robot@example.com. Enable the Google Drive API in the Google Cloud project, and have the task use a service account; or name the spreadsheets themselves as sources.',
    ],
    [
      { ...folder, problem: 'drive_off', detail: 'Drive is off' },
      'The spreadsheets of the Google Drive folder "1FoL" are unknown: Google Drive refused robot@example.com (Drive is off). Enable the Google Drive API in the Google Cloud project, and have the task use a service account; or name the spreadsheets themselves as sources.',
    ],
    [
      { ...folder, problem: 'not_found' },
      'The Google Drive folder "1FoL" does not exist, or robot@example.com cannot open it. Correct the folder in the task, or share it with robot@example.com as a Viewer.',
    ],
    [
      { ...folder, problem: 'not_found', account: '' },
      'The Google Drive folder "1FoL" does not exist, or the account of this task cannot open it. Correct the folder in the task, or share it with the account of this task as a Viewer.',
    ],
    [
      { ...folder, problem: 'empty' },
      'The Google Drive folder "1FoL" has no spreadsheet that the task could copy. Correct the folder in the task, or move spreadsheets into it. Excel files, shortcuts and folders in it do not count.',
    ],
    [
      { ...folder, problem: 'too_many' },
      'The Google Drive folder "1FoL" has more than 200 spreadsheets. Divide them among several folders and tasks.',
    ],
  ],
  source_empty: [
    [{}, "The source has no data rows. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'."],
    [
      { source: 'North', written: 1 },
      `"North": The source has no data rows. Earlier in this run, up to 1 cell had been written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
    [
      { source: 'North', keepsItsRows: true },
      `"North": The source has no data rows. Its last rows stay in the target. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  source_shrank: [
    [
      { rows: 1, lastRows: 900 },
      "The source shrank from 900 rows to 1 row since the last successful run. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.",
    ],
    [
      { rows: 90, lastRows: 900, limit },
      "The source shrank from 900 rows to 90 rows since the last successful run. 62 % lost, the limit is 50 %. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.",
    ],
    [
      { rows: 90, lastRows: 900, limit: usual, written: 1200 },
      "The source shrank from 900 rows to 90 rows since the last successful run. 10 % lost, the limit is 50 %; the largest change in the last ten runs was 4.3 %. Earlier in this run, up to 1,200 cells had been written. Check the source; if it is correct, choose 'Copy anyway'.",
    ],
  ],
  source_gone: [
    [
      { tab: '2026-01', rows: 40 },
      "The source '2026-01' (40 rows) is not found any more. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.",
    ],
  ],
  error_jump: [
    [
      { count: 12, lastCount: 0 },
      "Formulas may not have finished: the source has 12 error cells, up from 0 at the last run. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.",
    ],
    [
      { count: 1, lastCount: 0, first: 'B7' },
      "Formulas may not have finished: the source has 1 error cell, up from 0 at the last run. The first is B7. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.",
    ],
  ],
  target_reshaped: [
    [
      { shape: 'cleared' },
      "The target was cleared by hand since the last run. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.",
    ],
    [
      { shape: 'sorted' },
      "The target was sorted by hand since the last run. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.",
    ],
    [
      { shape: 'columns_moved' },
      "The target had columns moved by hand since the last run. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.",
    ],
  ],
  target_edited: [
    [
      { count: 1, first: 'B7' },
      "1 cell was edited by hand since the last run, B7. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.",
    ],
    [
      { count: 14, first: 'B7' },
      "14 cells were edited by hand since the last run, the first in B7. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.",
    ],
  ],
  edited_since_preview: [[{}, 'Cells were edited since the preview. Nothing was written. Open the preview again.']],
  owner_left: [
    [
      { person: 'jo@example.com' },
      "Its owner left: jo@example.com may no longer sign in here, so somebody must take it over. Nothing was written. To run it as yours, choose 'Take over'.",
    ],
  ],

  target_occupied: [
    [
      { tab: 'Data', rows: 12, count: 40, percent: 100, cells },
      `"Data" already holds 12 rows that this copy would overwrite (40 cells, 100 % of what is there), for example AB7: "open" → empty. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.`,
    ],
  ],
  other_cells: [
    [
      { tab: 'Data', rows: 1, count: 1, cells: [{ row: 1, column: 1, before: 'a'.repeat(31), after: 0 }] },
      `1 cell of "Data" that no run of this task wrote would be overwritten, for example A1: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…" → 0. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.`,
    ],
    [
      { tab: 'Data', rows: 1, count: 1, cells: [{ row: 1, column: 1, before: 'a'.repeat(30), after: true }] },
      `1 cell of "Data" that no run of this task wrote would be overwritten, for example A1: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" → true. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.`,
    ],
  ],
  pivot_overwritten: [
    [
      { tab: 'Data', count: 1, tables: [table('pivot', 1)] },
      `This copy would overwrite the pivot table A1:B9 of "Data", which an undo cannot bring back. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.`,
    ],
    [
      { tab: 'Data', count: 2, tables: [table('pivot', 1), table('connected', 4)] },
      `This copy would overwrite the pivot table A1:B9 and the connected table D1:E9 of "Data", which an undo cannot bring back. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.`,
    ],
    [
      { tab: 'Data', count: 5, tables: [1, 4, 7, 10].map((column) => table('pivot', column)) },
      `This copy would overwrite the pivot table A1:B9, the pivot table D1:E9, the pivot table G1:H9 and 2 more of "Data", which an undo cannot bring back. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.`,
    ],
  ],
  no_row_matches: [
    [
      { sourceRows: 1 },
      "The only row of the source does not meet the conditions of the task. Nothing was written. Check the source and the rows of the task; if they are correct, choose 'Copy anyway'.",
    ],
    [
      { sourceRows: 1, skipsHidden: true },
      "The only row of the source is hidden or does not meet the conditions of the task. Nothing was written. Check the source and the rows of the task; if they are correct, choose 'Copy anyway'.",
    ],
    [
      { sourceRows: 3000, skipsHidden: true },
      "None of the 3,000 rows of the source is visible and meets the conditions of the task. Nothing was written. Check the source and the rows of the task; if they are correct, choose 'Copy anyway'.",
    ],
  ],
  matches_shrank: [
    [
      { rows: 1, lastRows: 900 },
      "1 row of the source meets the conditions of the task, down from 900 at the last successful run. Nothing was written. Check the source and the rows of the task; if they are correct, choose 'Copy anyway'.",
    ],
    [
      { rows: 1, lastRows: 900, skipsHidden: true },
      "1 row of the source is visible and meets the conditions of the task, down from 900 at the last successful run. Nothing was written. Check the source and the rows of the task; if they are correct, choose 'Copy anyway'.",
    ],
    [
      { rows: 2, lastRows: 900, skipsHidden: true, limit },
      "2 rows of the source are visible and meet the conditions of the task, down from 900 at the last successful run. 62 % lost, the limit is 50 %. Nothing was written. Check the source and the rows of the task; if they are correct, choose 'Copy anyway'.",
    ],
  ],
  keys_unusable: [
    [
      { end: 'target', tab: 'Data', empty: 1, doubled: 0, cells: [{ row: 7, column: 1 }] },
      `In "Data" of the target, 1 row has no key: A7. Nothing was written. Give each row a key of its own; to leave these rows as they are and update the others, choose 'Copy anyway'.`,
    ],
    [
      { end: 'source', tab: 'Data', empty: 2, doubled: 1, cells: [{ row: 7, column: 1 }] },
      `In "Data" of the source, 1 row has a key that others have too and 2 rows have no key: A7 …. Nothing was written. Give each row a key of its own; to leave these rows as they are and update the others, choose 'Copy anyway'.`,
    ],
    [
      {
        end: 'source',
        tab: 'Data',
        empty: 0,
        doubled: 2,
        cells: [
          { row: 7, column: 1, source: 'North' },
          { row: 9, column: 1, source: 'South' },
        ],
      },
      `In the sources, 2 rows have a key that others have too: A7 of "North", A9 of "South". Nothing was written. Give each row a key of its own; to leave these rows as they are and update the others, choose 'Copy anyway'.`,
    ],
  ],
  columns_changed: [
    [
      { before: ['A', 'B', 'C'], after: ['B', 'A', 'D'], missing: ['C'], moved: ['A', 'B'], added: ['D'] },
      `The columns of the source changed: missing "C"; moved "A", "B"; new "D". Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
    [
      { before: ['A', 'B', 'C', 'D', 'E'], after: ['E'], missing: ['A', 'B', 'C', 'D'], moved: [], added: [] },
      `The columns of the source changed from 5 to 1: missing "A", "B", "C" and 1 more. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  columns_added: [
    [{ columns: ['Note'] }, 'The source has 1 new last column: "Note".'],
    [{ columns: ['Note', 'By'] }, 'The source has 2 new last columns: "Note", "By".'],
  ],
  column_emptied: [
    [
      { column: 'Amount', count: 2, cells, filled: 0, lastFilled: 1200, ...limit },
      `The column "Amount" has values in 0 instead of 1,200 cells, for example AB7: "open" → empty. 62 % lost, the limit is 50 %. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  kind_changed: [
    [
      { column: 'Due', count: 1, cells, from: 'number', to: 'text', ...usual },
      `In the column "Due", 1 cell turned from number to text, for example AB7: "open" → empty. 10 % changed, the limit is 50 %; the largest change in the last ten runs was 4.3 %. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  column_collapsed: [
    [
      { column: 'Region', ...noCells, distinct: 1, lastDistinct: 1200, ...limit },
      `In the column "Region", 2 cells now hold the same value; there were 1,200 different ones, now 1. 62 % the same, the limit is 50 %. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  numbers_scaled: [
    [
      { column: 'Amount', ...noCells, mean: 123_456, lastMean: 1234.56 },
      `The numbers of the column "Amount" are about 100 times larger: 1,235 on average before, 123,500 now. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
    [
      { column: 'Amount', count: 1, cells, mean: 0.5, lastMean: 500 },
      `The numbers of the column "Amount" are about 1,000 times smaller: 500 on average before, 0.5 now, for example AB7: "open" → empty. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  column_moved: [
    [
      { column: 'Amount', ...noCells, ...limit },
      `The values of the column "Amount" moved to other rows, about 2 cells, while the rest of the rows stayed. 62 % moved, the limit is 50 %. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  columns_exchanged: [
    [
      { columns: ['First', 'Last'] },
      `The values of the columns "First", "Last" changed places below their headers. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  keys_replaced: [
    [
      { column: 'Number', rows: 1200, lastRows: 1100, ...limit, percent: 100 },
      `Almost every value of the column "Number", which identifies the rows, is new: 1,100 rows before, 1,200 now. 100 % new, the limit is 50 %. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  rows_repeated: [
    [
      { rows: 200, lastRows: 100, ...limit, percent: 99.9 },
      "Most rows are in the source twice: 200 rows instead of 100. 100 % repeated, the limit is 50 %. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.",
    ],
  ],
  expected_filled: [
    [
      { column: 'Email', count: 1, cells: empty },
      `The column "Email" should be filled, but 1 cell is empty, B5. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
    [
      { column: 'Email', count: 2, cells: empty },
      `The column "Email" should be filled, but 2 cells are empty, the first in B5. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
    [
      { column: 'Email', ...noCells },
      `The column "Email" should be filled, but 2 cells are empty. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  expected_unique: [
    [
      { columns: ['Number'], count: 1, cells: empty },
      `"Number" should be unique, but 1 row repeats another one, B5. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
    [
      { columns: ['Year', 'Number'], ...noCells },
      `"Year" and "Number" should be unique, but 2 rows repeat others. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],

  person_left: [
    [
      { person: 'jo@example.com', channels: [], mail: [] },
      "jo@example.com may no longer sign in here. Their tasks are held until somebody takes them over under 'Held tasks'. Check the alert channels in Settings.",
    ],
    [
      { person: 'jo@example.com', channels: ['Night', 'Ops'], mail: ['Digest'] },
      `jo@example.com may no longer sign in here. Turned off: "Night", "Ops". No longer mailed to this address: "Digest". Their tasks are held until somebody takes them over under 'Held tasks'. Check the alert channels in Settings.`,
    ],
  ],
  key_stored: [
    [
      { account: 'robot@example.com', by: 'jo@example.com', changed: 1, isInactive: false },
      'jo@example.com stored a Google key. 1 active task reads and writes as robot@example.com from now on. If you did not expect this, ask jo@example.com, or have the key deleted under Settings › Connect Google.',
    ],
    [
      { account: 'robot@example.com', by: 'jo@example.com', changed: 3, isInactive: false },
      'jo@example.com stored a Google key. 3 active tasks read and write as robot@example.com from now on. If you did not expect this, ask jo@example.com, or have the key deleted under Settings › Connect Google.',
    ],
    [
      { account: 'robot@example.com', by: 'jo@example.com', changed: 3, isInactive: true },
      'jo@example.com stored a Google key. 3 active tasks that would read and write as robot@example.com were deactivated. If you did not expect this, ask jo@example.com, or have the key deleted under Settings › Connect Google.',
    ],
  ],
  not_run: [
    [{ task: prerequisite, status: 'Error' }, "Not run: its prerequisite 'Ledger' (Night) ended in an error."],
    [{ task: prerequisite, status: 'Stopped' }, "Not run: its prerequisite 'Ledger' (Night) was stopped."],
  ],
  not_started: [[{ dueTime: '04:00' }, 'Due at 04:00, and not started 30 minutes later.']],
  started_late: [
    [
      { dueTime: '04:00', lateMs: 95 * 60_000 },
      'Due at 04:00, and started 1 h 35 min later because no server was running.',
    ],
  ],
  time_skipped: [
    [
      { dueTime: '04:00', lateMs: 95 * 60_000 },
      'Due at 04:00, and skipped: no server was running until 1 h 35 min later. Run it now, or wait for its next time.',
    ],
  ],
  not_fresh: [
    [
      { freshBy: '07:30', freshWithinMinutes: null, why: 'held' },
      'Promised to be fresh by 07:30, but its run is held. Decide about it under Held tasks.',
    ],
  ],
  no_success: [[{ hours: 26 }, 'No run has succeeded for 26 h. See the log of the task.']],
  servers_lost: [[{ attempts: 3 }, 'Gave up after 3 attempts: the server went down each time.']],
  server_lost: [[{}, 'The server that read this task went away. Preview again.']],
  server_problem: [
    [{ problem: 'has no space left on its disk' }, 'The server that read this task has no space left on its disk.'],
  ],
  node_fault: [
    [{ problem: 'cannot write temporary files' }, 'The server that ran this task cannot write temporary files.'],
  ],
  database_lost: [[{}, 'The server that ran this task lost its connection to the database.']],
  task_deleted: [[{}, 'The task was deleted.']],
  unexpected: [[{}, 'Unexpected error. See the server log for details.']],
  unknown: [[{ reason: 'Not allowed.' }, 'Not allowed.']],
}

test.each(Object.entries(sentences))('what people read about %s', (cause, examples) => {
  for (const [facts, sentence] of examples) expect(describeFailure(failureOf(cause, facts))).toBe(sentence)
})

function failureOf(cause: string, facts: object): Failure {
  return { cause, ...facts } as Failure
}

function table(by: FilledTable['by'], firstColumn: number): FilledTable {
  return { by, area: { firstRow: 1, firstColumn, lastRow: 9, lastColumn: firstColumn + 1 } }
}
