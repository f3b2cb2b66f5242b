import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { TokenScope } from '#contract/api-token.ts'
import type { Route } from '#contract/route.ts'
import { readConfig } from '#server/config/config.ts'
import { type App, start } from '#server/start/start.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { namedRoutes } from './docs/openapi.ts'

const [ADMIN, MEMBER, REMOVED] = ['ada@example.com', 'lin@example.com', 'grace@example.com']
const COOKIE = 'nano_sync_session'
const JSON_TYPE = 'application/json'

/** Groups of routes with the same access. Every route of the contract is in exactly one group. */
const groups = {
  /** Open to anyone, with or without credentials. */
  open: ['operations.info', 'operations.health', 'operations.ready', 'help.page'],
  signInState: ['auth.check'],
  browserSignIn: ['auth.login', 'auth.callback', 'auth.logout'],
  operator: ['operations.metrics', 'operations.openapi', 'operations.docs'],
  openScreen: ['dataCopy.columns', 'dataCopy.page', 'schedules.list'],
  /** The exported file contains people's addresses, so read-only tokens are refused. */
  openExport: ['tasks.exportCsv'],
  openLogs: ['devLogs.files', 'devLogs.lines'],
  read: [
    'tasks.list',
    'tasks.statusAll',
    'tasks.get',
    'taskLogs.list',
    'taskTypes.list',
    'taskTypes.exportCsv',
    'csvJobs.list',
    'runs.list',
    'changeSets.page',
    'changeSets.exportCsv',
    'incidents.ofTask',
    'incidents.alert',
    'runs.edits',
    'runs.forecast',
    'runs.timeline',
    'runs.get',
    'pauses.get',
    'previews.get',
    'previews.cells',
    'overview.get',
    'waves.list',
    'waves.tasks',
    'holds.list',
    'schedules.runAll',
    'schedules.events',
    'trash.list',
    'activity.list',
    'accessCheck.get',
    'alertChannels.list',
    'alertChannels.deliveries',
  ],
  run: [
    'activity.exportCsv',
    'incidents.runAgain',
    'incidents.snooze',
    'incidents.wake',
    'tasks.execute',
    'tasks.stop',
    'tasks.executeAll',
    'tasks.stopAll',
    'tasks.resetRunningStatus',
    'changeSets.previewUndo',
    'undos.preview',
    'taskTypes.runGroup',
    'taskTypes.stopGroup',
    'accessCheck.start',
    'pauses.set',
    'pauses.end',
    'previews.start',
    'previews.cancel',
    'previews.run',
    'selectedTasks.execute',
    'selectedTasks.stop',
  ],
  manage: [
    'changeSets.undo',
    'tasks.create',
    'tasks.update',
    'tasks.remove',
    'tasks.toggleAllActive',
    'tasks.toggleActive',
    'tasks.reposition',
    'tasks.importCsv',
    'tasks.previewImport',
    'taskLogs.clear',
    'taskTypes.create',
    'taskTypes.update',
    'taskTypes.remove',
    'taskTypes.reorder',
    'taskTypes.importCsv',
    'schedules.setRunAll',
    'activity.previewUndo',
    'activity.undo',
    'taskChanges.previewRevert',
    'taskChanges.revert',
    'trash.restore',
    'trash.restoreTasks',
    'holds.accept',
    'holds.takeOver',
    'selectedTasks.remove',
    'undos.create',
    'alertChannels.test',
    'alertChannels.resend',
    'spreadsheets.search',
    'spreadsheets.createSample',
    'spreadsheets.checkAccess',
    'spreadsheets.get',
    'spreadsheets.tryShape',
  ],
  admin: ['tasks.removeAll', 'trash.remove', 'devLogs.clear'],
  adminBrowserOnly: ['googleSetup.saveKey', 'googleSetup.removeKey', 'apiTokens.listOfOthers'],
  browserOnly: [
    'sessions.list',
    'sessions.end',
    'sessions.endAll',
    'access.get',
    'access.update',
    'access.disconnect',
    'access.connect',
    'alertChannels.create',
    // Somebody else's channel is refused once it has been found: see alert-channels.int.test.ts.
    'alertChannels.update',
    'alertChannels.remove',
    'alertChannels.replaceSecret',
    'myAlerts.get',
    'myAlerts.update',
    'myAlerts.test',
    'apiTokens.list',
    'apiTokens.create',
    'apiTokens.revoke',
    'googleSetup.get',
    'googleSetup.checkSpreadsheets',
    'events.stream',
  ],
} as const
type Group = keyof typeof groups

