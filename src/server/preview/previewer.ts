import { Refusal } from '#contract/errors.ts'
import { MAX_PREVIEWED_TASKS } from '#contract/preview.ts'
import { HOUR_MS, SECOND_MS } from '#domain/time.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { every } from '#server/pace/every.ts'
import { lockPreviews } from '#server/storage/advisory-locks.ts'
import {
  addPreview,
  beginTaskPreview,
  cancelTaskPreviews,
  countPreviewsInProgress,
  endTaskPreview,
  failTaskPreviews,
  keepAlive,
  removeOldPreviews,
  requirePreview,
  saveProgress,
  tasksToPreview,
  waitingTaskPreviews,
} from './preview-rows.ts'
import { type PreviewDeps, previewTask } from './preview-task.ts'

const KEPT_MS = 2 * HOUR_MS
const MAX_IN_PROGRESS_PER_PERSON = 3
const MAX_KEPT_PER_PERSON = 5
/** Maximum previews at once: each holds a window of both tabs in memory. */
const MAX_AT_ONCE = 2
const HEARTBEAT_MS = SECOND_MS

interface PreviewRequest {
  taskIds?: readonly number[] | undefined
  /** Previews all active tasks of a type instead of single tasks. */
  typeId?: number | undefined
  createdBy: string
}

/** Previews tasks on this node without the queue. A preview takes up no place of a type and locks no target. */
export interface Previewer extends AsyncDisposable {
  /**
   * Begins a preview and returns its ID immediately.
   * @throws Refusal 'not_found' without tasks, 'invalid' for too many, 'conflict' when the person has too many in progress
   */
  start(request: PreviewRequest): Promise<number>
  /**
   * Cancels unfinished tasks on any node. Returns how many it canceled.
   * @throws Refusal 'not_found'
   */
  cancel(previewId: number): Promise<number>
}

interface Options extends PreviewDeps {
  heartbeatMs?: number
}

interface Work {
  previewId: number
  waiting: { id: number; taskId: number }[]
  reading: Map<number, Parameters<typeof saveProgress>[1]['progress']>
  canceling: AbortController
}

export function createPreviewer({ heartbeatMs = HEARTBEAT_MS, ...deps }: Options): Previewer {
  const { orm, logger, now } = deps
  const works = new Set<Work>()
  const workers = new Set<Promise<void>>()
  let isStopping = false

  /** Takes the next task, alternating between previews so that a large preview does not hold up the others. */
  function takeNext(): { work: Work; taskPreview: Work['waiting'][number] } | undefined {
    for (const work of works) {
      const taskPreview = work.waiting.shift()
      if (!taskPreview) continue
      works.delete(work)
      works.add(work)
      return { work, taskPreview }
    }
    return undefined
  }

  async function read(work: Work, taskPreview: Work['waiting'][number]): Promise<void> {
    const { signal } = work.canceling
    const { id } = taskPreview
    if (!(await beginTaskPreview(orm, id))) return
    const progress = { rowsDone: null, rowsTotal: null, waitingUntil: null }
    work.reading.set(id, progress)
    const report = (change: Partial<Parameters<typeof saveProgress>[1]['progress']>) => Object.assign(progress, change)
    try {
      const end = await previewTask(deps, {
        taskPreview,
        signal,
        onProgress: ({ rowsDone, rowsTotal }) => report({ rowsDone, rowsTotal }),
        onWait: (waitingUntil) => report({ waitingUntil }),
      })
      await endTaskPreview(orm, { id, end })
    } finally {
      work.reading.delete(id)
    }
  }

  async function work(): Promise<void> {
    for (let next = takeNext(); next && !isStopping; next = takeNext()) {
      const { work: current, taskPreview } = next
      await read(current, taskPreview).catch((err: unknown) => {
        if (!current.canceling.signal.aborted) logger.error({ err }, 'Preview not saved')
      })
      if (current.waiting.length + current.reading.size === 0) works.delete(current)
    }
  }

  function wake(): void {
    while (workers.size < MAX_AT_ONCE && !isStopping && [...works].some(({ waiting }) => waiting.length > 0)) {
      const worker: Promise<void> = work().finally(() => {
        workers.delete(worker)
        wake()
      })
      workers.add(worker)
    }
  }

  function abandon(work: Work): void {
    work.waiting = []
    work.canceling.abort('canceled')
    works.delete(work)
  }

  async function beat(work: Work): Promise<void> {
    for (const [id, progress] of work.reading) await saveProgress(orm, { id, progress })
    if (!(await keepAlive(orm, { previewId: work.previewId, now: now() })) && works.has(work)) abandon(work)
  }

  async function beatAll(): Promise<void> {
    for (const work of [...works]) await beat(work)
  }

  const onError = (err: unknown) => logger.warn({ err }, 'Preview not kept alive')
  const heartbeat = every(heartbeatMs, { work: beatAll, onError })

  return {
    async start({ createdBy, ...which }) {
      const previewId = await orm.transaction(async (tx) => {
        await lockPreviews(tx)
        const taskIds = await tasksToPreview(tx, which)
        assertFits(taskIds)
        await removeOldPreviews(tx, { createdBy, keep: MAX_KEPT_PER_PERSON - 1, now: now() })
        const inProgress = await countPreviewsInProgress(tx, { createdBy, now: now() })
        if (inProgress >= MAX_IN_PROGRESS_PER_PERSON) throw tooManyInProgress()
        await recordActivity(tx, { taskIds })
        const at = now()
        return await addPreview(tx, { taskIds, createdBy, now: at, expiresAt: new Date(at.getTime() + KEPT_MS) })
      })
      const waiting = await waitingTaskPreviews(orm, previewId)
      works.add({ previewId, waiting, reading: new Map(), canceling: new AbortController() })
      wake()
      return previewId
    },
    async cancel(previewId) {
      await requirePreview(orm, { id: previewId, now: now() })
      const canceled = await cancelTaskPreviews(orm, previewId)
      for (const work of [...works]) if (work.previewId === previewId) abandon(work)
      return canceled
    },
    async [Symbol.asyncDispose]() {
      isStopping = true
      const previewIds = [...works].map((work) => work.previewId)
      for (const work of [...works]) abandon(work)
      await Promise.all(workers)
      await heartbeat[Symbol.asyncDispose]()
      const error = 'The server that read this task was shut down. Preview again.'
      await failTaskPreviews(orm, { previewIds, error }).catch((err: unknown) =>
        logger.warn({ err }, 'Previews not ended'),
      )
    },
  }
}

function assertFits(taskIds: readonly number[]): void {
  if (taskIds.length === 0) throw new Refusal('not_found', 'There is no task to preview.')
  if (taskIds.length <= MAX_PREVIEWED_TASKS) return
  const message = `A preview takes at most ${MAX_PREVIEWED_TASKS} tasks, not ${taskIds.length}. Select fewer.`
  throw new Refusal('invalid', message, { task_ids: message })
}

function tooManyInProgress(): Refusal {
  const message = `You have ${MAX_IN_PROGRESS_PER_PERSON} previews in progress. Wait until one is done, or cancel one.`
  return new Refusal('conflict', message)
}
