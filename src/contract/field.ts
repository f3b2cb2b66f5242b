import { z } from 'zod'
import { reading } from './reading.ts'
import { removeCopyMarks, removeInvisible } from './remove-invisible.ts'

const MAX_ID = 2_147_483_647
const MAX_CONTROL_CODE = 0x1f

/** Whether the database can store the text: no control characters except tab and line breaks, no unpaired surrogates. */
function isStorable(text: string): boolean {
  if (!text.isWellFormed()) return false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code <= MAX_CONTROL_CODE && code !== 9 && code !== 10 && code !== 13) return false
  }
  return true
}

/**
 * Text, trimmed and without copy marks. `isExact` keeps text unchanged unless it is blank. `label` names the field in error
 * messages.
 */
export function text({ label, max, isExact = false }: { label: string; max: number; isExact?: boolean }) {
  return z
    .string({ error: `${label} must be text` })
    .overwrite((sent) => (isExact && sent.trim() !== '' ? sent : removeCopyMarks(sent).trim()))
    .max(max, `${label} must be at most ${max} characters long`)
    .refine(isStorable, `${label} contains characters that cannot be stored`)
}

/** Trims a typed or pasted ID, link, number or time, and removes invisible characters. */
export function cleanText(pasted: string): string {
  return removeInvisible(pasted).trim()
}

/** A whole number between `min` and `max`, both included. */
export function wholeNumber({ label, min, max }: { label: string; min: number; max: number }) {
  const problems = {
    too_small: `${label} must be at least ${min}`,
    too_big: `${label} must be at most ${max}`,
    other: `${label} must be a whole number`,
  }
  // The schema itself rejects numbers too large to be exact.
  const error = ({ code }: { code: string }) =>
    code === 'too_small' || code === 'too_big' ? problems[code] : problems.other
  return z.int({ error }).min(min, problems.too_small).max(max, problems.too_big)
}

export const Id = z
  .int({ error: 'An ID must be a whole number' })
  .min(1, 'An ID must be at least 1')
  .max(MAX_ID, `An ID must be at most ${MAX_ID}`)

/** IDs of several items, named by `noun` in error messages. With `min` 0, the list may be empty. */
export function idList({ noun, min = 1, max }: { noun: string; min?: 0 | 1; max: number }) {
  const atMost = `Choose at most ${max.toLocaleString('en-US')} ${noun}s`
  return z.array(Id).min(min, `Choose at least one ${noun}`).max(max, atMost)
}

/** An ID in a path or a query. */
export const IdText = z
  .union([z.string(), z.number()])
  .transform((id) => cleanText(String(id)))
  .refine((id) => /^[1-9]\d{0,9}$/.test(id) && Number(id) <= MAX_ID, 'An ID must be a whole number, 1 or more')
  .transform(Number)

/** A whole number in a query string. */
export function numberText({ label, min, max }: { label: string; min: number; max: number }) {
  return z
    .union([z.string(), z.number()])
    .transform((value) => cleanText(String(value)))
    .transform((digits) => (digits === '' ? Number.NaN : Number(digits)))
    .pipe(wholeNumber({ label, min, max }))
}

/** A time in JSON: ISO 8601 in UTC. Clients show any other text as it is. */
export const Timestamp = z.iso.datetime().register(reading, { otherwise: '' })

export const INVALID_TIME = 'Please enter a valid time in HH:MM format (24-hour)'

/** Full-width digits and colon, typed by Chinese and Japanese keyboards. */
const FULL_WIDTH = /[０-９：]/g
const FULL_WIDTH_OFFSET = '０'.charCodeAt(0) - '0'.charCodeAt(0)

/** Cleans a typed or pasted time: ASCII digits, no blanks around the colon. */
export function cleanTime(pasted: string): string {
  return cleanText(pasted)
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .split(':')
    .map((part) => part.trim())
    .join(':')
}

/** A wall-clock time in the schedule's time zone: 24-hour HH:MM. */
export const TimeOfDay = z
  .string({ error: INVALID_TIME })
  .overwrite(cleanTime)
  .regex(/^([01]?\d|2[0-3]):[0-5]\d$/, INVALID_TIME)
  .transform((time) => time.padStart(5, '0'))

/** Result of an action. `warning`: it did nothing, for the reason in `message`. */
export const Outcome = z.object({ status: z.enum(['success', 'warning', 'error']), message: z.string() })
export type Outcome = z.infer<typeof Outcome>

/** Result of an action as read by clients. A missing status means success; any unknown status is an `info`. */
export const SeenOutcome = Outcome.extend({
  status: z
    .enum([...Outcome.shape.status.options, 'info'])
    .register(reading, { from: (sent) => sent ?? 'success', otherwise: 'info' }),
})
export type SeenOutcome = z.infer<typeof SeenOutcome>

/** The reply of an action. */
export const outcomeReply = { reply: Outcome, reads: SeenOutcome }

export const IdParams = z.object({ id: IdText })
