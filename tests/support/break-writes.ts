import { requestError } from '#engine/provider-error.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { Google } from '#server/google/google.ts'

type Values = Parameters<Workbook['writeValues']>[0]

/** A write that breaks off: some rows are applied at once, and the rest later or never. */
export interface BrokenWrite {
  rowsApplied: number
  rest: 'lost' | 'late'
  /** Called after the write has broken off. */
  onBroken?: () => Promise<unknown>
}

/** Wraps access to spreadsheets so that the next writes break off without a response. */
export function breakWrites(google: Google) {
  const breaks: BrokenWrite[] = []
  const late: (() => Promise<unknown>)[] = []

  async function breakOff(
    client: Workbook,
    values: Values,
    { rowsApplied, rest, onBroken }: BrokenWrite,
  ): Promise<void> {
    const rows = values.patches.flatMap(({ row, cells }) => cells.map((_, down) => row + down))
    const applied = new Set([...new Set(rows)].sort((one, other) => one - other).slice(0, rowsApplied))
    const part = (isWanted: (row: number) => boolean): Values => ({
      ...values,
      patches: values.patches.flatMap(({ row, column, cells }) =>
        cells.flatMap((cellsOfRow, down) =>
          isWanted(row + down) ? [{ row: row + down, column, cells: [cellsOfRow] }] : [],
        ),
      ),
    })
    const write = async (some: Values) => {
      if (some.patches.length > 0) await client.writeValues(some)
    }
    await write(part((row) => applied.has(row)))
    if (rest === 'late') late.push(() => write(part((row) => !applied.has(row))))
    await onBroken?.()
  }

  const breaking: Google = {
    ...google,
    connect(options) {
      const client = google.connect(options)
      const { watch, ...unwatchedOptions } = options
      const unwatched = google.connect({ ...unwatchedOptions, signal: new AbortController().signal })
      return {
        ...client,
        async writeValues(values) {
          const broken = breaks.shift()
          if (!broken) return await client.writeValues(values)
          await breakOff(unwatched, values, broken)
          watch?.writeBrokeOff()
          const { id, title } = values.spreadsheet
          throw requestError({ reason: 'unavailable', about: { file: { id, title, end: 'target' }, kind: 'write' } })
        },
      }
    },
  }
  return {
    google: breaking,
    breaks,
    /** Whether any write was held back. */
    isOnItsWay: () => late.length > 0,
    /** Applies the writes held back so far. */
    async land(): Promise<number> {
      const landing = late.splice(0)
      for (const write of landing) await write()
      return landing.length
    },
  }
}
