import { z } from 'zod'

/** An `https` address of Google, so a reply cannot send people anywhere else. */
export const GoogleLink = z.url({ protocol: /^https$/, hostname: /^([a-z\d-]+\.)*google\.com$/ })

/** A helpful link or button for a failure, in addition to the advice in its text. */
export const FixAction = z.discriminatedUnion('kind', [
  /** Open a page of Google, e.g. to enable an API. */
  z.object({ kind: z.literal('open'), label: z.string(), url: GoogleLink }),
  /** Share a spreadsheet with an account. */
  z.object({
    kind: z.literal('share'),
    address: z.email(),
    role: z.enum(['viewer', 'editor']),
    spreadsheet_id: z.string(),
  }),
  /** Connect a person's spreadsheets, for the first time or again. */
  z.object({ kind: z.literal('connect'), address: z.email() }),
  /** Connect the installation with Google. */
  z.object({ kind: z.literal('connect_google') }),
])
export type FixAction = z.infer<typeof FixAction>
