import { api } from './api.ts'
import type { Route } from './route.ts'

const { auth, csvJobs, dataCopy, devLogs, operations, schedules, taskLogs, taskTypes, tasks } = api

/** Calls with a stable path, stable fields and a stable meaning: the calls of the specification and of monitoring. */
const STABLE_ROUTES: ReadonlySet<Route> = new Set<Route>([
  auth.check,
  auth.login,
  auth.logout,
  csvJobs.list,
  ...Object.values(dataCopy),
  ...Object.values(devLogs),
  operations.health,
  operations.ready,
  operations.metrics,
  schedules.list,
  schedules.runAll,
  schedules.setRunAll,
  ...Object.values(taskLogs),
  ...Object.values(taskTypes),
  tasks.list,
  tasks.statusAll,
  tasks.get,
  tasks.create,
  tasks.update,
  tasks.remove,
  tasks.execute,
  tasks.stop,
  tasks.executeAll,
  tasks.stopAll,
  tasks.resetRunningStatus,
  tasks.removeAll,
  tasks.toggleAllActive,
  tasks.toggleActive,
  tasks.reposition,
  tasks.exportCsv,
  tasks.importCsv,
])

export function isStable(route: Route): boolean {
  return STABLE_ROUTES.has(route)
}
