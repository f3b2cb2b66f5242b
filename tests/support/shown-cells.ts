import { z } from 'zod'
import type { Cell } from '#domain/copy/cell.ts'
import type { TestProvider } from './test-provider.ts'

const Values = z.object({
  numberValue: z.number().optional(),
  stringValue: z.string().optional(),
  boolValue: z.boolean().optional(),
  errorValue: z.object({ type: z.string() }).optional(),
})
const Grid = z.object({
  sheets: z.tuple([
    z.object({
      data: z.tuple([
        z.object({
          rowData: z
            .array(
              z.object({
                values: z
                  .array(z.object({ effectiveValue: Values.optional(), formattedValue: z.string().optional() }))
                  .optional(),
              }),
            )
            .optional(),
        }),
      ]),
    }),
  ]),
})

/** A displayed cell: `''` if it is empty, an error as its token. */
export interface ShownCell {
  value: Cell
  isError: boolean
}

/** Reads every cell of the first tab, up to a row and a column. Distinguishes errors from text with the same characters. */
export async function shownCells(
  provider: TestProvider,
  { id, rows, columns }: { id: string; rows: number; columns: number },
): Promise<ShownCell[][]> {
  const fields = 'sheets(data.rowData.values(effectiveValue,formattedValue))'
  const query = new URLSearchParams({ includeGridData: 'true', fields })
  const [sheet] = Grid.parse(await provider.call('GET', `/${id}?${query}`)).sheets
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => {
      const cell = sheet.data[0].rowData?.[row]?.values?.[column]
      const { numberValue, stringValue, boolValue, errorValue } = cell?.effectiveValue ?? {}
      if (errorValue) return { value: cell?.formattedValue ?? '', isError: true }
      return { value: numberValue ?? stringValue ?? boolValue ?? '', isError: false }
    }),
  )
}
