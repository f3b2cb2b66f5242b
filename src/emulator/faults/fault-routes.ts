import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalidArgument, permissionDenied } from '../google-error.ts'
import { parseJson } from '../http/parse-json.ts'
import { faultMessage, quotaMessage } from './fault.ts'
import type { Faults } from './faults.ts'

const body = z.union([z.strictObject({ quota: quotaMessage }), faultMessage])

/** `POST /_faults` adds a fault or sets the quota, `DELETE /_faults` takes all away; both from this machine only. */
export function addFaultRoutes(server: FastifyInstance, faults: Faults): void {
  server.post('/_faults', (request, reply) => {
    refuseStranger(request)
    const parsed = body.safeParse(Buffer.isBuffer(request.body) ? parseJson(request.body) : {})
    if (!parsed.success) throw invalidArgument(z.prettifyError(parsed.error))
    if ('quota' in parsed.data) faults.setQuota(parsed.data.quota)
    else faults.add({ ...parsed.data, path: parsedPath(parsed.data.path) })
    return reply.code(204).send()
  })
  server.delete('/_faults', (request, reply) => {
    refuseStranger(request)
    faults.clear()
    return reply.code(204).send()
  })
}

function refuseStranger(request: FastifyRequest): void {
  if (!/^(?:::ffff:)?127\.|^::1$/.test(request.ip)) throw permissionDenied()
}

function parsedPath(path: string | undefined): RegExp | undefined {
  try {
    return path === undefined ? undefined : new RegExp(path)
  } catch {
    throw invalidArgument(`Not a regular expression: ${path}`)
  }
}
