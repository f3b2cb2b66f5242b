import { randomUUID } from 'node:crypto'
import type { Alert, WaveOutcome, WaveSummary } from '#domain/alerts/alert.ts'
import { describeWave } from '#domain/alerts/describe-wave.ts'

/** Builds an alert about a failed task, with the given changes. */
export function buildAlert(changes: Partial<Alert> = {}): Alert {
  const kind = changes.kind ?? 'failed'
  return {
    id: randomUUID(),
    kind,
    kinds: [kind],
    at: '2026-03-02T04:05:06.000Z',
    title: 'Invoices 2026 failed',
    reason: 'The source spreadsheet was not found.',
    fix: 'Check the link in the task, and whether the file was deleted.',
    tasks: [{ id: 7, name: 'Invoices 2026', type: 'Ledger', path: '/sync_tasks/7' }],
    taskCount: 1,
    typeIds: [3],
    wave: null,
    openPath: '/sync_tasks/7',
    snoozePath: '/alerts/snooze?link=abc',
    ...changes,
  }
}

/** Builds a digest of a scheduled Run All with these outcomes. */
export function buildDigest(outcomes: WaveOutcome[], changes: Partial<Alert> = {}): Alert {
  const countOutcomes = (outcome: WaveOutcome) => outcomes.filter((each) => each === outcome).length
  const wave: WaveSummary = {
    name: 'Run All of 04:00',
    startedAt: '2026-03-02T04:00:00.000Z',
    durationMs: 720_000,
    counts: {
      succeeded: countOutcomes('succeeded'),
      warned: countOutcomes('warned'),
      held: countOutcomes('held'),
      failed: countOutcomes('failed'),
      not_run: countOutcomes('not_run'),
      stopped: countOutcomes('stopped'),
    },
    slowest: [{ id: 7, name: 'Invoices 2026', durationMs: 180_000 }],
    outcomes,
  }
  return buildAlert({
    kind: 'digest',
    ...describeWave(wave),
    tasks: [],
    wave,
    openPath: '/',
    snoozePath: null,
    ...changes,
  })
}