type Outcome = 'allowed' | 401 | 403
interface Expectation {
  /** Without a valid session: anonymous, with a forged cookie, after the sign-out, removed from ALLOWED_EMAILS. */
  visitor: Outcome
  admin: Outcome
  /** A member without administrator rights, if administrators are named: in a browser, and with a token of each scope. */
  member: Outcome
  memberTokens: Record<TokenScope, Outcome>
  /** A revoked token, or a token of a removed owner. */
  uselessToken: Outcome
  /** Tokens of an administrator. */
  tokens: Record<TokenScope, Outcome>
}

const anyToken = { read: 'allowed', run: 'allowed', manage: 'allowed' } as const
const noToken = { read: 401, run: 401, manage: 401 } as const
const manage = { read: 403, run: 403, manage: 'allowed' } as const
const forbidden = { read: 403, run: 403, manage: 403 } as const
const all = { visitor: 'allowed', admin: 'allowed', member: 'allowed', uselessToken: 'allowed' } as const
const members = { visitor: 401, admin: 'allowed', member: 'allowed', uselessToken: 401 } as const
const admins = { ...members, member: 403 } as const
const withTokens = (tokens: Record<TokenScope, Outcome>, memberTokens = tokens) => ({ tokens, memberTokens })

function buildExpectation(group: Group, areScreensOpen: boolean): Expectation {
  const table: Record<Group, Expectation> = {
    open: { ...all, ...withTokens(anyToken) },
    signInState: { ...all, uselessToken: 401, ...withTokens(anyToken) },
    browserSignIn: { ...all, uselessToken: 401, ...withTokens(noToken) },
    operator: { ...members, ...withTokens(anyToken) },
    openScreen: { ...members, visitor: areScreensOpen ? 'allowed' : 401, ...withTokens(anyToken) },
    openExport: { ...members, visitor: areScreensOpen ? 'allowed' : 401, ...withTokens({ ...anyToken, read: 403 }) },
    openLogs: { ...members, visitor: areScreensOpen ? 'allowed' : 401, ...withTokens(manage) },
    read: { ...members, ...withTokens(anyToken) },
    run: { ...members, ...withTokens({ ...anyToken, read: 403 }) },
    manage: { ...members, ...withTokens(manage) },
    admin: { ...admins, ...withTokens(manage, forbidden) },
    adminBrowserOnly: { ...admins, ...withTokens(noToken) },
    browserOnly: { ...members, ...withTokens(noToken) },
  }
  return table[group]
}

