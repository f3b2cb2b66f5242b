import { testSentences } from '#tests/support/failure-sentences.ts'
import type { RequestCause } from './request-failures.ts'

const ask = { account: 'robot@example.com', kind: 'read', place: '', detail: '', project: '', link: '' } as const
const file = { id: '1AbC', title: 'Plan', end: 'source' } as const
const signIn = { signIn: 'the sign-in provider' }
const asked = { ...ask, file }

testSentences<RequestCause>({
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
    [
      { ...asked, credentials: 'machine' },
      "robot@example.com has not granted access to Google Sheets. On a virtual machine of Google Cloud, stop it, run 'gcloud compute instances set-service-account MACHINE --scopes=https://www.googleapis.com/auth/spreadsheets,https://www.googleapis.com/auth/drive.metadata.readonly', and start it again.",
    ],
  ],
  drive_scope_missing: [
    [
      asked,
      'robot@example.com may not ask Google Drive about files: its access lacks the scope https://www.googleapis.com/auth/drive.metadata.readonly. Ask the administrator of the Google Cloud project to allow it.',
    ],
    [
      { ...asked, credentials: 'key' },
      'robot@example.com may not ask Google Drive about files: its access lacks the scope https://www.googleapis.com/auth/drive.metadata.readonly. Ask the administrator of the Google Cloud project to allow it.',
    ],
    [
      { ...asked, credentials: 'machine' },
      "robot@example.com may not ask Google Drive about files: its access lacks the scope https://www.googleapis.com/auth/drive.metadata.readonly. On a virtual machine of Google Cloud, stop it, run 'gcloud compute instances set-service-account MACHINE --scopes=https://www.googleapis.com/auth/spreadsheets,https://www.googleapis.com/auth/drive.metadata.readonly', and start it again.",
    ],
    [
      { ...asked, credentials: 'gcloud' },
      "robot@example.com may not ask Google Drive about files: its access lacks the scope https://www.googleapis.com/auth/drive.metadata.readonly. Run 'gcloud auth application-default login --scopes=openid,https://www.googleapis.com/auth/userinfo.email,https://www.googleapis.com/auth/cloud-platform,https://www.googleapis.com/auth/spreadsheets,https://www.googleapis.com/auth/drive.metadata.readonly' again.",
    ],
    [
      { ...asked, credentials: 'impersonated' },
      "robot@example.com may not ask Google Drive about files: its access lacks the scope https://www.googleapis.com/auth/drive.metadata.readonly. Sign in again with 'gcloud auth application-default login --impersonate-service-account=robot@example.com': the account that impersonates needs the scope https://www.googleapis.com/auth/cloud-platform.",
    ],
    [
      { ...asked, credentials: 'federation' },
      "robot@example.com may not ask Google Drive about files: its access lacks the scope https://www.googleapis.com/auth/drive.metadata.readonly. Create the federation file again with the option --service-account of 'gcloud iam workload-identity-pools create-cred-config', so that a service account gets the scopes.",
    ],
    [
      { ...asked, credentials: 'delegated', clientId: '77' },
      'robot@example.com may not ask Google Drive about files: its access lacks the scope https://www.googleapis.com/auth/drive.metadata.readonly. Ask a Google Workspace administrator to authorize its client ID 77 for https://www.googleapis.com/auth/spreadsheets and https://www.googleapis.com/auth/drive.metadata.readonly at https://admin.google.com/ac/owl/domainwidedelegation.',
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
      { ...asked, api: 'drive' },
      'The Google Drive API is not enabled in the Google Cloud project of robot@example.com. Enable it at https://console.cloud.google.com/apis/library/drive.googleapis.com, and wait a few minutes.',
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
  not_picked: [
    [
      asked,
      'robot@example.com has not picked the source spreadsheet "Plan". Sign in with this account, and pick the file under Settings › My Google access. If Google does not list the file there, share it with robot@example.com first.',
    ],
  ],
  google_not_connected: [
    [
      asked,
      'This is a Google spreadsheet, and Nano Sync is not connected to Google yet. Connect it under Settings › Connect Google.',
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
})
