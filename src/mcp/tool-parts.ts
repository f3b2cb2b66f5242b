import { z } from 'zod'
import type { Client } from '#client/client.ts'
import { cleanText } from '#contract/field.ts'
import type { ToolAnswer } from './answer.ts'
import type { Confirmations } from './confirmations.ts'

/** Everything tools share. */
export interface ToolParts {
  readonly client: Client
  readonly confirmations: Confirmations
  /** Where people open Nano Sync, e.g. `https://nano.example`. */
  readonly baseUrl: string
}

/** The input with which a second call confirms the first. */
export const confirmation = z.string().overwrite(cleanText).optional().describe('of the first call')

/** Fields of the answer to the first call. */
export const previewSays = { nothing_has_changed_yet: z.string(), confirmation: z.string() }

interface ConfirmedChange {
  /** Everything the person agrees to, and the tool: a confirmation is valid for nothing else. */
  content: object
  confirmation: string | undefined
  preview: ToolAnswer
  act: () => Promise<ToolAnswer>
}

/** Answers the first call with a preview and its confirmation, and acts on a second call that still means the same. */
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
