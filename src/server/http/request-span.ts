import { context, propagation, SpanKind } from '@opentelemetry/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '#contract/route.ts'
import { inSpan } from '#server/tracing/spans.ts'

interface Exchange {
  route: Route
  request: FastifyRequest
  reply: FastifyReply
}

/** Serves a request in its own span, within the trace of a proxy in front, if any. */
export async function inRequestSpan<T>({ route, request, reply }: Exchange, serve: () => Promise<T>): Promise<T> {
  const attributes = { 'http.request.method': route.method, 'http.route': route.path }
  const options = { name: `${route.method} ${route.path}`, kind: SpanKind.SERVER, attributes }
  return await context.with(propagation.extract(context.active(), request.headers), () =>
    inSpan(options, async (span) => {
      const result = await serve()
      span.setAttribute('http.response.status_code', reply.statusCode)
      return result
    }),
  )
}