test('every route is in exactly one group: decide who may call a new one', () => {
  const expected = Object.values(groups).flat().sort()
  expect(
    namedRoutes()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(expected)
})

type Credentials = Record<string, Record<string, string>>

describe.each([
  { openScreens: 'none', areScreensOpen: false },
  { openScreens: 'data_copy,schedule,dev,import_export', areScreensOpen: true },
])('with the open screens $openScreens', ({ openScreens, areScreensOpen }) => {
  const parts = new AsyncDisposableStack()
  let app: App
  let visitors: Credentials
  let uselessTokens: Credentials
  let tokens: Credentials
  let memberTokens: Credentials
  let cookie: string
  let memberCookie: string

  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-access-'))
    parts.defer(() => rm(dataDir, { recursive: true, force: true }))
    const database = parts.use(await openTestDatabase(dataDir))
    const settings = {
      ...{ PORT: '0', DATA_DIR: dataDir, SAMPLES: 'none', OPEN_SCREENS: openScreens },
      ...{ TRUSTED_PROXIES: '127.0.0.1', ...database.env },
    }
    const removed = await withApp({ ...settings, ALLOWED_EMAILS: `${ADMIN},${REMOVED}` }, async ({ url }) => {
      const grace = await signedIn(url, REMOVED)
      return { cookie: cookieHeader(grace), token: await createToken(grace, 'manage') }
    })
    const people = { ALLOWED_EMAILS: `${ADMIN},${MEMBER}`, ADMINS: ADMIN }
    app = parts.use(await start(readConfig({ ...settings, ...people })))
    const ada = await signedIn(app.url, ADMIN)
    const lin = await signedIn(app.url, MEMBER)
    memberCookie = cookieHeader(lin)
    const ended = await signedIn(app.url, ADMIN)
    const endedCookie = cookieHeader(ended)
    await ended.call(api.auth.logout, {})
    cookie = cookieHeader(ada)
    visitors = {
      anonymous: {},
      'with a forged cookie': { cookie: `${cookie.slice(0, -8)}forged00` },
      'after the sign-out': { cookie: endedCookie },
      'removed from ALLOWED_EMAILS': { cookie: removed.cookie },
      'with a token as a cookie': { cookie: `${COOKIE}=${await createToken(ada, 'manage')}` },
    }
    const revoked = await ada.call(api.apiTokens.create, { body: { name: 'Revoked', scope: 'manage' } })
    await ada.call(api.apiTokens.revoke, { params: { id: revoked.id } })
    uselessTokens = { revoked: bearer(revoked.token), 'of a removed person': bearer(removed.token) }
    tokens = await createTokens(ada)
    memberTokens = await createTokens(lin)
  })
  afterAll(() => parts.disposeAsync())

  /** Returns the app's answer to a request with a valid caller but invalid content, so it changes nothing. */
  async function callRoute(route: Route, credentials: Record<string, string>): Promise<Outcome> {
    const leaving = new AbortController()
    const isGet = route.method === 'GET'
    const response = await fetch(app.url + route.path.replace(/:\w+/g, '999999'), {
      method: route.method,
      // Call as through a proxy, because a program on this machine is an operator. Each route gets its own network, with its
      // own limit.
      headers: {
        ...credentials,
        'x-forwarded-for': `203.0.113.${1 + routes.indexOf(route)}`,
        ...(!isGet && { 'content-type': JSON_TYPE }),
      },
      ...(!isGet && { body: '{' }),
      redirect: 'manual',
      signal: leaving.signal,
    })
    leaving.abort()
    expect(response.status).not.toBe(429)
    return response.status === 401 || response.status === 403 ? response.status : 'allowed'
  }

  /** Calls a route in a browser. A sign-out gets a separate session, because it is a valid request that ends the session. */
  async function outcomeInBrowser(route: Route, person: { email: string; cookie: string }): Promise<Outcome> {
    const isSignOut = route === api.auth.logout
    const used = isSignOut ? cookieHeader(await signedIn(app.url, person.email)) : person.cookie
    return await callRoute(route, { cookie: used })
  }

  async function callAsEach(route: Route, callers: Credentials): Promise<Record<string, Outcome>> {
    const outcomes: Record<string, Outcome> = {}
    for (const [who, credentials] of Object.entries(callers)) outcomes[who] = await callRoute(route, credentials)
    return outcomes
  }

  const cases = Object.entries(groups).flatMap(([group, names]) =>
    names.map((name) => ({ name: name as string, group: group as Group })),
  )
  test.each(cases)('$name ($group)', async ({ name, group }) => {
    const route = namedRoutes().find((each) => each.name === name)?.route
    if (!route) throw new Error(`${name} is not a route`)
    const expected = buildExpectation(group, areScreensOpen)
    expect({
      visitors: await callAsEach(route, visitors),
      uselessTokens: await callAsEach(route, uselessTokens),
      tokens: await callAsEach(route, tokens),
      memberTokens: await callAsEach(route, memberTokens),
      admin: await outcomeInBrowser(route, { email: ADMIN, cookie }),
      member: await outcomeInBrowser(route, { email: MEMBER, cookie: memberCookie }),
    }).toEqual({
      visitors: expectAll(visitors, expected.visitor),
      uselessTokens: expectAll(uselessTokens, expected.uselessToken),
      tokens: expected.tokens,
      memberTokens: expected.memberTokens,
      admin: expected.admin,
      member: expected.member,
    })
  })
})

const routes = namedRoutes().map(({ route }) => route)

const expectAll = (callers: Credentials, outcome: Outcome) =>
  Object.fromEntries(Object.keys(callers).map((who) => [who, outcome]))

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const cookieHeader = (client: ApiClient) => `${COOKIE}=${client.jar.value(COOKIE)}`

async function withApp<T>(settings: Record<string, string>, use: (app: App) => Promise<T>): Promise<T> {
  await using app = await start(readConfig(settings))
  return await use(app)
}

async function signedIn(url: string, email: string): Promise<ApiClient> {
  const client = new ApiClient(url)
  await client.signIn(email)
  return client
}

async function createTokens(client: ApiClient): Promise<Credentials> {
  const scopes = ['read', 'run', 'manage'] as const
  return Object.fromEntries(
    await Promise.all(scopes.map(async (scope) => [scope, bearer(await createToken(client, scope))])),
  )
}

let tokenCount = 0
async function createToken(client: ApiClient, scope: TokenScope): Promise<string> {
  tokenCount += 1
  return (await client.call(api.apiTokens.create, { body: { name: `${scope} ${tokenCount}`, scope } })).token
}
