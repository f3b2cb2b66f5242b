import { api } from '#contract/api.ts'
import { Refusal } from '#contract/errors.ts'
import { APP_VERSION } from '#server/config/app-version.ts'
import { BUILD } from '#server/config/build-info.ts'
import { nameProvider } from '#server/config/google-settings.ts'
import type { Context } from '#server/http/context.ts'
import { docsPage } from '#server/http/docs/docs-page.ts'
import { openApiDocument } from '#server/http/docs/openapi.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import type { Metrics } from '#server/http/metrics.ts'
import type { PublicOrigins } from '#server/http/public-origins.ts'

type Options = Pick<Context, 'config' | 'connection' | 'health'> & {
  metrics: Metrics
  origins: () => PublicOrigins
  /** URL of a spreadsheet of the configured provider, with `{id}` in place of the ID. */
  spreadsheetUrl: string
  /** Aborted when the process begins to stop. */
  stopping: AbortSignal
}

/** Handlers for health, metrics and documentation, and for facts the pages need before anyone signs in. */
export function operationHandlers(options: Options): Handler[] {
  const { config, connection, health, metrics, origins, spreadsheetUrl, stopping } = options
  return [
    handler(api.operations.info, async () => ({
      version: APP_VERSION,
      ...(BUILD?.commit !== undefined && { commit: BUILD.commit }),
      ...(BUILD && { built_at: BUILD.builtAt }),
      sign_in: config.signIn.provider === 'embedded' ? 'embedded' : 'google',
      spreadsheets: nameProvider(connection.current.sheets),
      spreadsheet_url: connection.current.sheets.spreadsheetUrl ?? spreadsheetUrl,
      timezone: config.schedule.timezone,
      open_screens: [...config.http.openScreens],
    })),
    handler(api.operations.health, async () => ({ status: 'ok' })),
    handler(api.operations.ready, async () => {
      if (stopping.aborted) throw new Refusal('unavailable', 'This node is shutting down')
      const problem = await health.problem()
      if (problem !== undefined) throw new Refusal('unavailable', problem)
      return { status: 'ok' }
    }),
    handler(api.operations.metrics, async () => ({ body: await metrics.text() })),
    handler(api.operations.openapi, async () => ({
      body: JSON.stringify(openApiDocument({ serverUrl: origins().main, version: APP_VERSION }), null, 2),
    })),
    handler(api.operations.docs, async () => ({ body: docsPage({ version: APP_VERSION }) })),
  ]
}
