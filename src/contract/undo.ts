import { z } from 'zod'
import { Id, idList } from './field.ts'
import { route } from './route.ts'
import { SelectionOutcome } from './selected-tasks.ts'

/** Maximum number of tasks whose runs are undone together. */
export const MAX_UNDONE_TASKS = 1000

/** The run of a task from which on its changes are undone. */
const UndoneRun = z.object({ task_id: Id, run_id: Id })

const UndosPreview = z.object({
  /** The tasks whose runs can be undone, by type and position. */
  undos: z.array(
    UndoneRun.extend({
      task_name: z.string(),
      /** Runs of the task after this one, which are undone with it. */
      later_runs: z.int(),
      /** Cells that these runs changed, each as often as it changed. */
      cells: z.int(),
    }),
  ),
  /** Cells of all these tasks. */
  cells: z.int(),
  /** The tasks whose runs cannot be undone, each with the reason. */
  refused: z.array(UndoneRun.extend({ task_name: z.string(), reason: z.string() })),
})
export type UndosPreview = z.infer<typeof UndosPreview>

const WHICH = 'Send either wave_id or task_ids'

const ChosenRuns = z
  .object({
    /** The runs that the same request or scheduled time started. */
    wave_id: z.uuid({ error: 'wave_id must be the ID of a wave' }).optional(),
    /** The last run of each of these tasks that changed its target. */
    task_ids: idList({ noun: 'task', max: MAX_UNDONE_TASKS }).optional(),
  })
  .refine(({ wave_id, task_ids }) => (wave_id === undefined) !== (task_ids === undefined), {
    message: WHICH,
    path: ['wave_id'],
  })

/** Undoing the runs of several tasks. Cells that someone edited since keep the edit. */
export const undos = {
  preview: route({
    method: 'POST',
    path: '/api/undos/preview',
    access: 'member',
    summary: 'List which runs of a wave, or of selected tasks, can be undone, and how many cells they changed',
    body: ChosenRuns,
    reply: UndosPreview,
    errors: ['not_found'],
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
