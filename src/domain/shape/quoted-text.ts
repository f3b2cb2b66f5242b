/** Replaces each character inside quotes, where separators and operators do not count. */
const HIDDEN = '\uE000'
const BEFORE_QUOTE = /[\s,;|=<>!≠≥≤]/

/** A part of a text written by a person, with its place. */
export interface Part {
  text: string
  /** Text of unchanged length with everything inside quotes hidden. */
  visible: string
  /** Counted from 0. */
  at: number
}

/** Why a text cannot be understood, and the wrong words. */
export class TextProblem extends Error {
  override name = 'TextProblem'
  readonly at: number
  readonly length: number

  constructor(message: string, { at, text }: Pick<Part, 'at' | 'text'>) {
    super(message)
    this.at = at
    this.length = text.length
  }
}

/**
 * Finds quoted parts. They begin after a blank or a separator. Two quotes inside stand for a single quote. @throws TextProblem
 */
export function readQuotes(text: string): Part {
  let visible = ''
  for (let at = 0; at < text.length; ) {
    const begins = text[at] === '"' && (at === 0 || BEFORE_QUOTE.test(text[at - 1] ?? ''))
    const end = begins ? endOfQuote(text, at) : at + 1
    visible += begins ? HIDDEN.repeat(end - at) : text[at]
    at = end
  }
  return { text, visible, at: 0 }
}

/** Reads a text. An open quote reaches to the end. */
export function readOpenQuotes(text: string): Part & { problem: TextProblem | undefined } {
  const problem = catchProblem(() => readQuotes(text))
  if (!problem) return { ...readQuotes(text), problem }
  const { visible } = readQuotes(text.slice(0, problem.at))
  return { text, visible: visible + HIDDEN.repeat(text.length - problem.at), at: 0, problem }
}

function endOfQuote(text: string, at: number): number {
  for (let next = at + 1; next < text.length; next += 1) {
    if (text[next] !== '"') continue
    if (text[next + 1] !== '"') return next + 1
    next += 1
  }
  const part = { at, text: text.slice(at) }
  throw new TextProblem(`${part.text} has an opening quote and no closing one`, part)
}

/** Splits a text at separators into trimmed parts, including empty parts. */
export function splitParts(part: Part, separators: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (let at = 0; at <= part.text.length; at += 1) {
    if (at < part.text.length && !separators.includes(part.visible[at] ?? '')) continue
    parts.push(slicePart(part, from, at))
    from = at + 1
  }
  return parts
}

/** Cuts out a trimmed part of a part. */
export function slicePart({ text, visible, at }: Part, from: number, end = text.length): Part {
  const inside = text.slice(from, end)
  const start = from + inside.length - inside.trimStart().length
  const trimmed = inside.trim()
  return { text: trimmed, visible: visible.slice(start, start + trimmed.length), at: at + start }
}

export function isQuoted({ text, visible }: Part): boolean {
  return text !== '' && visible === HIDDEN.repeat(text.length)
}

/** The text of a part without its quotes. */
export function unquote(part: Part): string {
  return isQuoted(part) ? part.text.slice(1, -1).replaceAll('""', '"') : part.text
}

const OPENS_QUOTE = /(?:^|[\s,;|=<>!≠≥≤])"/

/** Quotes a text if needed to read it back unchanged. */
export function quoteIf(text: string, needsQuotes: boolean): string {
  return needsQuotes || OPENS_QUOTE.test(text) || text.trim() !== text || text === ''
    ? `"${text.replaceAll('"', '""')}"`
    : text
}

/** Runs a parser, and returns its problem, if any. */
export function catchProblem(parse: () => unknown): TextProblem | undefined {
  try {
    parse()
    return undefined
  } catch (error) {
    if (error instanceof TextProblem) return error
    throw error
  }
}
