import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FaultEffect } from '../faults/fault.ts'
import { faultError, faultPage } from '../faults/fault-answer.ts'
import type { Faults } from '../faults/faults.ts'
import { notFound, permissionDenied } from '../google-error.ts'
import { applyFieldMask } from '../messages/field-mask.ts'
import type { OperationKind } from '../operation-kind.ts'
import type { JournalEntry } from '../request-journal.ts'
import type { SharingRules } from '../sharing.ts'
import { type Match, matchRoute } from './match-route.ts'
import { parseJson } from './parse-json.ts'
import { Query } from './query.ts'
import { readMask } from './read-mask.ts'
import { replyText } from './reply-text.ts'
import type { Call, Provider, Route } from './route.ts'
import { readSentCall, type SentCall } from './sent-call.ts'

/** What stands around the methods: who may call them, what goes wrong on demand, and what is written down. */
export interface Surroundings {
  provider: Provider
  routes: readonly Route[]
  faults: Faults
  sharing: SharingRules
}

/** Answers one call of a method: faults first, then permission, then the method itself. */
export async function answerCall(
  surroundings: Surroundings,
  exchange: { request: FastifyRequest; reply: FastifyReply; entry: JournalEntry },
): Promise<FastifyReply> {
  const { request, reply, entry } = exchange
  const sent = readSentCall(request)
  const match = matchRoute(surroundings.routes, sent)
  const { operation, kind } = match.route
  const spreadsheetId = match.params['spreadsheetId'] ?? match.params['fileId']
  Object.assign(entry, { operation, kind, ...(spreadsheetId !== undefined && { spreadsheetId }) })
  const { delayMs, effect } = surroundings.faults.meet({ ...entry, operation, kind })
  if (delayMs > 0) await sleep(delayMs)
  const isApplied = effect !== undefined && 'applied' in effect && effect.applied === true
  if (effect && !isApplied) return answerFault(reply, { effect, kind })
  const answer = runMethod(surroundings, { match, sent, account: entry.account })
  if (effect) return answerFault(reply, { effect, kind })
  if (answer === undefined) return reply.code(204).send()
  return reply.type('application/json; charset=UTF-8').send(answer)
}

function answerFault(
  reply: FastifyReply,
  { effect, kind }: { effect: FaultEffect; kind: OperationKind },
): FastifyReply {
  if (effect.answer === 'delayed') throw new Error('A delay is no answer.')
  if (effect.answer === 'dropped') {
    reply.hijack()
    reply.raw.destroy()
    return reply
  }
  const error = faultError(effect.answer, kind)
  if (!('html' in effect && effect.html)) throw error
  return reply.code(error.code).type('text/html; charset=UTF-8').send(faultPage(error))
}

interface MethodCall {
  match: Match
  sent: SentCall
  account: string | undefined
}

function runMethod({ provider, sharing }: Surroundings, { match, sent, account }: MethodCall): string | undefined {
  const { route, params } = match
  const query = new Query(sent.search)
  query.refuseUnknown(route.query)
  const mask = readMask(query, route)
  const permits = (kind: OperationKind, spreadsheetId: string): boolean =>
    sharing.allows({ account, spreadsheetId, kind })
  const requireWrite = (id: string): void => {
    if (!permits('write', id)) throw permissionDenied()
  }
  refuseStranger(match, permits)
  const call: Call = {
    params,
    query,
    body: parseJson(sent.body),
    mask,
    canRead: (id) => permits('read', id),
    requireWrite,
  }
  const answer = route.answer(provider, call)
  if (answer === undefined) return undefined
  return replyText(applyFieldMask(answer, mask), sent.search)
}

/** Sheets says that a stranger may not; Drive hides from a stranger that the file is there. */
function refuseStranger(
  { route, params }: Match,
  permits: (kind: OperationKind, spreadsheetId: string) => boolean,
): void {
  const { spreadsheetId, fileId } = params
  const { kind } = route
  if (spreadsheetId !== undefined && !permits(kind, spreadsheetId)) throw permissionDenied()
  if (fileId === undefined || permits(kind, fileId)) return
  throw permits('read', fileId)
    ? permissionDenied('The user does not have sufficient permissions for this file.')
    : notFound(`File not found: ${fileId}.`)
}
