import { z } from 'zod'
import { splitList } from '#contract/split-list.ts'

export const url = (name: string) =>
  z.url({ protocol: /^https?$/, error: `${name} must be an http:// or https:// URL` }).transform(withoutTrailingSlashes)

/** The address of a whole site. */
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

/** A list that must not be empty: what is missing from it decides who gets in. */
export const listOrNone = (name: string, fix: string) =>
  list.refine((entries) => entries.length > 0, { error: `${name} is empty. ${fix}`, abort: true })

const MIN_SECRET_LENGTH = 32
/** Several secrets, for the time in which one replaces another. */
export const secrets = (name: string) =>
  list
    .pipe(z.array(z.string().min(MIN_SECRET_LENGTH, `${name} must have at least ${MIN_SECRET_LENGTH} characters`)))
    .default([])

function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text.endsWith('/', end)) end -= 1
  return text.slice(0, end)
}
