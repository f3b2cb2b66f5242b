import { z } from 'zod'
import { operationKinds } from '../operation-kind.ts'
import { refusalNames } from './refusals.ts'

/**
 * The outcome of a request. `applied` makes the change before the error is sent, so the caller sees a failure despite the
 * change. `html` sends an HTML page instead of JSON. `page` sends the page of a proxy. `crashed` ends the thread of the
 * provider.
 */
const faultEffect = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('rate_limited'), html: z.boolean().optional() }),
  z.strictObject({
    answer: z.enum(['internal', 'unavailable']),
    applied: z.boolean().optional(),
    html: z.boolean().optional(),
  }),
  z.strictObject({ answer: z.literal('dropped'), applied: z.boolean().optional() }),
  z.strictObject({ answer: z.literal('delayed'), delayMs: z.int().min(0) }),
  z.strictObject({ answer: z.enum(refusalNames) }),
  z.strictObject({ answer: z.literal('page'), status: z.int().min(200).max(599) }),
  z.strictObject({ answer: z.enum(['crashed', 'permission_denied', 'revoked', 'not_found', 'protected_range']) }),
])

export type FaultEffect = z.infer<typeof faultEffect>

/** A fault: the requests it hits, and its effect. An omitted field matches all requests. */
export const faultMessage = z.strictObject({
  kind: z.enum(operationKinds).optional(),
  operation: z.string().optional(),
  method: z.string().optional(),
  /** A part of the path and query. */
  path: z.string().optional(),
  spreadsheetId: z.string().optional(),
  account: z.string().optional(),
  /** Hits only reads of larger ranges, as Google does with complex requests. */
  cellsOver: z.int().min(0).optional(),
  /** Lets this many matching requests through first. */
  after: z.int().min(0).optional(),
  /** Maximum requests to hit; without it, all of them. */
  count: z.int().min(1).optional(),
  effect: faultEffect,
})

export type Fault = z.infer<typeof faultMessage>

export const quotaMessage = z.strictObject({
  readsPerMinute: z.int().min(0),
  writesPerMinute: z.int().min(0),
  /** Quota of the shared Cloud project of all accounts; without it, each account has its own. */
  projectReadsPerMinute: z.int().min(0).optional(),
  projectWritesPerMinute: z.int().min(0).optional(),
})

/** Requests per clock minute, for each account and for all accounts together. */
export type Quota = z.infer<typeof quotaMessage>
