import type { AttemptRecord, RequestFigures } from '#domain/runs/attempt-record.ts'
import type { SyncPorts } from '#engine/job/sync-job.ts'
import { type Attempt, type RunProgress, saveProgress } from '#server/runs/attempt-lease.ts'
import { newRecord } from '#server/runs/attempt-records.ts'
import type { Orm } from '#server/storage/database.ts'
import { appendTaskLogs, type NewLine } from '#server/task-logs/task-logs.ts'

interface Options {
  orm: Orm
  attempt: Attempt
  now: () => Date
  reportMs: number
  /** Returns the figures of the attempt's requests so far. */
  figures: () => RequestFigures
  onError: (error: unknown) => void
}

/**
 * Collects the reports of an attempt. A background task writes them to the database, so reporting never slows the copy down.
 */
export interface RunReport {
  readonly ports: Pick<SyncPorts, 'log' | 'onProgress' | 'onWait'>
  /** Number of ERROR lines so far. */
  readonly errorCount: number
  /** Ends the background writes. */
  settle(): Promise<void>
  /** Writes the log lines so far. */
  saveLines(): Promise<void>
  /** Log lines that the transaction ending the attempt must write. The end itself replaces the attempt's progress. */
  unsavedLines(): readonly NewLine[]
  /** Record of the attempt so far. */
  record(): AttemptRecord
}

export function openRunReport({ orm, attempt, now, reportMs, figures, onError }: Options): RunReport {
  const { taskId, runId } = attempt
  const record = () => ({ ...newRecord(attempt), recordedAt: now().toISOString(), figures: figures() })
  let lines: NewLine[] = []
  let progress: RunProgress = {}
  let phase: string | undefined
  let errorCount = 0
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let isSettled = false

  /** Writes log lines first, because they lock the task. Every transaction that locks both locks the task before its run. */
  async function write(): Promise<void> {
    await saveLines()
    const newProgress = progress
    progress = {}
    try {
      const hasProgress = Object.keys(newProgress).length > 0
      if (hasProgress) await saveProgress(orm, { attempt, progress: { ...newProgress, attemptRecord: record() } })
    } catch (error) {
      progress = { ...newProgress, ...progress }
      throw error
    }
  }

  async function saveLines(): Promise<void> {
    const newLines = lines
    lines = []
    try {
      await appendTaskLogs(orm, newLines)
    } catch (error) {
      lines = [...newLines, ...lines]
      throw error
    }
  }

  function writeSoon(): void {
    if (isSettled) return
    timer ??= setTimeout(() => {
      writing = write()
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
        lines.push({ taskId, runId, level, message, at: now() })
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
    saveLines,
    unsavedLines: () => lines,
    record,
  }
}
