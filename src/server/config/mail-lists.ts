import { z } from 'zod'
import { addresses, NONE, required } from './setting-schemas.ts'

// Only ASCII: other letters can look like letters of another address, or become them in lower case.
const ADDRESS = /^[\x21-\x3f\x41-\x7e]+@[a-z\d-]+(?:\.[a-z\d-]+)*$/i
const ADDRESS_OR_DOMAIN = /^[\x21-\x3f\x41-\x7e]*@[a-z\d-]+(?:\.[a-z\d-]+)*$/i
const WILDCARD = /[*?]/

/** Schema of the setting that lists who may sign in: addresses and domains, or `none`. */
export const allowedEmails = (name: string) =>
  required(addresses, {
    name,
    fix: 'List who may sign in, separated by commas, or set it to none to let nobody sign in',
  }).pipe(
    z.array(
      entry((text) => text === NONE || ADDRESS_OR_DOMAIN.test(text), {
        problem: (shown) =>
          `${name} must list addresses or @domains in ASCII, separated by commas. ${shown} is neither`,
        wildcard: (shown, domain) =>
          `${name} lists ${shown}, which has a wildcard. To let everybody at a domain in, write it alone, such as ${domain}`,
      }),
    ),
  )

/** Schema of a setting that lists addresses. */
export const mailAddresses = (name: string, { fix }: { fix: string }) =>
  required(addresses, { name, fix }).pipe(
    z.array(
      entry((text) => ADDRESS.test(text), {
        problem: (shown) => `${name} must list addresses in ASCII, separated by commas. ${shown} is none`,
        wildcard: (shown) => `${name} lists ${shown}, which has a wildcard. List each address`,
      }),
    ),
  )

interface Messages {
  problem: (shown: string) => string
  wildcard: (shown: string, domain: string) => string
}

/** Schema of a list's entry. Wildcards are refused, because they would be taken literally. */
function entry(isValid: (text: string) => boolean, { problem, wildcard }: Messages) {
  return z.string().refine((text) => isValid(text) && !WILDCARD.test(text), {
    error: ({ input }) => {
      const text = String(input)
      const shown = JSON.stringify(text)
      return WILDCARD.test(text) ? wildcard(shown, domainIn(text)) : problem(shown)
    },
  })
}

function domainIn(text: string): string {
  const domain = text.slice(text.lastIndexOf('@') + 1).replace(/^[*?.]+/, '')
  return `@${domain || 'example.com'}`
}
