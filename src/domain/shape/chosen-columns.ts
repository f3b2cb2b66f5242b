import { isQuoted, quoteIf, readQuotes, slicePart, splitParts, TextProblem, unquote } from './quoted-text.ts'

/** A column of the source a task copies. */
export interface ChosenColumn {
  /** Its header, or its letters where it has none. */
  name: string
  /** Its header in the target; undefined for the same header. */
  newName: string | undefined
}

const MAX_CHOSEN_COLUMNS = 500
const AS = / (?:as|AS) /
const NEEDS_QUOTES = /,| (?:as|AS) /

/** Reads `Name, Amount as Total`; empty text chooses no column. @throws TextProblem */
export function parseColumns(text: string): ChosenColumn[] {
  if (text.trim() === '') return []
  const parts = splitParts(readQuotes(text), ',').filter((part, at, all) => part.text !== '' || at < all.length - 1)
  if (parts.length > MAX_CHOSEN_COLUMNS) {
    throw new TextProblem(`Choose at most ${MAX_CHOSEN_COLUMNS} columns`, { at: 0, text })
  }
  return parts.map((part, index) => {
    if (part.text === '') throw new TextProblem(`Column ${index + 1} has no name: remove one of the commas`, part)
    const found = AS.exec(part.visible)
    if (!found) {
      if (/ (?:as|AS)$/.test(part.visible))
        throw new TextProblem(`${part.text}: write the new name after "as", or put the whole name in quotes`, part)
      return { name: nameIn(part), newName: undefined }
    }
    const newName = slicePart(part, found.index + found[0].length)
    return { name: nameIn(slicePart(part, 0, found.index)), newName: nameIn(newName) }
  })
}

function nameIn(part: ReturnType<typeof slicePart>): string {
  if (!isQuoted(part) && part.text.startsWith('"')) {
    throw new TextProblem(`${part.text}: put a comma or "as" after the closing quote`, part)
  }
  const name = unquote(part)
  if (name === '') throw new TextProblem('A column needs a name: "" is empty', part)
  return name
}

/** Text that `parseColumns` reads as the same columns. */
export function formatColumns(columns: readonly ChosenColumn[]): string {
  return columns
    .map(({ name, newName }) => (newName === undefined ? quoted(name) : `${quoted(name)} as ${quoted(newName)}`))
    .join(', ')
}

function quoted(name: string): string {
  return quoteIf(name, NEEDS_QUOTES.test(name) || / (?:as|AS)$/.test(name))
}
