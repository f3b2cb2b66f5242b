/**
 * A piece of a number format pattern: text to show as it is, the content of square brackets such as a color or an
 * elapsed time, or a single character that may be a code.
 */
export interface PatternPiece {
  kind: 'text' | 'bracket' | 'code'
  text: string
}

/**
 * Splits a pattern into its pieces. Resolves quotes and escapes, and turns `_x` into a space and `*x` into nothing. Takes time
 * in proportion to the length of any pattern, because anyone can store a pattern.
 */
export function scanPattern(pattern: string): PatternPiece[] {
  const pieces: PatternPiece[] = []
  const closesAt = { '"': pattern.lastIndexOf('"'), ']': pattern.lastIndexOf(']') }
  for (let at = 0; at < pattern.length; ) {
    const character = pattern[at] ?? ''
    const next = pattern[at + 1] ?? ''
    if (character === '"' && closesAt['"'] > at) {
      const end = pattern.indexOf('"', at + 1)
      pieces.push({ kind: 'text', text: pattern.slice(at + 1, end) })
      at = end + 1
    } else if (character === '[' && closesAt[']'] > at) {
      const end = pattern.indexOf(']', at + 1)
      pieces.push({ kind: 'bracket', text: pattern.slice(at + 1, end) })
      at = end + 1
    } else if (character === '\\' || character === '_' || character === '*') {
      pieces.push({ kind: 'text', text: shownEscape(character, next) })
      at += 2
    } else {
      pieces.push({ kind: 'code', text: character })
      at += 1
    }
  }
  return pieces
}

function shownEscape(character: string, next: string): string {
  if (character === '\\') return next
  return character === '_' ? ' ' : ''
}

/** Splits at `;` outside quotes and escapes. */
export function splitSections(pieces: readonly PatternPiece[]): PatternPiece[][] {
  const sections: PatternPiece[][] = [[]]
  for (const piece of pieces) {
    if (isCode(piece, ';')) sections.push([])
    else sections.at(-1)?.push(piece)
  }
  return sections
}

/** Whether the piece is one of these characters, outside quotes and escapes. */
export function isCode(piece: PatternPiece | undefined, characters: string): boolean {
  return piece?.kind === 'code' && characters.includes(piece.text)
}

/** The longest run of these characters from `start` on. */
export function codesFrom(pieces: readonly PatternPiece[], { start, characters }: CodeRun): string {
  let end = start
  while (isCode(pieces[end], characters)) end += 1
  return pieces
    .slice(start, end)
    .map(({ text }) => text)
    .join('')
}

interface CodeRun {
  start: number
  characters: string
}

/** The text shown by pieces that are not codes. */
export function literalText(pieces: readonly PatternPiece[]): string {
  return pieces.map(({ kind, text }) => (kind === 'bracket' ? '' : text)).join('')
}
