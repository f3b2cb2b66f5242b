import { MAX_SEARCH_CHARACTERS } from '../limits.ts'
import type { Spreadsheet } from '../store/spreadsheets.ts'
import { invalidParameter } from './drive-errors.ts'

type FileFilter = (file: Spreadsheet) => boolean

interface Cursor {
  tokens: readonly string[]
  at: number
  depth: number
}

/** Maximum depth of a search: deeper than any real search, and well within the call stack. */
const MAX_DEPTH = 50

/**
 * Parses the part of Drive's search language that applies to spreadsheets: `name`, `mimeType`, `trashed`, the times,
 * `and`, `or`, `not` and parentheses. @see https://developers.google.com/workspace/drive/api/guides/ref-search-terms
 * @throws GoogleError `Invalid Value` for any other text.
 */
export function parseFileQuery(text: string): FileFilter {
  if (text.length > MAX_SEARCH_CHARACTERS) throw invalidParameter('q')
  const tokens = readTokens(text)
  const cursor = { tokens, at: 0, depth: 0 }
  const filter = readAny(cursor)
  if (cursor.at < tokens.length) throw invalidParameter('q')
  return filter
}

/** Lists the folders a search asks for. */
export function foldersIn(text: string): string[] {
  return Array.from(text.matchAll(/'([\w-]{1,100})' in parents/g), ([, id = '']) => id)
}

const SPACE = /\s/
const SEPARATORS = '()\'"=<>!'

/** Splits a search into words, quoted strings, operators and parentheses. Takes time in proportion to its length. */
function readTokens(text: string): string[] {
  const tokens: string[] = []
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? ''
    if (SPACE.test(character)) {
      at += 1
      continue
    }
    const end = endOfToken(text, at)
    tokens.push(text.slice(at, end))
    at = end
  }
  return tokens
}

function endOfToken(text: string, at: number): number {
  const character = text[at] ?? ''
  if (character === "'" || character === '"') return endOfString(text, at)
  if (character === '(' || character === ')' || character === '=') return at + 1
  const isFollowedByEquals = text[at + 1] === '='
  if (character === '!' && !isFollowedByEquals) throw invalidParameter('q')
  if (SEPARATORS.includes(character)) return isFollowedByEquals ? at + 2 : at + 1
  let end = at
  while (end < text.length && !SPACE.test(text[end] ?? '') && !SEPARATORS.includes(text[end] ?? '')) end += 1
  return end
}

/** Finds the position after the closing quote. A backslash keeps the next character from closing the string. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === text[start]) return at + 1
  }
  throw invalidParameter('q')
}

function readAny(cursor: Cursor): FileFilter {
  const filters = [readAll(cursor)]
  while (takeWord(cursor, 'or')) filters.push(readAll(cursor))
  return (file) => filters.some((filter) => filter(file))
}

function readAll(cursor: Cursor): FileFilter {
  const filters = [readTerm(cursor)]
  while (takeWord(cursor, 'and')) filters.push(readTerm(cursor))
  return (file) => filters.every((filter) => filter(file))
}

function readTerm(cursor: Cursor): FileFilter {
  cursor.depth += 1
  if (cursor.depth > MAX_DEPTH) throw invalidParameter('q')
  const filter = readDeeper(cursor)
  cursor.depth -= 1
  return filter
}

function readDeeper(cursor: Cursor): FileFilter {
  if (takeWord(cursor, 'not')) {
    const filter = readTerm(cursor)
    return (file) => !filter(file)
  }
  if (takeWord(cursor, '(')) {
    const filter = readAny(cursor)
    if (!takeWord(cursor, ')')) throw invalidParameter('q')
    return filter
  }
  const [subject = '', operator = '', operand = ''] = cursor.tokens.slice(cursor.at, cursor.at + 3)
  cursor.at += 3
  if (operator.toLowerCase() === 'in') return membershipFilter(unquote(subject), operand)
  return comparisonFilter(subject, { operator: operator.toLowerCase(), value: unquote(operand) })
}

function takeWord(cursor: Cursor, word: string): boolean {
  if (cursor.tokens[cursor.at]?.toLowerCase() !== word) return false
  cursor.at += 1
  return true
}

function unquote(token: string): string {
  return /^['"]/.test(token) ? token.slice(1, -1).replace(/\\(.)/g, '$1') : token
}

/** Every file belongs to the caller. */
function membershipFilter(value: string, collection: string): FileFilter {
  if (collection === 'parents') return (file) => file.parent === value
  if (['owners', 'writers', 'readers'].includes(collection)) return () => true
  throw invalidParameter('q')
}

interface Comparison {
  operator: string
  value: string
}

function comparisonFilter(subject: string, comparison: Comparison): FileFilter {
  switch (subject) {
    case 'name':
    case 'fullText':
      return (file) => compareText(file.title, comparison)
    case 'mimeType':
      return (file) => compareText(file.mimeType, comparison)
    case 'trashed':
      return (file) => compareText(String(file.isTrashed), comparison)
    case 'starred':
      return (file) => compareText(String(file.isStarred), comparison)
    case 'sharedWithMe':
      return () => compareText('false', comparison)
    case 'modifiedTime':
      return timeFilter((file) => file.modifiedAt, comparison)
    case 'createdTime':
      return timeFilter((file) => file.createdAt, comparison)
    default:
      throw invalidParameter('q')
  }
}

function compareText(text: string, { operator, value }: Comparison): boolean {
  if (operator === '=') return text === value
  if (operator === '!=') return text !== value
  if (operator === 'contains') return containsPrefix(text.toLowerCase(), value.toLowerCase())
  throw invalidParameter('q')
}

/** Drive's `contains` only matches the beginning of a word. */
function containsPrefix(text: string, prefix: string): boolean {
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true
  }
  return false
}

function timeFilter(timeOf: (file: Spreadsheet) => string, { operator, value }: Comparison): FileFilter {
  const timeMs = Date.parse(/[zZ]|[+-]\d\d:\d\d$/.test(value) ? value : `${value}Z`)
  if (Number.isNaN(timeMs)) throw invalidParameter('q')
  return (file) => {
    const difference = Date.parse(timeOf(file)) - timeMs
    if (operator === '=') return difference === 0
    if (operator === '!=') return difference !== 0
    if (operator === '<') return difference < 0
    if (operator === '<=') return difference <= 0
    if (operator === '>') return difference > 0
    if (operator === '>=') return difference >= 0
    throw invalidParameter('q')
  }
}
