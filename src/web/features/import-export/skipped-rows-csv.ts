/**
 * Extracts the header and the given rows of a CSV file, unchanged. Counts rows as spreadsheet programs do: the header is row
 * 1, and a line break in quotes does not end a row.
 */
export function rowsOfCsv(text: string, rows: ReadonlySet<number>): string {
  let kept = ''
  let [row, start, isQuoted] = [1, 0, false]
  const end = (at: number) => {
    if (row === 1 || rows.has(row)) kept += text.slice(start, at)
    row += 1
    start = at
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') isQuoted = !isQuoted
    if (isQuoted || (character !== '\n' && character !== '\r')) continue
    if (character === '\r' && text[at + 1] === '\n') at += 1
    end(at + 1)
  }
  if (start < text.length) end(text.length)
  return kept
}
