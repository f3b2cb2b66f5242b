import { api } from '#contract/api.ts'
import { type ErrorCode, Refusal } from '#contract/errors.ts'
import type { Tab } from '#domain/copy/spreadsheet.ts'
import type { Cause } from '#domain/failures/failure.ts'
import { shapeProblems } from '#domain/shape/shape-problems.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { tryShape } from '#server/preview/try-shape.ts'
import { dayOf } from '#server/sync/job/job-of-task.ts'

/** The error code for each of the provider's reasons; any other reason is a problem with the request. */
const codeOf: Partial<Record<Cause, ErrorCode>> = {
  not_found: 'not_found',
  not_shared: 'forbidden',
  rate_limited: 'unavailable',
  unavailable: 'unavailable',
  unauthenticated: 'unavailable',
  revoked: 'unavailable',
  access_ended: 'unavailable',
  no_account: 'unavailable',
  no_machine_credentials: 'unavailable',
  not_connected: 'unavailable',
  scope_missing: 'unavailable',
  not_lent: 'unavailable',
  removed: 'unavailable',
  api_disabled: 'unavailable',
}

export function spreadsheetHandlers({
  google,
  now,
  formatTime,
}: Pick<Context, 'google' | 'now' | 'formatTime'>): Handler[] {
  return [
    handler(api.spreadsheets.get, async ({ params, caller, signal }) => {
      const asked = { requestedBy: caller.email, signal }
      const { title, tabs } = await orRefuse(google.describe(params.id, asked))
      return { id: params.id, title, tabs: tabs.map(presentTab) }
    }),
    handler(api.spreadsheets.tryShape, async ({ params, query, caller, signal }) => {
      const { tab, start_row: startRow, columns, rows, more_sources, source_column: sourceColumn } = query
      const problems = shapeProblems({ columns, rows, moreSources: more_sources })
      const [problem] = Object.values(problems)
      if (problem !== undefined) throw new Refusal('invalid', problem, problems)
      const today = dayOf(formatTime(now()))
      const sources = { moreSources: more_sources, sourceColumn, skipsHidden: query.hidden_rows === 'skip' }
      const trial = { spreadsheetId: params.id, tab, startRow, columns, rows, ...sources, today }
      return await orRefuse(tryShape(google, { ...trial, requestedBy: caller.email, signal }))
    }),
  ]
}

async function orRefuse<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const refusal = new Refusal(codeOf[error.reason] ?? 'invalid', error.message)
    refusal.cause = error
    throw refusal
  }
}

function presentTab({ sheetId, title, isHidden, rowCount, columnCount }: Tab) {
  return { id: sheetId, title, is_hidden: isHidden, row_count: rowCount, column_count: columnCount }
}
