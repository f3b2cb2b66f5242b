import type { Cell } from './cell.ts'

/** Estimates the bytes of a row as JSON in UTF-8, with the comma after it. Never too low, rarely too high. */
export function jsonBytes(cells: readonly Cell[]): number {
  let bytes = 3
  for (const cell of cells) bytes += 1 + (typeof cell === 'string' ? textBytes(cell) : String(cell).length)
  return bytes
}

const ESCAPED_BYTES = 6

function textBytes(text: string): number {
  let bytes = 2
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || (code >= 0xd800 && code < 0xe000)) bytes += surrogateOrControlBytes(text, at)
    else if (code === 0x22 || code === 0x5c) bytes += 2
    else if (code < 0x80) bytes += 1
    else bytes += code < 0x800 ? 2 : 3
  }
  return bytes
}

/** A surrogate pair takes 4 bytes, 2 for each half. Lone surrogates and control characters are escaped. */
function surrogateOrControlBytes(text: string, at: number): number {
  const isPaired = isHigh(text, at) ? isLow(text, at + 1) : isLow(text, at) && isHigh(text, at - 1)
  return isPaired ? 2 : ESCAPED_BYTES
}

function isHigh(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800
}

function isLow(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00
}
