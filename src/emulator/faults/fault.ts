import { z } from 'zod'

const operationKinds = ['read', 'write'] as const

/**
 * What happens to a request. `applied` lets the change happen first, so that the caller is told of a failure that was
 * none; `html` answers with a page instead of JSON.
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
  z.strictObject({ answer: z.enum(['permission_denied', 'revoked', 'not_found', 'protected_range']) }),
])

export type FaultEffect = z.infer<typeof faultEffect>

/** A fault as JSON: which requests it meets, where what is left out matches all, and what it does to them. */
export const faultMessage = z.strictObject({
  kind: z.enum(operationKinds).optional(),
  operation: z.string().optional(),
  method: z.string().optional(),
  /** A regular expression over the path with its query. */
  path: z.string().optional(),
  spreadsheetId: z.string().optional(),
  account: z.string().optional(),
  /** Lets this many matching requests pass first. */
  after: z.int().min(0).optional(),
  /** Meets this many requests; without it, every one. */
  count: z.int().min(1).optional(),
  effect: faultEffect,
})

/** A fault as the tests of this process set it; `path` may be a `RegExp`. */
export type Fault = Omit<z.infer<typeof faultMessage>, 'path'> & { path?: string | RegExp | undefined }

export const quotaMessage = z.strictObject({
  readsPerMinute: z.int().min(0),
  writesPerMinute: z.int().min(0),
})

/** How many requests each account may send in a minute of the clock. */
export type Quota = z.infer<typeof quotaMessage>
