import { createHash, randomBytes } from 'node:crypto'
import type { Span } from '@opentelemetry/api'

const TRACE_ID_BYTES = 16
const SPAN_ID_BYTES = 8

let chosenSpanId: string | undefined

/** Random ids for OpenTelemetry's SDK, except for the span that `withSpanId` starts. */
export const chosenSpanIds = {
  generateTraceId: () => randomBytes(TRACE_ID_BYTES).toString('hex'),
  generateSpanId: () => chosenSpanId ?? randomBytes(SPAN_ID_BYTES).toString('hex'),
}

/** Starts a span with the given id, because other nodes have named it as a parent before it started. */
export function withSpanId(spanId: string, startSpan: () => Span): Span {
  chosenSpanId = spanId
  try {
    return startSpan()
  } finally {
    chosenSpanId = undefined
  }
}

/** The id of a run's span, the same on every node. */
export function spanIdOfRun(runId: number, traceId: string): string {
  return createHash('sha256')
    .update(`${traceId}:${runId}`)
    .digest('hex')
    .slice(0, 2 * SPAN_ID_BYTES)
}
