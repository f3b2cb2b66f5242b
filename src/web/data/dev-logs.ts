import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'

/** The names of the server's log files. */
export const devLogFilesQuery = () => routeQuery(api.devLogs.files)

/** The last lines of a log file. */
export const devLogLinesQuery = (file: string) => routeQuery(api.devLogs.lines, { query: { file } })
