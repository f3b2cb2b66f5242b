import type { FastifyRequest } from 'fastify'
import { permissionDenied } from '../google-error.ts'

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Refuses a change that a browser sends from another site's page. The own origin must also be an address of this
 * machine or the one listened on, because a foreign name may be pointed at this machine.
 * @throws GoogleError 403
 */
export function refuseOtherOrigins(request: FastifyRequest, host: string): void {
  const { origin } = request.headers
  if (origin === undefined || request.method === 'GET' || request.method === 'HEAD') return
  const sender = URL.parse(origin)
  const isOwn =
    sender?.host === request.headers.host && (loopbackNames.has(sender?.hostname ?? '') || sender?.hostname === host)
  if (!isOwn) throw permissionDenied('Requests from other origins are refused.')
}
