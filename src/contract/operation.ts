import { z } from 'zod'
import { OPEN_SCREENS, type RawReply, route } from './route.ts'

/** Provider of the tasks' spreadsheets: the built-in spreadsheets until Google is connected. */
export const SpreadsheetProvider = z.enum(['embedded', 'google'])

/** Facts about this installation that pages need before anyone signs in. */
export const AppInfo = z.object({
  version: z.string(),
  /** Commit of the build; left out if unknown. */
  commit: z.string().optional(),
  /** When the server was built; left out while it runs from its sources. */
  built_at: z.iso.datetime().optional(),
  sign_in: z.enum(['google', 'embedded']),
  spreadsheets: SpreadsheetProvider,
  /** Address of spreadsheet links, with `{id}` in place of the spreadsheet's ID. */
  spreadsheet_url: z.string(),
  timezone: z.string(),
  open_screens: z.array(z.enum(OPEN_SCREENS)),
})
export type AppInfo = z.infer<typeof AppInfo>

const prometheus: RawReply = { contentType: 'text/plain; version=0.0.4; charset=utf-8' }
const Health = z.object({ status: z.enum(['ok', 'unavailable']) })

export const operations = {
  info: route({
    method: 'GET',
    path: '/api/app_info',
    access: 'anyone',
    summary: 'Get the version, time zone and links of this installation',
    reply: AppInfo,
    errors: [],
  }),
  health: route({
    method: 'GET',
    path: '/healthz',
    access: 'anyone',
    summary: 'Check that the process is alive',
    reply: Health,
    errors: [],
    rateLimit: 'none',
    worksWithoutDatabase: true,
  }),
  ready: route({
    method: 'GET',
    path: '/readyz',
    access: 'anyone',
    summary: 'Check that the node can work: its database, listeners and workers respond, and it is not shutting down',
    reply: Health,
    errors: ['unavailable'],
    rateLimit: 'none',
    worksWithoutDatabase: true,
  }),
  metrics: route({
    method: 'GET',
    path: '/metrics',
    access: 'operator',
    summary: 'Get metrics in the Prometheus format',
    reply: prometheus,
    errors: [],
    worksWithoutDatabase: true,
  }),
  openapi: route({
    method: 'GET',
    path: '/openapi.json',
    access: 'operator',
    summary: 'Get this API as an OpenAPI 3.1 document',
    reply: { contentType: 'application/json; charset=utf-8' },
    errors: [],
  }),
  docs: route({
    method: 'GET',
    path: '/docs',
    access: 'operator',
    summary: 'Show the documentation of this API',
    reply: { contentType: 'text/html; charset=utf-8' },
    errors: [],
  }),
}
