import { type Span, type SpanOptions, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'

export function tracer(): Tracer {
  return trace.getTracer('nano-sync')
}

/** Does `work` in a separate span, which records a failure. */
export async function inSpan<T>(
  { name, ...options }: SpanOptions & { name: string },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return await tracer().startActiveSpan(name, options, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) })
      throw error
    } finally {
      span.end()
    }
  })
}
