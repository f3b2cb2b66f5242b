const MIN_WIDTH_PX = 72
const MAX_WIDTH_PX = 260
/** Maximum width of a header: a title above the table must not widen its column. */
const MAX_HEADER_PX = 150
const PADDING_PX = 20
const GLYPH_PX = 7.6

/** The width of a column until its texts are known. */
export const DEFAULT_WIDTH_PX = 104

/** The width in pixels of each column: wide enough for the header and for nearly all other texts. */
export function columnWidths(rows: string[][]): number[] {
  const columnCount = rows.reduce((max, row) => Math.max(max, row.length), 0)
  return Array.from({ length: columnCount }, (_, column) => {
    const header = Math.min(MAX_HEADER_PX, textWidth(rows[0]?.[column] ?? ''))
    const widths = rows.flatMap((row) => (row[column] ? [textWidth(row[column])] : [])).sort((a, b) => a - b)
    const width = Math.max(header, widths[Math.floor(widths.length * 0.95)] ?? 0) + PADDING_PX
    return Math.round(Math.min(MAX_WIDTH_PX, Math.max(MIN_WIDTH_PX, width)))
  })
}

function textWidth(text: string): number {
  let glyphs = 0
  for (const character of text) glyphs += (character.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1
  return glyphs * GLYPH_PX
}
