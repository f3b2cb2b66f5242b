import { z } from 'zod'
import type { ErrorCode, FieldProblems } from '#contract/errors.ts'

/** Texts about a failure in the server's response, by field. */
export interface ServerText {
  message?: string | undefined
  error?: string | undefined
  description?: string | undefined
}

const Text = z.string().trim().min(1).optional().catch(undefined)
const Texts = z.object({ message: Text, error: Text, description: Text }).catch({})
/** Codes that affect the page. Other servers have their own codes. */
const Code = z.object({ code: z.literal('database_unavailable' satisfies ErrorCode) })
const Fields = z.object({ fields: z.record(z.string(), z.string()) })

/** Reads any body of a failed request. `statusText` is the HTTP name of the status. */
export function readErrorBody(
  body: unknown,
  statusText: string,
): { serverMessage: ServerText; fields: FieldProblems | undefined; code: 'database_unavailable' | undefined } {
  const { error, ...texts } = Texts.parse(body)
  const serverMessage = { ...texts, error: error !== undefined && isSentence(error, statusText) ? error : undefined }
  return { serverMessage, fields: Fields.safeParse(body).data?.fields, code: Code.safeParse(body).data?.code }
}

/**
 * Whether an `error` field is meant for people. Servers also use the field for a code (`not_found`, `Conflict`) or for the
 * name of the status ('Bad Request'). A sentence has several words and differs from the name.
 */
function isSentence(error: string, statusText: string): boolean {
  return /\s/.test(error) && error.toLowerCase() !== statusText.toLowerCase()
}
