/** A table of a page, made from the declarations in a file. */
export interface ReferenceTable {
  readonly page: `${string}.md`
  /** The file or folder of the declarations, as the comment above the table names it. */
  readonly source: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Maximum lines from the comment to its table, with an empty line between. Another table can follow further below. */
const MAX_LINES_TO_TABLE = 2

/** The page with a table in the place of the rows under its comment. @throws without the comment and a table right under it */
export function fillTable(page: string, { source, head, rows }: ReferenceTable): string {
  const comment = `<!-- Generated from ${source} by npm run reference. -->`
  const lines = page.split('\n')
  const at = lines.indexOf(comment)
  if (at < 0) throw new Error(`The page lacks the line ${comment}`)
  const first = lines.findIndex((line, index) => index > at && line.startsWith('|'))
  if (first < 0 || first > at + MAX_LINES_TO_TABLE) throw new Error(`The page lacks a table under the line ${comment}`)
  const length = lines.slice(first).findIndex((line) => !line.startsWith('|'))
  const asLine = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const table = [asLine(head), `|${'---|'.repeat(head.length)}`, ...rows.map(asLine)]
  return [...lines.slice(0, first), ...table, ...lines.slice(first + length)].join('\n')
}
