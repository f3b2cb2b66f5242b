import { api } from '#contract/api.ts'
import { Refusal } from '#contract/errors.ts'
import type { RunDetails } from '#contract/run.ts'
import { RequestPurpose, RunPhase } from '#contract/run-figures.ts'
import { buildRunReply } from '#tests/support/build-run-reply.ts'
import { type PreparedReply, prepareReply, succeed } from './prepared-reply.ts'
import type { ScreenState } from './screen-state.ts'
import { findTask } from './task-replies.ts'

const NOTHING_CHANGED = { filled: 0, changed: 0, cleared: 0, added_rows: 0, added_columns: 0, formatted_columns: [] }

/** The calls about runs of the listed tasks: each run has changed a cell of its target. */
export const runPageReplies: readonly PreparedReply[] = [
  prepareReply(api.runs.list, ({ query }, state) => ({
    runs: state.tasks.filter(({ id }) => id === query.task_id).flatMap((task) => listRuns(state, task.id)),
    is_cut: false,
  })),
  prepareReply(api.runs.get, ({ params }, state) => findRun(state, params)),
  prepareReply(api.runs.edits, () => ({ count: 0, shape: null, cells: [] })),
  prepareReply(api.changeSets.page, ({ params }, state) => {
    findRun(state, params)
    const cell = { row: 2, column: 1, kind: 'changed', before: 1, after: 2 } as const
    return {
      ...NOTHING_CHANGED,
      changed: 1,
      state: 'kept' as const,
      columns: ['id'],
      cells: [{ ...cell, before_format: null, after_format: null }],
      matching: 1,
    }
  }),
  prepareReply(api.changeSets.previewUndo, ({ params }, state) => ({
    spreadsheet: findTask(state, params.id).target_ss_name ?? '',
    tab: findTask(state, params.id).target_sheet_name,
    run_ids: [params.run],
    cells: 1,
    cells_with_edited: 1,
    edited: 0,
    edited_cells: [],
    edited_digest: '',
  })),
  prepareReply(api.previews.start, () => ({ id: 1 })),
  prepareReply(api.previews.get, ({ params }, { tasks }) => ({
    id: params.id,
    created_by: 'ada@example.com',
    created_at: '2026-01-01T00:00:00.000Z',
    expires_at: '2099-01-01T00:00:00.000Z',
    is_in_progress: true,
    tasks: tasks.map(({ id, name, task_type }) => ({
      task_id: id,
      task_name: name,
      task_type_name: task_type.name,
      status: 'waiting' as const,
      rows_done: null,
      rows_total: null,
      waiting_until: null,
      error: null,
      fix_action: null,
      result: null,
    })),
  })),
  prepareReply(api.previews.cancel, () => succeed('Canceled.')),
]

function listRuns(state: ScreenState, taskId: number): RunDetails[] {
  const task = findTask(state, taskId)
  const times = { by_purpose: Object.fromEntries(RequestPurpose.options.map((purpose) => [purpose, 0])) }
  return task.recent_runs.toReversed().map(({ id, status }) => ({
    ...buildRunReply({ id, status, task_id: taskId, task_name: task.name, task_type_name: task.task_type.name }),
    origin: null,
    token_name: null,
    scope: 'task',
    undoes_before_run: null,
    wave_size: 1,
    rows_total: null,
    bytes: 0,
    hold: null,
    waiting_for: null,
    phases: Object.fromEntries(RunPhase.options.map((phase) => [phase, 0])) as RunDetails['phases'],
    waits: [],
    requests: { ...(times as Pick<RunDetails['requests'], 'by_purpose'>), retries: 0, refusals: 0 },
    attempts: [],
    delivery: null,
    logs: [],
  }))
}

/** @throws Refusal when the task has no such run */
function findRun(state: ScreenState, { id, run }: { id: number; run: number }): RunDetails {
  const found = listRuns(state, id).find((one) => one.id === run)
  if (!found) throw new Refusal('not_found', 'Run not found.')
  return found
}
