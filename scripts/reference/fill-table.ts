/** A generated table on a page. */
export interface ReferenceTable {
  readonly page: `${string}.md`
  /** File or folder with the declarations, as named in the comment above the table. */
  readonly source: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Maximum lines from the comment to its table, which leaves room for an empty line. Tables further below do not count. */
const MAX_LINES_TO_TABLE = 2

/** Replaces the table under its comment on a page. @throws without the comment and a table right under it */
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
