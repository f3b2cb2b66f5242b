import { type Context, context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { spanIdOfRun, withSpanId } from './span-ids.ts'
import { inSpan, tracer } from './spans.ts'

/** Run whose spans several nodes may create. */
interface TracedRun {
  readonly id: number
  readonly taskId: number
  /** W3C trace context of the work that queued the run; null if it was not traced. */
  readonly traceparent: string | null
}

/** Returns the W3C trace context of the work in progress, for storing with the runs it queues. */
export function currentTraceparent(): string | null {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier['traceparent'] ?? null
}

/** Does the work of an attempt in a child span of the run's span, on any node. */
export async function inAttemptSpan<T>(
  run: TracedRun,
  { attempt, work }: { attempt: number; work: () => Promise<T> },
): Promise<T> {
  const attributes = { 'nano_sync.run': run.id, 'nano_sync.task': run.taskId, 'nano_sync.attempt': attempt }
  const options = { name: 'attempt', kind: SpanKind.CONSUMER, attributes }
  return await context.with(contextOfRun(run), () => inSpan(options, work))
}

interface EndedRun extends TracedRun {
  readonly queuedAt: Date
  readonly endedAt: Date
  readonly status: string
}

/** Records the span of an ended run, from the time it was queued. It is the parent of the spans of its attempts. */
export function recordRunSpan({ id, taskId, traceparent, queuedAt, endedAt, status }: EndedRun): void {
  const parent = extractParent(traceparent)
  const traceId = trace.getSpanContext(parent)?.traceId
  if (traceId === undefined) return
  const attributes = { 'nano_sync.run': id, 'nano_sync.task': taskId, 'nano_sync.status': status }
  const span = withSpanId(spanIdOfRun(id, traceId), () =>
    tracer().startSpan('run', { startTime: queuedAt, attributes }, parent),
  )
  if (status === 'Error') span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(endedAt)
}

function contextOfRun({ id, traceparent }: TracedRun): Context {
  const parent = extractParent(traceparent)
  const caller = trace.getSpanContext(parent)
  if (!caller) return ROOT_CONTEXT
  return trace.setSpanContext(parent, { ...caller, spanId: spanIdOfRun(id, caller.traceId), isRemote: true })
}

function extractParent(traceparent: string | null): Context {
  return traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent })
}
