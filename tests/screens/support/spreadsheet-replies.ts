import { api } from '#contract/api.ts'
import { Refusal } from '#contract/errors.ts'
import type { Tab } from '#contract/spreadsheet.ts'
import { type PreparedReply, prepareReply } from './prepared-reply.ts'
import type { Book, ScreenState } from './screen-state.ts'

/** The calls about spreadsheets. Only the prepared spreadsheets exist. */
export const spreadsheetReplies: readonly PreparedReply[] = [
  prepareReply(api.spreadsheets.search, ({ query }, { books }) => ({
    account: null,
    problem: null,
    detail: '',
    files: books
      .filter(({ title }) => title.toLowerCase().includes(query.search.toLowerCase()))
      .map(({ id, title }) => ({
        id,
        title,
        is_folder: false,
        is_starred: false,
        viewed_at: null,
        modified_at: null,
      })),
    has_more: false,
  })),
  prepareReply(api.spreadsheets.get, ({ params: { id } }, state) => {
    const { title, tabs } = findBook(state, id)
    return { id, title, tabs: tabs.map(describeTab) }
  }),
  prepareReply(api.spreadsheets.checkAccess, ({ params: { id } }, { books }) => {
    const book = books.find((one) => one.id === id)
    return {
      id,
      title: book?.title ?? null,
      tabs: book?.tabs.map(describeTab) ?? [],
      is_ready: book !== undefined,
      problem: book ? null : 'There is no such spreadsheet.',
      needs_sharing: false,
      action: null,
    }
  }),
  prepareReply(api.spreadsheets.tryShape, ({ params: { id }, query: { tab } }, state) => {
    const { tabs } = findBook(state, id)
    const rows = (tabs.find(({ title }) => title === tab) ?? tabs[0])?.rows ?? []
    const [header = [], ...data] = rows.map((row) => row.map(String))
    return {
      columns: header.map((name, column) => ({ name, samples: data.slice(0, 3).map((row) => row[column] ?? '') })),
      rows: data.length,
      matching_rows: data.length,
      is_complete: true,
      missing: [],
      split: null,
      first_rows: rows.slice(0, 5).map((row) => row.map(String)),
    }
  }),
]

/** @throws Refusal when there is no such spreadsheet */
function findBook({ books }: ScreenState, id: string): Book {
  const book = books.find((one) => one.id === id)
  if (!book) throw new Refusal('not_found', 'There is no such spreadsheet.')
  return book
}

function describeTab({ title, rows }: Book['tabs'][number], id: number): Tab {
  return { id, title, is_hidden: false, row_count: 1000, column_count: rows[0]?.length ?? 26 }
}
