import { z } from 'zod'
import { type RawReply, route } from './route.ts'

/** What the pages need to know of this installation before anyone signs in. */
export const AppInfo = z.object({
  version: z.string(),
  sign_in: z.enum(['google', 'embedded']),
  /** Where spreadsheet links lead, with `{id}` in the place of the spreadsheet's id. */
  spreadsheet_url: z.string(),
  timezone: z.string(),
  open_screens: z.array(z.enum(['data_copy', 'schedule', 'dev', 'import_export'])),
})
export type AppInfo = z.infer<typeof AppInfo>

const prometheus: RawReply = { contentType: 'text/plain; version=0.0.4; charset=utf-8' }
const Health = z.object({ status: z.enum(['ok', 'unavailable']) })

export const operations = {
  info: route({
    method: 'GET',
    path: '/api/app_info',
    access: 'anyone',
    summary: 'Version, time zone and links of this installation',
    reply: AppInfo,
  }),
  health: route({
    method: 'GET',
    path: '/healthz',
    access: 'anyone',
    summary: 'Answers while the process lives',
    reply: Health,
  }),
  ready: route({
    method: 'GET',
    path: '/readyz',
    access: 'anyone',
    summary: 'Answers ok once the database can be reached and the process is not stopping',
    reply: Health,
  }),
  metrics: route({
    method: 'GET',
    path: '/metrics',
    access: 'anyone',
    summary: 'Counts for Prometheus',
    reply: prometheus,
  }),
  openapi: route({
    method: 'GET',
    path: '/openapi.json',
    access: 'anyone',
    summary: 'This interface as an OpenAPI 3.1 document',
    reply: { contentType: 'application/json; charset=utf-8' },
  }),
  docs: route({
    method: 'GET',
    path: '/docs',
    access: 'anyone',
    summary: 'A page to read this interface on',
    reply: { contentType: 'text/html; charset=utf-8' },
  }),
}
