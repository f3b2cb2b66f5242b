import { z } from 'zod'
import type { ErrorCode, FieldProblems } from '#contract/errors.ts'

/** The server's texts about a failure, by field of the response. */
export interface ServerText {
  message?: string | undefined
  error?: string | undefined
  description?: string | undefined
}

const Text = z.string().trim().min(1).optional().catch(undefined)
const Texts = z.object({ message: Text, error: Text, description: Text }).catch({})
/** The codes that change what the page does; other servers have codes of their own. */
const Code = z.object({ code: z.literal('database_unavailable' satisfies ErrorCode) })
const Fields = z.object({ fields: z.record(z.string(), z.string()) })

/** Reads the body of a failed request, whatever it is; `statusText` is the name HTTP gives the status. */
export function readErrorBody(
  body: unknown,
  statusText: string,
): { serverMessage: ServerText; fields: FieldProblems | undefined; code: 'database_unavailable' | undefined } {
  const { error, ...texts } = Texts.parse(body)
  const serverMessage = { ...texts, error: error !== undefined && isSentence(error, statusText) ? error : undefined }
  return { serverMessage, fields: Fields.safeParse(body).data?.fields, code: Code.safeParse(body).data?.code }
}

/**
 * Whether an `error` field is meant for people. Servers also use it for a code (`not_found`, `Conflict`) or for the
 * name of the status ('Bad Request'): a sentence has several words, and says more than the name.
 */
function isSentence(error: string, statusText: string): boolean {
  return /\s/.test(error) && error.toLowerCase() !== statusText.toLowerCase()
}
