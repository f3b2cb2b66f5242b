import type { Cell } from './cell.ts'
import { jsonBytes } from './json-bytes.ts'
import type { Patch } from './patch.ts'

/** Google advises against larger payloads: https://developers.google.com/workspace/sheets/api/limits#quota */
export const MAX_PAYLOAD_BYTES = 2_000_000

/** Patches are split into pieces of at most this fraction of a request, so that requests are nearly full. */
const PIECES_PER_REQUEST = 8

interface PackLimits {
  payloadBytes: number
  /** The size of a range without its cells: its name and punctuation. */
  rangeBytes: number
}

/** Packs patches, in order, into requests of at most `payloadBytes` of JSON each. */
export async function* packPatches(
  patches: AsyncIterable<Patch>,
  { payloadBytes, rangeBytes }: PackLimits,
): AsyncGenerator<Patch[]> {
  let request: Patch[] = []
  let requestBytes = 0
  for await (const patch of patches) {
    for (const { piece, bytes } of split(patch, payloadBytes / PIECES_PER_REQUEST)) {
      if (request.length > 0 && requestBytes + bytes + rangeBytes > payloadBytes) {
        yield request
        request = []
        requestBytes = 0
      }
      request.push(piece)
      requestBytes += bytes + rangeBytes
    }
  }
  if (request.length > 0) yield request
}

/** Splits a patch between rows, and a row that is too large on its own between cells. */
function* split(patch: Patch, limitBytes: number): Generator<{ piece: Patch; bytes: number }> {
  let piece: Patch = { ...patch, cells: [] }
  let pieceBytes = 0
  for (const [index, cells] of patch.cells.entries()) {
    const row = patch.row + index
    const bytes = jsonBytes(cells)
    if (pieceBytes > 0 && pieceBytes + bytes > limitBytes) {
      yield { piece, bytes: pieceBytes }
      piece = { ...patch, row, cells: [] }
      pieceBytes = 0
    }
    if (bytes > limitBytes) {
      yield* splitRow({ row, column: patch.column, cells, limitBytes })
      piece = { ...patch, row: row + 1, cells: [] }
      pieceBytes = 0
    } else if (cells.length === 0 && piece.cells.length === 0) {
      piece.row = row + 1
    } else {
      piece.cells.push(cells)
      pieceBytes += bytes
    }
  }
  if (pieceBytes > 0) yield { piece, bytes: pieceBytes }
}

interface LongRow {
  row: number
  column: number
  cells: readonly Cell[]
  limitBytes: number
}

function* splitRow({ row, column, cells, limitBytes }: LongRow): Generator<{ piece: Patch; bytes: number }> {
  let first = 0
  let bytes = 0
  for (let at = 0; at <= cells.length; at += 1) {
    const cellBytes = at < cells.length ? jsonBytes([cells[at] ?? null]) : 0
    if (at > first && (at === cells.length || bytes + cellBytes > limitBytes)) {
      yield { piece: { row, column: column + first, cells: [cells.slice(first, at)] }, bytes }
      first = at
      bytes = 0
    }
    bytes += cellBytes
  }
}
