import type { LogLevel } from '#contract/task-log.ts'
import { type Attempt, type RunRow, writeProgress } from '#server/runs/leases.ts'
import type { Orm } from '#server/storage/database.ts'
import type { SyncPorts } from '#server/sync/sync-job.ts'
import { appendTaskLogs } from '#server/tasks/task-logs.ts'

type Progress = Partial<Pick<RunRow, 'rowsDone' | 'rowsTotal' | 'phaseStartedAt' | 'waitingUntil'>>

interface Options {
  orm: Orm
  attempt: Attempt
  now: () => Date
  reportMs: number
  onError: (error: unknown) => void
}

/** What an attempt tells of itself, written to the database now and then so that telling costs it nothing. */
export interface RunReport {
  readonly ports: Pick<SyncPorts, 'log' | 'onProgress' | 'onWait'>
  /** Lines of level ERROR so far. */
  readonly errorCount: number
  /** Ends the writing now and then. */
  settle(): Promise<void>
  /** Writes what is left, as part of `tx`. */
  flush(tx: Orm): Promise<void>
}

export function openRunReport({ orm, attempt, now, reportMs, onError }: Options): RunReport {
  const { taskId, runId } = attempt
  let lines: { level: LogLevel; message: string; at: Date }[] = []
  let progress: Progress = {}
  let phase: string | undefined
  let errorCount = 0
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let isSettled = false

  async function write(to: Orm): Promise<void> {
    const [change, newLines] = [progress, lines]
    progress = {}
    lines = []
    try {
      await to.transaction(async (tx) => {
        // The lines lock the task and come first: whoever changes a task with its run locks them in that order.
        await appendTaskLogs(
          tx,
          newLines.map((line) => ({ ...line, taskId, runId })),
        )
        if (Object.keys(change).length > 0) await writeProgress(tx, { attempt, change })
      })
    } catch (error) {
      progress = { ...change, ...progress }
      lines = [...newLines, ...lines]
      throw error
    }
  }

  function writeSoon(): void {
    if (isSettled) return
    timer ??= setTimeout(() => {
      writing = write(orm)
        .catch(onError)
        .then(() => {
          timer = undefined
          if (lines.length > 0 || Object.keys(progress).length > 0) writeSoon()
        })
    }, reportMs)
  }

  async function settle(): Promise<void> {
    isSettled = true
    clearTimeout(timer)
    await writing
  }

  return {
    ports: {
      log(level, message) {
        if (level === 'ERROR') errorCount += 1
        lines.push({ level, message, at: now() })
        writeSoon()
      },
      onProgress({ rowsDone, rowsTotal, phase: current }) {
        const isNewPhase = current !== phase
        phase = current
        progress = { ...progress, rowsDone, rowsTotal, ...(isNewPhase && { phaseStartedAt: now() }) }
        writeSoon()
      },
      onWait(until) {
        progress = { ...progress, waitingUntil: until }
        writeSoon()
      },
    },
    get errorCount() {
      return errorCount
    },
    settle,
    flush: write,
  }
}
