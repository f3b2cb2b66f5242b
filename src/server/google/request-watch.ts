import type { RequestKind } from '#engine/workbook.ts'
import type { RequestRecorder } from './request-recorder.ts'

export interface ProviderMetrics {
  /** Records the end of a request; `outcome` is 'ok' or the reason of the failure. */
  requested(event: { kind: RequestKind; outcome: string; cells: number }): void
}

/** Watches the requests of a run, which may lose its right to make them. */
export interface RequestWatch {
  /** Called in the event-loop turn in which a request is sent. @throws when the run must not send it */
  beforeSending(): void
  /** Called when a write breaks off without an answer. The provider may still apply the write until it times out. */
  writeBrokeOff(): void
  readonly recorder: RequestRecorder
}
