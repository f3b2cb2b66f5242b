import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { type NamedColumn, rowsJson } from '#domain/copy/rows-json.ts'
import type { Orm } from '#server/storage/database.ts'
import { listPlaces } from '#server/storage/lists.ts'
import { dataCopyRows } from '#server/storage/schema.ts'

/** Rows of a data copy: a part of the sheet, or the rows with the given numbers in the given order. */
type WantedRows = { id: number } & ({ offset: number; limit: number } | { rowNumbers: Uint32Array })

interface Page {
  wanted: WantedRows
  columns: readonly NamedColumn[]
  maxBytes: number
}

interface PageJson {
  json: string
  /** Number of rows. Rows of a data copy replaced meanwhile are left out. */
  rowCount: number
}

/**
 * Reads rows as JSON of at most `maxBytes`. If the rows are larger, long cells are shortened. Rows are never left out, because
 * a page with fewer rows than requested counts as the last page.
 *
 * @throws Refusal 'invalid' if even shortened rows are too large
 */
export async function readPage(orm: Orm, page: Page): Promise<PageJson> {
  const { columns, maxBytes } = page
  const isSmall = (json: string) => Buffer.byteLength(json) <= maxBytes
  const whole = await readRows(orm, page, cellsUpTo(maxBytes))
  const { rowCount } = whole
  if (whole.rows.length === rowCount) {
    const json = rowsJson(whole.rows, columns)
    if (isSmall(json)) return { json, rowCount }
  }
  const left = maxBytes - rowCount * Buffer.byteLength(rowsJson(['[]'], columns))
  for (let length = Math.floor(left / (rowCount * columns.length)); length > 0; length = Math.floor(length / 2)) {
    const { rows } = await readRows(orm, page, shortenedCells(length))
    const json = rowsJson(rows, columns)
    if (isSmall(json)) return { json, rowCount: rows.length }
  }
  throw new Refusal('invalid', 'This is too much for one page. Ask for fewer rows or columns.')
}

/** Selects cells as text, so the page is written without parsing. Null if all rows together are too large to send. */
const cellsUpTo = (maxBytes: number) => sql`case when size.total <= ${maxBytes} then page.cells::text end`

/** Requested cells, shortened if much longer than `length`; other cells are null. */
function shortenedCells(length: number): SQL {
  const characters = sql`length(cell #>> '{}')`
  return sql`(
    select jsonb_agg(case
      when wanted_column.place is null then 'null'::jsonb
      when jsonb_typeof(cell) = 'string' and ${characters} > ${length + MARK_LENGTH}
        then to_jsonb(left(cell #>> '{}', ${length}) || '… [' || ${characters} || ' characters]')
      else cell end order by cells.place)::text
    from jsonb_array_elements(page.cells) with ordinality as cells(cell, place)
      left join wanted_column on wanted_column.place = cells.place)`
}

/** Approximate length of the mark of a shortened cell. Shortening by less would gain nothing. */
const MARK_LENGTH = 30

const Rows = z.object({
  rows: z.array(z.object({ cells: z.string().nullable() })),
})

/** Reads rows by number, which costs the same for every page. */
async function readRows(orm: Orm, { wanted, columns }: Page, cells: SQL) {
  const places = JSON.stringify(columns.map(({ index }) => index + 1))
  const { rows: found } = Rows.parse(
    await orm.execute(sql`
      with page as materialized (${selectRows(orm, wanted)}),
        size as materialized (select coalesce(sum(octet_length(cells::text)), 0) as total from page),
        wanted_column as materialized (select value::bigint as place from jsonb_array_elements_text(${places}::jsonb))
      select ${cells} as cells from page, size order by page.place`),
  )
  const rows = found.flatMap((row) => row.cells ?? [])
  return { rows, rowCount: found.length }
}

function selectRows(orm: Orm, wanted: WantedRows) {
  const { dataCopyId, rowNumber, cells } = dataCopyRows
  const ofCopy = eq(dataCopyId, wanted.id)
  if ('rowNumbers' in wanted) {
    return orm
      .select({ cells, place: sql`wanted.place`.as('place') })
      .from(listPlaces(wanted.rowNumbers, 'wanted'))
      .innerJoin(dataCopyRows, and(ofCopy, eq(rowNumber, sql`wanted.id`)))
  }
  const { offset, limit } = wanted
  return orm
    .select({ cells, place: sql`${rowNumber}`.as('place') })
    .from(dataCopyRows)
    .where(and(ofCopy, gte(rowNumber, offset), lt(rowNumber, offset + limit)))
}
