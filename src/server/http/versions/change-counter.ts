import { randomBytes } from 'node:crypto'

/** What a notification of the database is about, before its first colon. */
export type ChangeSubject = 'run' | 'log' | 'log_cleared' | 'tasks' | 'task_types' | 'schedules' | 'csv_jobs'

/** What a reply depends on, besides the time. */
export type Subjects = readonly ChangeSubject[]

const EPOCH_BYTES = 6

/** Counts the changes that this node has learned of, so that an unchanged reply is recognized without reading anything. */
export interface ChangeCounter {
  /** Counts a notification of the database. */
  count(payload: string): void
  /** Counts a change of everything: one was made here whose notifications are still on their way, or some were missed. */
  countAll(): void
  /** From here until `resume`, no reply is known to be unchanged. */
  pause(): void
  resume(): void
  /** Names the state of the subjects, on this node and since its start; undefined while paused. */
  version(subjects: Subjects): string | undefined
}

export function createChangeCounter(): ChangeCounter {
  const epoch = randomBytes(EPOCH_BYTES).toString('base64url')
  const counts = new Map<string, number>()
  let ofAll = 0
  let isPaused = false
  return {
    count(payload) {
      const [subject = ''] = payload.split(':', 1)
      counts.set(subject, (counts.get(subject) ?? 0) + 1)
    },
    countAll: () => void ofAll++,
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
      ofAll++
    },
    version(subjects) {
      if (isPaused) return undefined
      // Counts only grow, so that two states of the same subjects never have the same sum.
      const total = subjects.reduce((sum, subject) => sum + (counts.get(subject) ?? 0), ofAll)
      return `${epoch}.${total.toString(36)}`
    },
  }
}
