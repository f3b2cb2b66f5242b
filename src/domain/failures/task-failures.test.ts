import { testSentences } from '#tests/support/failure-sentences.ts'
import type { TaskFacts } from './task-failures.ts'

const list = { id: '1LiSt', title: 'Offices', end: 'list' } as const
const file = { id: '1AbC', title: 'Plan', end: 'source' } as const
const folder = { folderId: '1FoL', account: 'robot@example.com', detail: '' } as const
const limit = { percent: 62.04, limitPercent: 50 }
const _usual = { ...limit, percent: 9.96, usualPercent: 4.25 }
const prerequisite = { name: 'Ledger', type: 'Night', id: 7 }

testSentences<keyof TaskFacts>({
  same_tab: [[{ file, tab: 'Data' }, "Source and target are the same tab, 'Data'. Choose another target tab."]],
  tab_taken: [
    [
      { file: { ...file, end: 'target' }, tab: 'Data', task: prerequisite },
      `'Ledger' (Night) already writes to the tab 'Data' of the target spreadsheet "Plan". Nothing was written. Choose another target tab.`,
    ],
  ],
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
  values_clash: [
    [
      { values: ['a/b', 'a?b'], tab: 'a-b' },
      `The values "a/b" and "a?b" have the same target, the tab 'a-b'. Nothing was written. Give each value a target of its own, or rename one of them in the source.`,
    ],
    [
      { values: ['A', 'B'], tab: '' },
      `The values "A" and "B" have the same target. Nothing was written. Give each value a target of its own, or rename one of them in the source.`,
    ],
  ],
  target_list_wrong: [
    [
      { file: list, tab: 'Branches', count: 1, problems: [{ kind: 'no_link', row: 3, column: 2 }] },
      `The tab 'Branches' of the spreadsheet "Offices" lists targets that cannot be used: B3 is empty. Nothing was written. Correct the list, then run the task again.`,
    ],
    [
      {
        file: list,
        tab: 'Branches',
        count: 7,
        problems: [
          { kind: 'too_many', count: 501 },
          { kind: 'error', row: 2, column: 1 },
          { kind: 'no_value', row: 4, column: 1 },
          { kind: 'no_file', row: 5, column: 2, text: 'ask Maria' },
          { kind: 'same_value', row: 6, column: 1, otherRow: 3 },
          { kind: 'same_tab', row: 7, column: 3, otherRow: 3 },
        ],
      },
      `The tab 'Branches' of the spreadsheet "Offices" lists targets that cannot be used: it has 501 targets, and a task has at most 500; A2 is an error value; A4 is empty; B5 is no link and no ID: "ask Maria"; A6 has the same value as row 3; C7 has the same target as row 3; 1 other mistake. Nothing was written. Correct the list, then run the task again.`,
    ],
  ],
  target_is_list: [
    [
      { file: list, tab: 'Branches' },
      `The tab 'Branches' lists the targets, so no rows are written to it. Nothing was written. Give this value another tab in the list.`,
    ],
  ],
  too_many_values: [
    [
      { column: 'Order', count: 3000 },
      `The column "Order" has 3,000 different values; a task hands rows out to at most 500 targets. Nothing was written. Choose another column to split by.`,
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
      `Rows of the tab 'Data' of the source spreadsheet "Plan" were inserted, deleted, sorted or filled while this run added its own. Run the task again: it removes the rows of this run, and appends all rows anew.`,
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
      'Edits do not start this task: Nano Sync cannot ask Google Drive, because robot@example.com granted access to spreadsheets alone. Give the task a scheduled time, or have it use a service account.',
    ],
    [
      { account: '', file, detail: '' },
      'Edits do not start this task: Nano Sync cannot ask Google Drive, because no Google account is set up. Give the task a scheduled time, or have it use a service account.',
    ],
    [
      { account: 'robot@example.com', file, detail: 'No.', lack: { account: 'robot@example.com', credentials: 'key' } },
      'Edits do not start this task: robot@example.com may not ask Google Drive about files. Ask the administrator of the Google Cloud project to allow it. Until then, give the task a scheduled time.',
    ],
    [
      { account: 'robot@example.com', file, detail: 'Drive is off. Enable it.' },
      'Edits do not start this task: Google Drive does not tell robot@example.com whether the source spreadsheet "Plan" was edited. Google says: "Drive is off." Enable the Google Drive API in the Google Cloud project, and share the spreadsheet with the account. Until then, give the task a scheduled time.',
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
      { ...folder, problem: 'drive_off', detail: 'No', lack: { account: 'robot@example.com', credentials: 'key' } },
      'The spreadsheets of the Google Drive folder "1FoL" are unknown: Google Drive refused robot@example.com (No). Ask the administrator of the Google Cloud project to allow it. Or name the spreadsheets themselves as sources.',
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
  end_not_saved: [
    [
      { problem: 'unsupported Unicode escape sequence' },
      'The end of the run could not be saved: unsupported Unicode escape sequence. The target may have been changed. Run it again: a run writes only cells that still differ. See the server log for details.',
    ],
  ],
  unknown: [[{ reason: 'Not allowed.' }, 'Not allowed.']],
})
