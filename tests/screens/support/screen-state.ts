import type { MyAccess } from '#contract/access.ts'
import type { AlertChannel } from '#contract/alert-channel.ts'
import { AlertKind } from '#contract/alert-kind.ts'
import type { ApiToken } from '#contract/api-token.ts'
import type { MyAlerts } from '#contract/my-alerts.ts'
import type { AppInfo } from '#contract/operation.ts'
import type { Pause } from '#contract/pause.ts'
import type { Reply } from '#contract/route.ts'
import type { schedules } from '#contract/schedule.ts'
import type { OwnSession } from '#contract/session.ts'
import type { Task } from '#contract/task.ts'
import type { TaskLog } from '#contract/task-log.ts'
import type { TaskType } from '#contract/task-type.ts'
import type { DeletionKind } from '#contract/trash.ts'
import type { Cell } from '#domain/copy/cell.ts'

type RunAllTimes = Omit<Reply<typeof schedules.runAll>, 'timezone'>

export interface Book {
  id: string
  title: string
  tabs: { title: string; rows: Cell[][] }[]
}

/** Tasks and types deleted together. */
export interface DeletedRecords {
  id: number
  kind: DeletionKind
  tasks: Task[]
  types: TaskType[]
}

/** Copied columns and rows, the same for every task. */
interface DataCopy {
  columns: string[]
  rows: Record<string, string | number>[]
}

const START = '2026-01-01T00:00:00.000Z'

/** The records behind the prepared replies. A test starts without tasks and types. */
export interface ScreenState {
  isSignedIn: boolean
  info: AppInfo
  tasks: Task[]
  types: TaskType[]
  runAll: RunAllTimes
  pause: Pause | null
  /** The last ID given to a record of each kind. */
  lastIds: Record<'task' | 'type' | 'token' | 'channel' | 'deletion', number>
  /** Lines of the server's log files, by file. */
  devLogs: Record<string, string[]>
  /** Lines of the logs of tasks, by task. */
  taskLogs: Record<number, TaskLog[]>
  sessions: OwnSession[]
  tokens: ApiToken[]
  channels: AlertChannel[]
  myAlerts: MyAlerts
  access: MyAccess
  /** Spreadsheets the account can open. */
  books: Book[]
  /** Deleted tasks and types, newest first. */
  deleted: DeletedRecords[]
  /** Tasks of the samples. */
  sampleIds: number[]
  dataCopy: DataCopy
}

export function initialState(): ScreenState {
  return {
    isSignedIn: true,
    info: {
      version: '3.0.0',
      sign_in: 'embedded',
      spreadsheets: 'embedded',
      spreadsheet_url: '/spreadsheets/{id}',
      timezone: 'America/New_York',
      open_screens: [],
    },
    tasks: [],
    types: [],
    pause: null,
    runAll: { scheduled_times: [], schedule_days: [], paused_until: null, holidays: [] },
    lastIds: { task: 0, type: 0, token: 0, channel: 0, deletion: 0 },
    devLogs: { nano_sync_out: ['Nano Sync started', 'Ready'], nano_sync_err: ['No errors'] },
    taskLogs: {},
    sessions: [
      buildSession({ id: 'this', browser: 'Chrome on Linux', is_current: true }),
      buildSession({ id: 'other', browser: 'node', is_current: false }),
    ],
    tokens: [],
    channels: [],
    myAlerts: {
      tasks: [],
      kinds: [...AlertKind.exclude(['digest', 'token_created']).options],
      quiet_hours: null,
      address: 'ada@example.com',
      obstacle: null,
      problem: null,
      owned_count: 0,
      timezone: 'America/New_York',
    },
    access: {
      state: 'unavailable',
      files: null,
      picker: null,
      connected_at: null,
      last_used_at: null,
      lending: 'own_tasks',
      shared_account: null,
    },
    books: [],
    deleted: [],
    sampleIds: [],
    dataCopy: { columns: [], rows: [] },
  }
}

function buildSession(fields: Pick<OwnSession, 'id' | 'browser' | 'is_current'>): OwnSession {
  return { ...fields, address: '127.0.0.1', signed_in_at: START, last_active_at: START }
}
