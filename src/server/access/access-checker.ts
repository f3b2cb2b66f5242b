import type { Logger } from 'pino'
import { ProviderError } from '#engine/provider-error.ts'
import type { Google } from '#server/google/google.ts'
import type { Orm } from '#server/storage/database.ts'
import { activeTasks, claimAccessCheck, saveAccessProblem, type TaskToCheck } from '#server/tasks/access-problems.ts'
import { ownerLeft } from '#server/tasks/owner-left.ts'
import { taskAccessProblem } from './check-task-access.ts'

/** Checks whether tasks can read and write, before a run fails. */
export interface AccessChecker extends AsyncDisposable {
  /** The check in progress on this node; undefined without a check. */
  readonly progress: { checked: number; total: number } | undefined
  /**
   * Starts a check of all active tasks and returns at once. Does nothing while a check is in progress on this node, or if a
   * check began at `since` or later on any node.
   */
  start(options?: { since?: Date }): Promise<void>
}

interface Options {
  orm: Orm
  google: Pick<Google, 'connect'>
  /** Checks whether Drive reports edits of a task's source, for a task that runs on edits. */
  checkEdits: (taskId: number) => Promise<void>
  /** People who may use the app. Tasks of other people are held and not checked. An empty list allows everyone. */
  allowedEmails: readonly string[]
  logger: Logger
  now: () => Date
}

/** Checks a single task at a time, because runs need the quota too. Disposing stops before the next task. */
export function createAccessChecker({ orm, google, checkEdits, allowedEmails, logger, now }: Options): AccessChecker {
  const stopping = new AbortController()
  const { signal } = stopping
  let progress: { checked: number; total: number } | undefined
  let working: Promise<void> = Promise.resolve()

  async function check(task: TaskToCheck): Promise<void> {
    try {
      await saveAccessProblem(orm, task, await taskAccessProblem(google, task, signal))
      await checkEdits(task.id)
    } catch (err) {
      if (signal.aborted) return
      // A temporary failure says nothing about the access, so keep the result of the last check.
      if (!(err instanceof ProviderError))
        logger.error({ err, taskId: task.id }, 'Could not check the access of a task')
    }
  }

  async function checkAll(all: readonly TaskToCheck[], current: { checked: number }): Promise<void> {
    for (const task of all) {
      if (signal.aborted) return
      await check(task)
      current.checked += 1
    }
    logger.info({ tasks: all.length }, 'Checked the access of all tasks')
  }

  return {
    get progress() {
      return progress
    },
    async start({ since } = {}) {
      if (progress) return
      const current = { checked: 0, total: 0 }
      progress = current
      try {
        if (!(await claimAccessCheck(orm, { since, now: now() }))) {
          progress = undefined
          return
        }
        const all = (await activeTasks(orm)).filter((task) => !ownerLeft(task, allowedEmails))
        current.total = all.length
        working = checkAll(all, current).finally(() => {
          progress = undefined
        })
      } catch (error) {
        progress = undefined
        throw error
      }
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await working
    },
  }
}
