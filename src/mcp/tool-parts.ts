import { z } from 'zod'
import type { Client } from '#client/client.ts'
import { cleanText } from '#contract/field.ts'
import type { ToolAnswer } from './answer.ts'
import type { Confirmations } from './confirmations.ts'

/** Dependencies of all tools. */
export interface ToolParts {
  readonly client: Client
  readonly confirmations: Confirmations
  /** Address at which people open Nano Sync, e.g. `https://nano.example`. */
  readonly baseUrl: string
}

/** Argument of a second call that confirms the first call. */
export const confirmation = z.string().overwrite(cleanText).optional().describe('of the first call')

/** Fields in the answer to a first call. */
export const previewSays = { nothing_has_changed_yet: z.string(), confirmation: z.string() }

interface ConfirmedChange {
  /** Tool and everything that the person agrees to. A confirmation is valid only for this content. */
  content: object
  confirmation: string | undefined
  preview: ToolAnswer
  act: () => Promise<ToolAnswer>
}

/** Answers the first call with a preview and a confirmation. Acts on a second call with this confirmation and equal content. */
export async function actOnceConfirmed(
  { confirmations }: Pick<ToolParts, 'confirmations'>,
  { content, confirmation, preview, act }: ConfirmedChange,
): Promise<ToolAnswer> {
  const text = JSON.stringify(sorted(content))
  if (confirmation === undefined) {
    const created = confirmations.create(text)
    const nothing_has_changed_yet = `To do it, call again with the same values and confirmation ${created}.`
    return { ...preview, says: { nothing_has_changed_yet, confirmation: created, ...preview.says } }
  }
  if (await confirmations.use(text, confirmation)) return await act()
  const problem =
    'This confirmation is not the one of a first call with these values, what it showed has changed, or it has expired or been used. Call again without a confirmation.'
  return { says: { problem } }
}

/** Sorts the fields by name, because the second call may send them in a different order, and leaves out undefined fields. */
function sorted(content: object): object {
  const fields = Object.entries(content).filter(([, value]) => value !== undefined)
  return Object.fromEntries(fields.sort(([one], [other]) => (one < other ? -1 : 1)))
}
