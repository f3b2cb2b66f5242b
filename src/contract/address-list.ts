import { removeInvisible } from './remove-invisible.ts'

/** An address in angle brackets, a quoted name, a separator, or a word. */
const PART = /<([^<>]*)>|"([^"]*)"|[,;]|[^\s,;<>"]+/g
/** Without the characters that separate addresses or name a display name, and with a domain in ASCII. */
const ADDRESS = /^[^\s@,;:<>()[\]"\\]+@[a-z\d.-]+$/i
const OPENING = /^(?:['‘]|mailto:)+/i
const CLOSING = /['’]$/

/**
 * The entries of a list of addresses, separated by commas, semicolons or blanks: `Ann Lee <ann@example.com>; bob@example.com`.
 * A display name in front of an address in angle brackets is left out. Other words are an entry too, for `isAddress` to refuse.
 */
export function splitAddresses(pasted: string): string[] {
  const entries: string[] = []
  // Words that are the display name of an address, or else entries.
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

/** An address without what mail programs put around it. */
function bareAddress(text: string): string {
  return text.trim().replace(OPENING, '').replace(CLOSING, '')
}

export function isAddress(entry: string): boolean {
  return ADDRESS.test(entry)
}

/** Why an entry is refused. */
export function addressProblem(entry: string): string {
  return `"${entry}" is not an address. Enter email addresses such as ops@example.com, separated by commas`
}

/** The first entry that is no address, or undefined. */
export function listProblem(pasted: string): string | undefined {
  const refused = splitAddresses(pasted).find((entry) => !isAddress(entry))
  return refused === undefined ? undefined : addressProblem(refused)
}

/** The addresses separated by commas. A list that has only commas already stays as it is. */
export function withCommas(pasted: string): string {
  const addresses = splitAddresses(pasted)
  const plain = pasted.split(',').map((entry) => entry.trim())
  return plain.join() === addresses.join() ? pasted : addresses.join(', ')
}
