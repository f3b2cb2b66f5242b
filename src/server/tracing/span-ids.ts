import { createHash, randomBytes } from 'node:crypto'
import type { Span } from '@opentelemetry/api'

const TRACE_ID_BYTES = 16
const SPAN_ID_BYTES = 8

let chosenSpanId: string | undefined

/** Generates random IDs for OpenTelemetry's SDK, except for a span started by `withSpanId`. */
export const chosenSpanIds = {
  generateTraceId: () => randomBytes(TRACE_ID_BYTES).toString('hex'),
  generateSpanId: () => chosenSpanId ?? randomBytes(SPAN_ID_BYTES).toString('hex'),
}

/** Starts a span with the given ID, because other nodes have used this ID as a parent before the start. */
export function withSpanId(spanId: string, startSpan: () => Span): Span {
  chosenSpanId = spanId
  try {
    return startSpan()
  } finally {
    chosenSpanId = undefined
  }
}

/** Computes the ID of a run's span, which is the same on every node. */
export function spanIdOfRun(runId: number, traceId: string): string {
  return createHash('sha256')
    .update(`${traceId}:${runId}`)
    .digest('hex')
    .slice(0, 2 * SPAN_ID_BYTES)
}
