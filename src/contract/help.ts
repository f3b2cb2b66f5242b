import { z } from 'zod'
import { route } from './route.ts'

/** Pages of `docs` in the app: their paths without `.md`, in the order of their links. */
export const HELP_PAGES = [
  'use/first-day',
  'use/bring-together',
  'use/hand-out',
  'use/instead-of-importrange',
  'use/shape',
  'use/guards',
  'use/freshness',
  'use/alerts',
  'install/release',
  'install/compose',
  'install/kubernetes',
  'install/google',
  'operate/runbook',
  'operate/maintenance',
  'operate/stored-data',
  'operate/security',
  'reference/settings',
  'reference/metrics',
  'reference/google',
  'reference/api',
  'reference/command-line',
  'reference/mcp',
  'reference/webhooks',
  'reference/csv',
] as const
export type HelpPage = (typeof HELP_PAGES)[number]

export const help = {
  page: route({
    method: 'GET',
    path: '/help',
    access: 'anyone',
    summary: 'Show a page of the documents',
    query: z.object({ page: z.enum(HELP_PAGES).default('use/first-day') }),
    reply: { contentType: 'text/html; charset=utf-8' },
    errors: [],
    worksWithoutDatabase: true,
  }),
}
