import type { FreshnessState } from '#contract/freshness.ts'
import type { TaskStatus } from '#contract/task-progress.ts'

type IdOrParam = number | ':id'

/** The tabs of a task's page, in order; the first opens by default. */
export const TASK_TABS = ['history', 'data', 'set_up'] as const
export type TaskTab = (typeof TASK_TABS)[number]

/** Path of every screen. A path with ':id' is the pattern of a route. */
export const paths = {
  home: '/',
  tasks: '/sync_tasks',
  tasksOfType: (typeId: number) => `/sync_tasks?type=${typeId}` as const,
  tasksInStatus: (status: TaskStatus) => `/sync_tasks?status=${status}` as const,
  tasksOfFreshness: (state: FreshnessState) => `/sync_tasks?freshness=${state}` as const,
  /** The list with an open dialog. */
  tasksWithDialog: (dialog: string) => `/sync_tasks?dialog=${dialog}` as const,
  tasksWithTaskDialog: (dialog: string, taskId: number) => `${paths.tasksWithDialog(dialog)}&task=${taskId}` as const,
  /** The held tasks in a table, where people decide about them. */
  heldTasks: '/sync_tasks?held=true',
  trash: '/sync_tasks/trash',
  map: '/map',
  /** The list filtered to a task, which shows the task's buttons. */
  taskInList: ({ typeId, name }: { typeId: number; name: string }) =>
    `/sync_tasks?${new URLSearchParams({ type: String(typeId), name })}` as const,
  task: (id: IdOrParam) => `/sync_tasks/${id}` as const,
  /** The page of a task with an open tab. */
  taskTab: (id: number, tab: TaskTab) =>
    tab === 'history' ? paths.task(id) : (`/sync_tasks/${id}?tab=${tab}` as const),
  taskLogs: (id: IdOrParam) => `/sync_tasks/${id}/logs` as const,
  run: (taskId: IdOrParam, runId: number | ':run') => `/sync_tasks/${taskId}/runs/${runId}` as const,
  preview: (id: number | ':preview') => `/previews/${id}` as const,
  previewOfTask: (id: number, taskId: number) => `/previews/${id}?task=${taskId}` as const,
  dataCopy: (id: IdOrParam) => `/sync_tasks/${id}/data_copy` as const,
  snoozeAlert: '/alerts/snooze',
  taskTypes: '/sync_task_types',
  settings: '/settings',
  access: '/settings/access',
  sessions: '/settings/sessions',
  runs: '/runs',
  /** The runs, with the dialog to pause everything. */
  pauseDialog: '/runs?dialog=pause',
  activity: '/activity',
  googleSetup: '/settings/google',
  alertChannels: '/settings/alert-channels',
  apiTokens: '/settings/tokens',
  myAlerts: '/settings/my-alerts',
  importExport: '/import_export',
  schedule: '/schedule',
  devLogs: '/dev',
  users: '/users',
} as const
