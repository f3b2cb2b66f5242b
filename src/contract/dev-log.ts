import { z } from 'zod'
import { text } from './field.ts'
import { route } from './route.ts'

export const DEFAULT_DEV_LOG = 'nano_sync_out'
/** Maximum lines read from the end of a log file. */
export const MAX_DEV_LOG_LINES = 5000

const FileQuery = z.object({
  file: text({ label: 'File', max: 200 }).min(1, 'File is required').default(DEFAULT_DEV_LOG),
})

export const devLogs = {
  files: route({
    method: 'GET',
    path: '/dev/logs/files',
    access: 'dev',
    summary: "List the server's log files",
    reply: z.array(z.string()),
    errors: [],
  }),
  lines: route({
    method: 'GET',
    path: '/dev/logs',
    access: 'dev',
    summary: `Get the last ${MAX_DEV_LOG_LINES.toLocaleString('en-US')} lines of a log file, oldest first`,
    query: FileQuery,
    reply: z.array(z.string()),
    errors: ['not_found'],
    cost: () => 20,
  }),
  clear: route({
    method: 'DELETE',
    path: '/dev/logs',
    access: 'member',
    summary: 'Clear a log file',
    status: 204,
    query: FileQuery,
    reply: z.undefined(),
    errors: ['not_found'],
    activity: 'dev_log_cleared',
  }),
}
