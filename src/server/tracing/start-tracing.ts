import { setTimeout as delay } from 'node:timers/promises'
import { context, propagation, trace } from '@opentelemetry/api'
import { SECOND_MS } from '#domain/time.ts'
import { chosenSpanIds } from './span-ids.ts'

/** Maximum time a collector may delay the end of the process. */
const MAX_SHUTDOWN_MS = 3 * SECOND_MS

interface Options {
  /** Root URL of an OpenTelemetry collector for OTLP over HTTP; undefined leaves tracing off. */
  endpoint: string | undefined
  nodeId: string
}

/**
 * Exports the spans of this process. Until then, and without an endpoint, all spans are no-ops of OpenTelemetry's API, and its
 * SDK is not loaded. Disposing sends the remaining spans.
 */
export async function startTracing({ endpoint, nodeId }: Options): Promise<AsyncDisposable> {
  if (endpoint === undefined) return { [Symbol.asyncDispose]: async () => undefined }
  const [
    sdk,
    { OTLPTraceExporter },
    { detectResources, envDetector, resourceFromAttributes },
    { AsyncLocalStorageContextManager },
    core,
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
  ])
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'nano-sync', 'service.instance.id': nodeId }).merge(
      // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
      detectResources({ detectors: [envDetector] }),
    ),
    idGenerator: chosenSpanIds,
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return {
    async [Symbol.asyncDispose]() {
      await Promise.race([provider.shutdown(), delay(MAX_SHUTDOWN_MS, undefined, { ref: false })])
      trace.disable()
      propagation.disable()
      context.disable()
    },
  }
}
