import fc from 'fast-check'
import type { Cell } from '#domain/copy/cell.ts'

const BLANKS = ['  ', '\u00a0', '\n', ' \u200b', '\u2003 ', '\t']
const INVISIBLE = ['\u200b', '\u200e', '\u200f', '\u2060', '\ufeff', '\u00ad']

/** Generates similar-looking texts with other spaces, invisible characters, or differently composed letters. */
export function disturbText(text: string): fc.Arbitrary<string> {
  const characters = Array.from(text)
  const between = fc.option(fc.constantFrom(...INVISIBLE), { nil: '', freq: 8 })
  const blank = fc.constantFrom(' ', ...BLANKS)
  const character = (each: string) => (each.trim() === '' ? blank : fc.constant(each))
  const ends = fc.option(fc.constantFrom(' ', ...BLANKS, ...INVISIBLE), { nil: '', freq: 2 })
  return fc
    .tuple(ends, fc.tuple(...characters.map((each) => fc.tuple(character(each), between))), ends, fc.boolean())
    .map(([start, middle, end, isDecomposed]) => {
      const disturbed = `${start}${middle.map((pair) => pair.join('')).join('')}${end}`
      return isDecomposed ? disturbed.normalize('NFD') : disturbed
    })
}

/** Generates similar-looking cells, including a number as text and a number with floating-point noise. */
export function disturbCell(cell: Cell): fc.Arbitrary<Cell> {
  if (typeof cell === 'string') return disturbText(cell)
  if (typeof cell !== 'number') return fc.constant(cell)
  const text = disturbText(String(cell))
  const noise = Number.isInteger(cell) ? cell : cell * (1 + Number.EPSILON)
  return fc.oneof(fc.constantFrom(cell, noise), text)
}
