import { dataCopy } from '#contract/data-copy.ts'
import { Refusal } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import { parseColumnList } from '#server/csv/column-list.ts'
import { dataCopyColumns, dataCopyPage } from '#server/storage/data-copies.ts'
import { requireTask } from '#server/storage/tasks.ts'
import { type Answer, answer } from '../answer.ts'

const COLUMNS_SHOWN_AT_FIRST = 8

/** The rows that a task last copied. */
export function dataCopyAnswers({ database: { orm } }: Pick<Context, 'database'>): Answer[] {
  return [
    answer(dataCopy.columns, async ({ params }) => {
      await requireTask(orm, params.id)
      const columns = await dataCopyColumns(orm, params.id)
      return { available_columns: columns, default_selected_columns: columns.slice(0, COLUMNS_SHOWN_AT_FIRST) }
    }),
    answer(dataCopy.page, async ({ params, query }) => {
      await requireTask(orm, params.id)
      const { offset, limit, sort, order } = query
      const columns = query.columns ? parseColumnList(query.columns) : undefined
      const available = await dataCopyColumns(orm, params.id)
      refuseUnknown({ field: 'columns', asked: columns ?? [], available })
      refuseUnknown({ field: 'sort', asked: sort ? [sort] : [], available })
      const page = await dataCopyPage(orm, {
        taskId: params.id,
        offset,
        limit,
        order,
        ...(sort && { sort }),
        ...(columns && { columns }),
      })
      return { data: page.rows, total_rows: page.totalRows }
    }),
  ]
}

function refuseUnknown({
  field,
  asked,
  available,
}: {
  field: 'columns' | 'sort'
  asked: readonly string[]
  available: readonly string[]
}): void {
  const known = new Set(available)
  const unknown = asked.filter((column) => !known.has(column))
  if (unknown.length === 0) return
  const sentence = `The data copy has no column ${unknown.map((column) => `"${column}"`).join(', ')}.`
  throw new Refusal('invalid', sentence, { [field]: sentence })
}
