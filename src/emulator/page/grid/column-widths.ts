const NARROWEST_PX = 72
const WIDEST_PX = 260
/** A title above the table must not make its column wide. */
const HEADING_PX = 150
const PADDING_PX = 20
const GLYPH_PX = 7.6

/** The width of a column that nothing is known about. */
export const USUAL_WIDTH_PX = 104

/** A width in pixels for each column of the rows, wide enough for the heading and for nearly all other texts. */
export function columnWidths(rows: string[][]): number[] {
  const columnCount = rows.reduce((most, row) => Math.max(most, row.length), 0)
  return Array.from({ length: columnCount }, (_, column) => {
    const heading = Math.min(HEADING_PX, textWidth(rows[0]?.[column] ?? ''))
    const widths = rows.flatMap((row) => (row[column] ? [textWidth(row[column])] : [])).sort((a, b) => a - b)
    const width = Math.max(heading, widths[Math.floor(widths.length * 0.95)] ?? 0) + PADDING_PX
    return Math.round(Math.min(WIDEST_PX, Math.max(NARROWEST_PX, width)))
  })
}

function textWidth(text: string): number {
  let glyphs = 0
  for (const character of text) glyphs += (character.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1
  return glyphs * GLYPH_PX
}
