import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

const Value = z.object({ stringValue: z.string().optional(), intValue: z.coerce.number().optional() })

const Attributes = z.array(z.object({ key: z.string(), value: Value }))

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: Attributes,
})
export type CollectedSpan = z.infer<typeof Span>

const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})

interface TraceCollector extends AsyncDisposable {
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** Resource of each span, in the order of `spans`. */
  readonly resources: readonly Pick<CollectedSpan, 'attributes'>[]
}

/** Starts an OpenTelemetry collector for OTLP as JSON over HTTP. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  const resources: Pick<CollectedSpan, 'attributes'>[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = Export.parse(await json(request))
    for (const { resource, scopeSpans } of resourceSpans) {
      const sent = scopeSpans.flatMap((scope) => scope.spans)
      spans.push(...sent)
      resources.push(...sent.map(() => resource))
    }
    response.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    spans,
    resources,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export function findAttribute(
  { attributes }: Pick<CollectedSpan, 'attributes'>,
  key: string,
): string | number | undefined {
  const value = attributes.find((attribute) => attribute.key === key)?.value
  return value?.stringValue ?? value?.intValue
}
