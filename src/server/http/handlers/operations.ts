import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { api } from '#contract/api.ts'
import { Refusal } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import { docsPage } from '#server/http/docs/docs-page.ts'
import { openApiDocument } from '#server/http/docs/openapi.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import type { Metrics } from '#server/metrics.ts'
import type { Orm } from '#server/storage/database.ts'
import { VERSION } from '#server/version.ts'

const DATABASE_TIMEOUT_MS = 3000

type Options = Pick<Context, 'config' | 'database'> & {
  metrics: Metrics
  publicUrl: () => string
  /** Where spreadsheet links lead, with `{id}` in the place of the id. */
  spreadsheetUrl: string
  /** Aborted when the process begins to stop. */
  stopping: AbortSignal
}

/** What those who run the app ask it, and what its pages ask first. */
export function operationHandlers(options: Options): Handler[] {
  const { config, database, metrics, publicUrl, spreadsheetUrl, stopping } = options
  return [
    handler(api.operations.info, async () => ({
      version: VERSION,
      sign_in: config.signIn.provider === 'embedded' ? 'embedded' : 'google',
      spreadsheet_url: spreadsheetUrl,
      timezone: config.schedule.timezone,
      open_screens: [...config.http.openScreens],
    })),
    handler(api.operations.health, async () => ({ status: 'ok' })),
    handler(api.operations.ready, async () => {
      if (stopping.aborted) throw new Refusal('unavailable', 'This node is stopping')
      if (!(await answersInTime(database.orm))) throw new Refusal('unavailable', 'The database does not answer')
      return { status: 'ok' }
    }),
    handler(api.operations.metrics, async () => ({ body: await metrics.text() })),
    handler(api.operations.openapi, async () => ({
      body: JSON.stringify(openApiDocument({ serverUrl: publicUrl(), version: VERSION }), null, 2),
    })),
    handler(api.operations.docs, async () => ({ body: docsPage({ version: VERSION }) })),
  ]
}

async function answersInTime(orm: Orm): Promise<boolean> {
  const tooLate = new AbortController()
  const asked = orm.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  const late = delay(DATABASE_TIMEOUT_MS, false, { signal: tooLate.signal }).catch(() => false)
  const isAnswered = await Promise.race([asked, late])
  tooLate.abort()
  return isAnswered
}
