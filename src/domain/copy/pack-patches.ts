import type { Cell } from './cell.ts'
import type { Entered } from './entered.ts'
import { jsonBytes } from './json-bytes.ts'
import type { Patch, PatchKeys } from './patch.ts'

/**
 * Maximum size of a payload. Google advises against larger payloads:
 * https://developers.google.com/workspace/sheets/api/limits#quota
 */
export const MAX_PAYLOAD_BYTES = 2_000_000

/** Maximum size of an answer, in payloads. Answers carry the written values and the cells between them. */
const MAX_ANSWER_PER_PAYLOAD = 2

/** Patches are split into pieces of at most this fraction of a request, so requests are nearly full. */
const PIECES_PER_REQUEST = 8

interface PackLimits {
  payloadBytes: number
  /** The size of a range without its cells: its name and punctuation. */
  rangeBytes: number
}

/** Packs patches, in order, into requests of at most `payloadBytes` of JSON each, with answers not much larger. */
export async function* packPatches(
  patches: AsyncIterable<Patch>,
  { payloadBytes, rangeBytes }: PackLimits,
): AsyncGenerator<Patch[]> {
  let request: Patch[] = []
  let requestBytes = 0
  let answerBytes = 0
  for await (const patch of patches) {
    for (const { piece, bytes } of split(patch, payloadBytes / PIECES_PER_REQUEST)) {
      const pieceBytes = bytes + rangeBytes
      const pieceAnswerBytes = pieceBytes + (piece.skippedBytes ?? 0)
      const isFull =
        requestBytes + pieceBytes > payloadBytes ||
        answerBytes + pieceAnswerBytes > MAX_ANSWER_PER_PAYLOAD * payloadBytes
      if (request.length > 0 && isFull) {
        yield request
        request = []
        requestBytes = 0
        answerBytes = 0
      }
      request.push(piece)
      requestBytes += pieceBytes
      answerBytes += pieceAnswerBytes
    }
  }
  if (request.length > 0) yield request
}

/** Splits a patch between rows. Each piece gets a share of the skipped bytes by its number of rows. */
function* split(patch: Patch, limitBytes: number): Generator<{ piece: Patch; bytes: number }> {
  const { skippedBytes = 0, row, column, cells, before, keys } = patch
  for (const { piece, bytes } of splitRows({ row, column, cells }, limitBytes)) {
    const skipped = Math.ceil((skippedBytes * piece.cells.length) / patch.cells.length)
    if (skipped > 0) piece.skippedBytes = skipped
    if (before) piece.before = heldBy(piece, { ...patch, before })
    // A part of a row is written together with the rest, or shows nothing of its key.
    if (keys) piece.keys = sliceKeys(keys, { from: piece.row - row, to: piece.row - row + piece.cells.length })
    yield { piece, bytes }
  }
}

function sliceKeys({ columns, rows, others }: PatchKeys, { from, to }: { from: number; to: number }): PatchKeys {
  return { columns, rows: rows.slice(from, to), ...(others && { others: others.slice(from, to) }) }
}

/** The previous entries of a piece's cells. */
function heldBy({ row, column, cells }: Patch, patch: Required<Pick<Patch, 'row' | 'column' | 'before'>>): Entered[][] {
  const right = column - patch.column
  const rows = patch.before.slice(row - patch.row, row - patch.row + cells.length)
  return right === 0 ? rows : rows.map((entered) => entered.slice(right))
}

/** A row too large on its own is split between cells. */
function* splitRows(patch: Patch, limitBytes: number): Generator<{ piece: Patch; bytes: number }> {
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
