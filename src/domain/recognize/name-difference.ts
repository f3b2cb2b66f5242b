import { placesByForm } from './name-finder.ts'
import { normalizeText } from './normalize-text.ts'

/** Cyrillic and Greek letters that look like the Latin letters below. */
const DOUBLES = 'АВЕЅІЈКМНОРСТХаеѕіјорсухΑΒΕΖΗΙΚΜΝΟΡΤΥΧο'
const LATIN = 'ABESIJKMHOPCTXaesijopcyxABEZHIKMNOPTYXo'
const LATIN_DOUBLES = new Map(Array.from(DOUBLES, (double, at) => [double, LATIN[at] ?? double]))
const DASHES = /[‐‑‒–—−]/g
const QUOTES = /[‘’‛′´`]/g
const DOUBLE_QUOTES = /[“”„″]/g
const WITHOUT_WIDTH = /\s|\u200c|\u200d|[\ufe00-\ufe0f]/g

const CHARACTERS: Readonly<Record<string, string>> = {
  ' ': 'a blank',
  '\n': 'a line break',
  '\r': 'a line break',
  '\t': 'a tab',
  '\u00a0': 'a no-break blank',
  '\u202f': 'a no-break blank',
  '\u200c': 'an invisible character (U+200C)',
  '\u200d': 'an invisible character (U+200D)',
}

/** Finds names easily mistaken for the given name. */
export function createLookalikeFinder(names: readonly string[]): (name: string) => string[] {
  const places = placesByForm(names, skeleton)
  return (name) => (places.get(skeleton(name)) ?? []).flatMap((at) => names[at] ?? [])
}

function skeleton(name: string): string {
  const plain = normalizeText(name).normalize('NFKC').replace(WITHOUT_WIDTH, '')
  const latin = Array.from(plain, (character) => LATIN_DOUBLES.get(character) ?? character).join('')
  return latin.replace(DASHES, '-').replace(QUOTES, "'").replace(DOUBLE_QUOTES, '"').toLowerCase()
}

/** First difference of two lookalike names, e.g. `a line break` and `a blank`; undefined for other names. */
export function findDifference(one: string, other: string): { one: string; other: string } | undefined {
  if (one === other || skeleton(one) !== skeleton(other)) return undefined
  const differsComposed = one.normalize('NFC') !== other.normalize('NFC')
  const split = (name: string) => Array.from(differsComposed ? name.normalize('NFC') : name)
  const [letters, others] = [split(one), split(other)]
  const at = letters.findIndex((letter, index) => letter !== others[index])
  const place = at < 0 ? letters.length : at
  return { one: describeCharacter(letters[place]), other: describeCharacter(others[place]) }
}

function describeCharacter(character: string | undefined): string {
  if (character === undefined) return 'nothing more'
  const known = CHARACTERS[character]
  if (known) return known
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  if (normalizeText(character) === '') return `an invisible character (${code})`
  return /^[ -~]$/.test(character) ? `"${character}"` : `"${character}" (${code})`
}
