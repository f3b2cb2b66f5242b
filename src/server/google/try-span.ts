import { type Span, SpanKind } from '@opentelemetry/api'
import { gaxios } from 'google-auth-library'
import type { RequestKind } from '#engine/workbook.ts'
import { inSpan } from '#server/tracing/spans.ts'

interface Try {
  kind: RequestKind
  file: { id: string }
  /** Number of the try, counted from 1. */
  number: number
  /** Time the try waited for a quota slot. */
  waitedMs: number
}

/** Sends a request to the provider once, in a span of its own. */
export async function inTrySpan<T>({ kind, file, number, waitedMs }: Try, send: () => Promise<T>): Promise<T> {
  const attributes = {
    'nano_sync.spreadsheet': file.id,
    'nano_sync.try': number,
    'nano_sync.quota_wait_ms': Math.round(waitedMs),
  }
  return await inSpan({ name: `provider ${kind}`, kind: SpanKind.CLIENT, attributes }, async (span) => {
    try {
      const result = await send()
      setStatusCode(span, 200)
      return result
    } catch (error) {
      if (error instanceof gaxios.GaxiosError) setStatusCode(span, error.status)
      throw error
    }
  })
}

function setStatusCode(span: Span, status: number | undefined): void {
  if (status !== undefined) span.setAttribute('http.response.status_code', status)
}
