import type { Cell } from '#domain/copy/cell.ts'
import { bareError } from '#domain/copy/error-cell.ts'

const double = new Float64Array(1)
const words = new Uint32Array(double.buffer)
const TRUE_HASH = 0x9e3779b9
const FALSE_HASH = 0x7f4a7c15

/** 32 well-mixed bits of a cell's value and type; 0 for an empty cell. Ignores case and the explanation of an error. */
export function hashOfCell(cell: Cell | undefined): number {
  if (cell === undefined || cell === null || cell === '') return 0
  if (typeof cell === 'number') {
    double[0] = cell
    return mixBits((words[0] ?? 0) ^ Math.imul(words[1] ?? 0, TRUE_HASH)) || 1
  }
  if (typeof cell === 'boolean') return cell ? TRUE_HASH : FALSE_HASH
  const text = cell.startsWith('#') ? String(bareError(cell)) : cell.toLowerCase()
  let hash = text.length
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mixBits(hash) || 1
}

/** 32 well-mixed bits of the hashes of a row's cells, in their order; 0 for an empty row. */
export function hashOfRow(hashes: readonly number[]): number {
  let hash = 0
  for (let at = 0; at < hashes.length; at += 1) {
    const ofCell = hashes[at] ?? 0
    if (ofCell !== 0) hash = Math.imul(hash ^ (ofCell + at), 0x85ebca6b)
  }
  return hash === 0 ? 0 : mixBits(hash)
}

/** Spreads every bit over all 32, so the smallest hashes are a fair sample. */
export function mixBits(bits: number): number {
  let hash = bits ^ (bits >>> 16)
  hash = Math.imul(hash, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
