import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FaultEffect } from '../faults/fault.ts'
import { faultError, faultPage, PROXY_PAGE } from '../faults/fault-error.ts'
import type { Faults } from '../faults/faults.ts'
import { GoogleError, notFound, permissionDenied } from '../google-error.ts'
import { applyFieldMask, type FieldMask, parseFieldMask } from '../messages/field-mask.ts'
import { unknownField } from '../messages/message-shapes.ts'
import { parseJson } from '../messages/parse-json.ts'
import type { OperationKind } from '../operation-kind.ts'
import type { JournalEntry } from '../request-journal.ts'
import type { SharingRules } from '../sharing.ts'
import { cellsInRanges } from './cells-in-ranges.ts'
import { type Match, matchRoute, parseRequest, type SentRequest } from './match-route.ts'
import { Query } from './query.ts'
import { replyText } from './reply-text.ts'
import type { Call, Provider, Route } from './route.ts'

export interface CallDeps {
  provider: Provider
  routes: readonly Route[]
  faults: Faults
  sharing: SharingRules
  /** URL of a spreadsheet's page for users, with `{id}` in place of its ID; missing if the page is on this server. */
  spreadsheetUrl: string | undefined
}

/** Handles a call of an API method: injected faults first, then access, then the method itself. */
export async function handleCall(
  deps: CallDeps,
  exchange: { request: FastifyRequest; reply: FastifyReply; entry: JournalEntry },
): Promise<FastifyReply> {
  const { request, reply, entry } = exchange
  const sent = parseRequest(request)
  const match = matchRoute(deps.routes, sent)
  const { operation, kind } = match.route
  const spreadsheetId = match.params['spreadsheetId'] ?? match.params['fileId']
  Object.assign(entry, { operation, kind, ...(spreadsheetId !== undefined && { spreadsheetId }) })
  const countCells = () => cellsInRanges(deps.provider, { match, sent })
  const { delayMs, effect } = deps.faults.apply({ ...entry, operation, kind, countCells })
  if (delayMs > 0) await sleep(delayMs)
  if (!deps.provider.store.isOpen) return abandon(reply)
  const isApplied = effect !== undefined && 'applied' in effect && effect.applied === true
  if (effect && !isApplied) return sendFault(reply, { effect, kind })
  const text = callMethod(deps, { match, sent, account: entry.account, host: request.host })
  if (effect) return sendFault(reply, { effect, kind })
  if (text === undefined) return reply.code(204).send()
  return reply.type('application/json; charset=UTF-8').send(text)
}

/** Ends a call without a reply, for example when the provider stops during a call abandoned by its caller. */
function abandon(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}

function sendFault(reply: FastifyReply, { effect, kind }: { effect: FaultEffect; kind: OperationKind }): FastifyReply {
  if (effect.answer === 'delayed') throw new Error('A delay has no response of its own.')
  if (effect.answer === 'crashed') {
    setImmediate(() => {
      throw new Error('A fault crashed the provider.')
    })
  }
  if (effect.answer === 'crashed' || effect.answer === 'dropped') return abandon(reply)
  if (effect.answer === 'page') return reply.code(effect.status).type('text/html; charset=UTF-8').send(PROXY_PAGE)
  const error = faultError(effect.answer, kind)
  if (!('html' in effect && effect.html)) throw error
  return reply.code(error.code).type('text/html; charset=UTF-8').send(faultPage(error))
}

interface MethodCall {
  match: Match
  sent: SentRequest
  account: string | undefined
  /** The name and port the request was sent to. */
  host: string
}

function callMethod(
  { provider, sharing, ...deps }: CallDeps,
  { match, sent, account, host }: MethodCall,
): string | undefined {
  const { route, params } = match
  const query = new Query(sent.search)
  query.rejectUnknown(route.query, route.unsupportedQuery)
  const mask = readMask(query, route)
  const allows = (kind: OperationKind, spreadsheetId: string): boolean =>
    sharing.allows({ account, spreadsheetId, kind })
  const requireWrite = (id: string): void => {
    if (!allows('write', id)) throw permissionDenied()
  }
  checkAccess(match, allows)
  const spreadsheetUrl = deps.spreadsheetUrl ?? `http://${host}/spreadsheets/d/{id}/edit`
  const call: Call = {
    params,
    query,
    body: parseJson(sent.body),
    mask,
    account,
    formatPageUrl: (id) => spreadsheetUrl.replace('{id}', id),
    canRead: (id) => allows('read', id),
    canWrite: (id) => allows('write', id),
    requireWrite,
  }
  const reply = route.handle(provider, call)
  if (reply === undefined) return undefined
  return replyText(applyFieldMask(reply, mask), sent.search)
}

/** Parses the mask of a request. @throws GoogleError when it is malformed or names a field the reply does not have. */
function readMask(query: Query, route: Route): FieldMask {
  const fields = query.text('fields') ?? query.text('$fields') ?? route.defaultFields
  if (fields === undefined) return 'all'
  const mask = parseFieldMask(fields)
  if (!mask) throw invalidMask(fields)
  const unknown = unknownField(mask, route.reply)
  if (unknown !== undefined) throw invalidMask(unknown)
  return mask
}

function invalidMask(path: string): GoogleError {
  const description = `Error expanding 'fields' parameter. Cannot find matching fields for path '${path}'.`
  return new GoogleError({
    code: 400,
    status: 'INVALID_ARGUMENT',
    message: 'Request contains an invalid argument.',
    details: [
      { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: path, description }] },
    ],
    drive: { reason: 'invalidParameter', location: 'fields', message: `Invalid field selection ${path}` },
  })
}

/** Refuses a caller without access. Sheets returns 403. Drive returns 404 to callers without read access, to hide the file. */
function checkAccess({ route, params }: Match, allows: (kind: OperationKind, spreadsheetId: string) => boolean): void {
  const { spreadsheetId, fileId } = params
  const { kind } = route
  if (spreadsheetId !== undefined && !allows(kind, spreadsheetId)) throw permissionDenied()
  if (fileId === undefined || allows(kind, fileId)) return
  throw allows('read', fileId)
    ? permissionDenied('The user does not have sufficient permissions for this file.')
    : notFound(`File not found: ${fileId}.`)
}
