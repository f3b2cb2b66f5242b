import type { Pause } from '#server/google/quota.ts'
import type { EventTiming } from '#server/http/events/event-hub.ts'
import type { HealthTiming } from '#server/http/node-health.ts'
import type { QueueTiming } from '#server/queue/worker.ts'
import type { openDatabase } from '#server/storage/open-database.ts'
import type { StartEmbedded } from './start-sheets-provider.ts'

/** Hooks of the program that starts the app, and values replaced by tests. */
export interface StartOptions {
  /** The clock of the whole app; tests set it. */
  now?: () => Date
  /** Called with each step that may take seconds, to inform the user who starts the app. */
  onProgress?: (step: string) => void
  /** Called with a sentence when only a restart can repair this node. */
  onUnrecoverable?: (sentence: string) => void
  /** Starts the embedded provider. Tests replace it to provoke faults of the provider. */
  startEmbedded?: StartEmbedded
  /** Opens the database. Tests replace it to keep connections between apps. */
  openDatabase?: typeof openDatabase
  /** Intervals and delays. Tests shorten them. */
  queueTiming?: Partial<QueueTiming>
  eventTiming?: Partial<EventTiming>
  healthTiming?: Partial<HealthTiming>
  alertTiming?: { everyMs: number }
  deliveryPollMs?: number
  accessCheckPollMs?: number
  /** Waits before the next try of a request to the provider. */
  pause?: Pause
  watchTickMs?: number
  /** Whether to check every reply against its schema, as tests do. */
  checksReplies?: boolean
}
