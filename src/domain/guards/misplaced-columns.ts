import type { Cell } from '#domain/copy/cell.ts'
import type { MisplacedColumn } from '#domain/failures/guard-facts.ts'
import { foldName } from '#domain/recognize/name-finder.ts'

interface Headers {
  /** Above the rows that stay. */
  held: readonly Cell[]
  /** Header of the copy. */
  wanted: readonly Cell[]
  /** Whether a header may have another name, as long as no column has its name. */
  allowsRenamed: boolean
}

/** The columns below whose headers a copy would bring cells of other columns, beside rows that stay as they are. */
export function misplacedColumns({ held, wanted, allowsRenamed }: Headers): MisplacedColumn[] {
  const names = wanted.map(nameOf)
  return held.flatMap((before, at) => {
    const name = nameOf(before)
    if (name === '' || name === names[at]) return []
    const isReplaced = !allowsRenamed && at < wanted.length
    return names.includes(name) || isReplaced ? [{ column: at + 1, before, after: wanted[at] ?? '' }] : []
  })
}

function nameOf(cell: Cell): string {
  return foldName(String(cell ?? ''))
}
