import type { Cell } from './cell.ts'
import type { Patch } from './diff-patches.ts'
import { jsonBytes } from './json-bytes.ts'

/** Google advises against larger payloads: https://developers.google.com/workspace/sheets/api/limits#quota */
export const ADVISED_PAYLOAD_BYTES = 2_000_000

/** A patch is cut into pieces of at most this part of a request, so that a request is left nearly full. */
const PIECES_A_REQUEST = 8

interface PackLimits {
  payloadBytes: number
  /** What a range costs beside its cells: its name and punctuation. */
  rangeBytes: number
}

/** Packs patches, in their order, into requests of at most `payloadBytes` of JSON each. */
export async function* packPatches(
  patches: AsyncIterable<Patch>,
  { payloadBytes, rangeBytes }: PackLimits,
): AsyncGenerator<Patch[]> {
  let request: Patch[] = []
  let requestBytes = 0
  for await (const patch of patches) {
    for (const { piece, bytes } of cut(patch, payloadBytes / PIECES_A_REQUEST)) {
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

/** Cuts a patch between rows, and a row that is too large by itself between cells. */
function* cut(patch: Patch, limitBytes: number): Generator<{ piece: Patch; bytes: number }> {
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
      yield* cutRow({ row, column: patch.column, cells, limitBytes })
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

function* cutRow({ row, column, cells, limitBytes }: LongRow): Generator<{ piece: Patch; bytes: number }> {
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
