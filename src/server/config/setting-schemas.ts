import { z } from 'zod'
import { splitAddresses } from '#contract/address-list.ts'
import { removeCopyMarks } from '#contract/remove-invisible.ts'
import { splitList } from '#contract/split-list.ts'

/** Settings to leave unchanged: a secret with a changed byte could not decrypt the stored data. */
const KEYS: ReadonlySet<string> = new Set(['SESSION_SECRET', 'TOKEN_SECRET'])

/** Removes characters from settings that copying may add. */
export function cleanSettings(
  settings: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const cleaned = Object.entries(settings).map(([name, value]) => [
    name,
    value === undefined || KEYS.has(name) ? value : removeCopyMarks(value),
  ])
  return Object.fromEntries(cleaned)
}

export const url = (name: string) =>
  z
    .url({ protocol: /^https?$/, error: `${name} must be an http:// or https:// URL` })
    .refine(hasNoCredentials, {
      error: `${name} must not contain a user or a password. Remove everything between // and @`,
      abort: true,
    })
    .transform(withoutTrailingSlashes)

/** Schema of a site's origin. */
export const origin = (name: string) =>
  url(name)
    .refine(
      (text) => /^https?:\/\/[^/?#]+$/.test(text),
      `${name} must be an address without a path, such as https://nano.example`,
    )
    .transform((text) => new URL(text).origin)

export const wholeNumber = (name: string, { min, max }: { min: number; max: number }) =>
  z.coerce
    .number({ error: `${name} must be a number` })
    .int(`${name} must be a whole number`)
    .min(min, `${name} must be at least ${min}`)
    .max(max, `${name} must be at most ${max}`)

export const list = z.string().transform(splitList)

/** Schema of mail addresses and domains, with or without display names. */
export const addresses = z.string().transform(splitAddresses)

/** Schema of a list of entries without blanks. */
export const words = z.string().transform((text) => text.split(/[\s,;]+/).filter((word) => word !== ''))

/** Refuses an empty list, because the list decides who gets in. */
export const required = <Entries extends z.ZodType<string[]>>(
  entries: Entries,
  { name, fix }: { name: string; fix: string },
) => entries.refine((listed) => listed.length > 0, { error: `${name} is empty. ${fix}`, abort: true })

/** Word for an empty list. An empty setting is refused, because it could be a mistake. */
export const NONE = 'none'

/** Schema of a list of words. The single word `none` means an empty list. */
export const wordsOrNone = (options: { name: string; fix: string }) =>
  required(words, options).transform((listed) => (listed.length === 1 && listed[0] === NONE ? [] : listed))

const MIN_SECRET_LENGTH = 32
/** Minimum number of distinct characters, and of distinct steps between neighboring characters. A random secret has more. */
const MIN_VARIETY = 8

export const secret = (name: string) =>
  z
    .string()
    .min(MIN_SECRET_LENGTH, `${name} must have at least ${MIN_SECRET_LENGTH} characters`)
    .refine(
      (text) => text.length < MIN_SECRET_LENGTH || !isGuessable(text),
      `${name} can be guessed. Use a random one, such as the output of: openssl rand -hex 32`,
    )

/** Schema of several secrets, for the replacement of an old secret. */
export const secrets = (name: string) => list.pipe(z.array(secret(name))).default([])

function isGuessable(text: string): boolean {
  const codes = Array.from(text, (character) => character.charCodeAt(0))
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  const hasLittleVariety = new Set(codes).size < MIN_VARIETY || new Set(steps).size < MIN_VARIETY
  return hasLittleVariety || isRepeated(text)
}

/** Whether a text repeats a shorter text of at most half its length. */
function isRepeated(text: string): boolean {
  const half = Math.floor(text.length / 2)
  return Array.from({ length: half }, (_, index) => index + 1).some((period) => text.startsWith(text.slice(period)))
}

function hasNoCredentials(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text.endsWith('/', end)) end -= 1
  return text.slice(0, end)
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
