import { removeInvisible } from './remove-invisible.ts'

/** An address in angle brackets, a quoted name, a separator, or a word. */
const PART = /<([^<>]*)>|"([^"]*)"|[,;]|[^\s,;<>"]+/g
/** Excludes separators and the characters around display names. The domain must be ASCII. */
const ADDRESS = /^[^\s@,;:<>()[\]"\\]+@[a-z\d.-]+$/i
const OPENING = /^(?:['‘]|mailto:)+/i
const CLOSING = /['’]$/

/**
 * Splits a list of addresses at commas, semicolons or blanks: `Ann Lee <ann@example.com>; bob@example.com`. Drops a display name
 * before an address in angle brackets. Keeps other words as entries, so `isAddress` can reject them.
 */
export function splitAddresses(pasted: string): string[] {
  const entries: string[] = []
  // A display name if an address in angle brackets follows; entries otherwise.
  let words: string[] = []
  const endEntry = (address = '') => {
    entries.push(words.join(' '), bareAddress(address))
    words = []
  }
  for (const [part, address, quoted] of removeInvisible(pasted).matchAll(PART)) {
    if (address !== undefined) {
      words = []
      endEntry(address)
    } else if (part === ',' || part === ';') endEntry()
    else if (quoted === undefined && part.includes('@')) endEntry(part)
    else words.push((quoted ?? part).trim())
  }
  endEntry()
  return [...new Set(entries.filter((entry) => entry !== ''))]
}

/** Strips an address of quotes and `mailto:`, which mail programs add. */
function bareAddress(text: string): string {
  return text.trim().replace(OPENING, '').replace(CLOSING, '')
}

export function isAddress(entry: string): boolean {
  return ADDRESS.test(entry)
}

/** Error message for an invalid entry. */
export function addressProblem(entry: string): string {
  return `"${entry}" is not an address. Enter email addresses such as ops@example.com, separated by commas`
}

/** Error message for the first invalid entry, or undefined. */
export function listProblem(pasted: string): string | undefined {
  const refused = splitAddresses(pasted).find((entry) => !isAddress(entry))
  return refused === undefined ? undefined : addressProblem(refused)
}

/** Joins the addresses with commas. Returns a list with commas only unchanged. */
export function withCommas(pasted: string): string {
  const addresses = splitAddresses(pasted)
  const plain = pasted.split(',').map((entry) => entry.trim())
  return plain.join() === addresses.join() ? pasted : addresses.join(', ')
}
