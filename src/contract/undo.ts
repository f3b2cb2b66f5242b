import { z } from 'zod'
import { Id, idList } from './field.ts'
import { route } from './route.ts'
import { SelectionOutcome } from './selected-tasks.ts'

/** Maximum number of tasks whose runs are undone together. */
export const MAX_UNDONE_TASKS = 1000

/** The earliest run of a task to undo. */
const UndoneRun = z.object({ task_id: Id, run_id: Id })

const UndosPreview = z.object({
  /** Tasks with runs to undo, by type and position. */
  undos: z.array(
    UndoneRun.extend({
      task_name: z.string(),
      /** Number of later runs of the task, undone with this run. */
      later_runs: z.int(),
      /** Number of cell changes in these runs. */
      cells: z.int(),
    }),
  ),
  /** Number of cell changes in all listed tasks. */
  cells: z.int(),
  /** Tasks without a run to undo, each with the reason. */
  refused: z.array(UndoneRun.extend({ task_name: z.string(), reason: z.string() })),
})
export type UndosPreview = z.infer<typeof UndosPreview>

const ChosenRuns = z
  .object({
    /** Undo all runs of this wave. */
    wave_id: z.uuid({ error: 'wave_id must be the ID of a wave' }).optional(),
    /** Undo the last run with changes of each task. */
    task_ids: idList({ noun: 'task', max: MAX_UNDONE_TASKS }).optional(),
  })
  .refine(({ wave_id, task_ids }) => (wave_id === undefined) !== (task_ids === undefined), {
    message: 'Send either wave_id or task_ids',
    path: ['wave_id'],
  })

/** Undoing runs of several tasks. Later edits by people stay. */
export const undos = {
  preview: route({
    method: 'POST',
    path: '/api/undos/preview',
    access: 'member',
    summary: 'List which runs of a wave, or of selected tasks, can be undone, and how many cells they changed',
    body: ChosenRuns,
    reply: UndosPreview,
    errors: [],
    activity: 'none',
  }),
  create: route({
    method: 'POST',
    path: '/api/undos',
    access: 'member',
    summary: 'Undo runs of several tasks, each with the later ones of its task, as runs of their own',
    body: z.object({
      undos: z
        .array(UndoneRun)
        .min(1, 'Choose at least one run')
        .max(MAX_UNDONE_TASKS, `Choose runs of at most ${MAX_UNDONE_TASKS.toLocaleString('en-US')} tasks`)
        .refine((undos) => new Set(undos.map(({ task_id }) => task_id)).size === undos.length, {
          error: 'Choose one run of each task',
        }),
    }),
    reply: SelectionOutcome,
    errors: [],
    activity: 'undo_requested',
  }),
}
