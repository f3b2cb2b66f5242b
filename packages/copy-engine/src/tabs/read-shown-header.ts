import type { Cell } from '#domain/copy/cell.ts'
import { hasNumbers, showHeader } from '#domain/copy/shown-header.ts'
import type { SourceDigests } from './copy-memory.ts'
import type { Layouts } from './layouts.ts'

interface Options {
  /** The header as read, and its digest. */
  header: readonly Cell[]
  digest: string
  memory: Pick<SourceDigests, 'header' | 'shownHeader'> | undefined
  layouts: Pick<Layouts, 'source'>
}

/**
 * Reads the header of a source as the sheet shows it; undefined if the cells hold the same values. Costs no request if the
 * header is unchanged since the last copy, or if the layout of the source is read anyway.
 */
export async function readShownHeader({ header, digest, memory, layouts }: Options): Promise<Cell[] | undefined> {
  if (!hasNumbers(header)) return undefined
  if (memory?.header === digest && memory.shownHeader) return memory.shownHeader
  return showHeader(header, (await layouts.source()).header)
}
