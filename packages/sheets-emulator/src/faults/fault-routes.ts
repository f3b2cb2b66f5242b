import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalidArgument, permissionDenied } from '../google-error.ts'
import { parseJson } from '../messages/parse-json.ts'
import { faultMessage, quotaMessage } from './fault.ts'
import type { Faults } from './faults.ts'

const body = z.union([z.strictObject({ quota: quotaMessage }), faultMessage])

/** `POST /_faults` adds a fault or sets the quota; `DELETE /_faults` removes all. Both work from this machine only. */
export function addFaultRoutes(server: FastifyInstance, faults: Faults): void {
  server.post('/_faults', (request, reply) => {
    requireLoopback(request)
    const parsed = body.safeParse(Buffer.isBuffer(request.body) ? parseJson(request.body) : {})
    if (!parsed.success) throw invalidArgument(z.prettifyError(parsed.error))
    if ('quota' in parsed.data) faults.setQuota(parsed.data.quota)
    else faults.add(parsed.data)
    return reply.code(204).send()
  })
  server.delete('/_faults', (request, reply) => {
    requireLoopback(request)
    faults.clear()
    return reply.code(204).send()
  })
}

function requireLoopback(request: FastifyRequest): void {
  if (!/^(?:::ffff:)?127\.|^::1$/.test(request.ip)) throw permissionDenied()
}
