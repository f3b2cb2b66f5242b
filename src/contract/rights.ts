import { type AdminRight, adminRights } from './admin-rights.ts'
import { api } from './api.ts'
import type { TokenScope } from './api-token.ts'
import type { Route } from './route.ts'

/** Token scope needed for a route; `none` if only a signed-in browser may call it. */
type RequiredScope = TokenScope | 'none'

interface ReservedRoute {
  readonly scope: RequiredScope
  readonly right: AdminRight
}

const admins = (scope: RequiredScope, right: AdminRight): ReservedRoute => ({ scope, right })

/**
 * Required role and API token scope of each route. A scope alone admits everybody admitted by the route's `access`. A missing
 * route does not compile.
 *
 * No token can sign in, give access to spreadsheets away, redirect alerts, or create or revoke tokens: a stolen token must not
 * extend its own life or rights.
 */
const rights = {
  auth: { check: 'read', login: 'none', callback: 'none', logout: 'none' },
  sessions: { list: 'none', end: 'none', endAll: 'none' },
  apiTokens: {
    list: 'none',
    listOfOthers: admins('none', adminRights.listTokens),
    create: 'none',
    revoke: admins('none', adminRights.revokeToken),
  },
  alertChannels: {
    list: 'read',
    create: 'none',
    update: admins('none', adminRights.changeChannel),
    remove: admins('none', adminRights.deleteChannel),
    replaceSecret: admins('none', adminRights.replaceSecret),
    test: 'manage',
    deliveries: 'read',
    resend: 'manage',
  },
  myAlerts: { get: 'none', update: 'none', test: 'none' },
  access: { get: 'none', update: 'none', disconnect: 'none', connect: 'none' },
  tasks: {
    list: 'read',
    statusAll: 'read',
    get: 'read',
    create: 'manage',
    update: 'manage',
    remove: 'manage',
    execute: 'run',
    stop: 'run',
    executeAll: 'run',
    stopAll: 'run',
    resetRunningStatus: 'run',
    removeAll: admins('manage', adminRights.deleteAllTasks),
    toggleAllActive: 'manage',
    toggleActive: 'manage',
    reposition: 'manage',
    exportCsv: 'run',
    importCsv: 'manage',
    previewImport: 'manage',
  },
  selectedTasks: { execute: 'run', stop: 'run', remove: 'manage' },
  taskLogs: { list: 'read', clear: 'manage' },
  dataCopy: { columns: 'read', page: 'read' },
  taskTypes: {
    list: 'read',
    create: 'manage',
    update: 'manage',
    remove: 'manage',
    reorder: 'manage',
    runGroup: 'run',
    stopGroup: 'run',
    importCsv: 'manage',
    exportCsv: 'read',
  },
  csvJobs: { list: 'read' },
  pauses: { get: 'read', set: 'run', end: 'run' },
  previews: { start: 'run', get: 'read', cells: 'read', cancel: 'run', run: 'run' },
  runs: { list: 'read', timeline: 'read', forecast: 'read', edits: 'read', get: 'read' },
  changeSets: { page: 'read', exportCsv: 'read', previewUndo: 'run', undo: 'manage' },
  undos: { preview: 'run', create: 'manage' },
  waves: { list: 'read', tasks: 'read' },
  // `tasks.execute` and `previews.run` need the scope of `accept` to copy held tasks anyway.
  holds: { list: 'read', accept: 'manage', takeOver: 'manage' },
  incidents: { ofTask: 'read', runAgain: 'run', alert: 'read', snooze: 'run', wake: 'run' },
  activity: { list: 'read', exportCsv: 'run', previewUndo: 'manage', undo: 'manage' },
  taskChanges: { previewRevert: 'manage', revert: 'manage' },
  trash: {
    list: 'read',
    restore: 'manage',
    restoreTasks: 'manage',
    remove: admins('manage', adminRights.deleteForGood),
  },
  overview: { get: 'read' },
  schedules: { list: 'read', events: 'read', runAll: 'read', setRunAll: 'manage' },
  spreadsheets: { get: 'manage', search: 'manage', createSample: 'manage', checkAccess: 'manage', tryShape: 'manage' },
  accessCheck: { get: 'read', start: 'run' },
  googleSetup: {
    get: 'none',
    saveKey: admins('none', adminRights.storeKey),
    removeKey: admins('none', adminRights.deleteKey),
    checkSpreadsheets: 'none',
  },
  devLogs: { files: 'manage', lines: 'manage', clear: admins('manage', adminRights.clearServerLogs) },
  // The stream is only for pages, and ends with their session.
  events: { stream: 'none' },
  help: { page: 'read' },
  operations: { info: 'read', health: 'read', ready: 'read', metrics: 'read', openapi: 'read', docs: 'read' },
} as const satisfies { [Noun in keyof typeof api]: Record<keyof (typeof api)[Noun], RequiredScope | ReservedRoute> }

const rightOfRoute = new Map<Route, RequiredScope | ReservedRoute>(
  Object.entries(api).flatMap(([noun, routes]) => {
    const ofNoun: Record<string, RequiredScope | ReservedRoute> = rights[noun as keyof typeof api]
    return Object.entries(routes).map(([name, route]: [string, Route]) => [route, ofNoun[name] ?? 'none'] as const)
  }),
)

/** The scope a route requires of an API token. */
export function findRequiredScope(route: Route): RequiredScope {
  const right = rightOfRoute.get(route) ?? 'none'
  return typeof right === 'string' ? right : right.scope
}

/** The right needed for an administrator route; undefined if every member may call it. */
export function findAdminRight(route: Route): AdminRight | undefined {
  const right = rightOfRoute.get(route)
  return typeof right === 'object' ? right.right : undefined
}
