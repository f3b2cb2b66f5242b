import fc from 'fast-check'
import type { Route } from '#contract/route.ts'
import { DAY_MS } from '#domain/time.ts'
import { inputSchema, namedRoutes } from '#server/http/docs/openapi.ts'
import { UNUSED_ADDRESS } from './create-things.ts'
import { hostileFile, type Sent, validFile } from './file-requests.ts'
import { type KnownValues, valueMatching } from './from-schema.ts'
import { hostileJson, hostileText, mutated } from './hostile-values.ts'
import type { FuzzedRequest } from './request-text.ts'
import type { Things } from './things.ts'

/** Requests to a route, both valid and invalid. */
export interface FuzzedRoute {
  readonly name: string
  /** Whether a valid request succeeds, as long as everything it refers to exists. */
  readonly canSucceed: boolean
  readonly valid: fc.Arbitrary<FuzzedRequest>
  readonly hostile: fc.Arbitrary<FuzzedRequest>
}

/** A condition near the length limit. */
const LONG_CONDITION = `Name not in ${Array.from({ length: 1_000 }, (_, value) => value).join('|')}`
const BATCH = 100

const JSON_HEADERS = [['content-type', 'application/json']] as const

/** Routes that never get a valid request, and why. */
const neverSucceeding: Readonly<Record<string, string>> = {
  'googleSetup.saveKey': 'a key would replace the embedded spreadsheets that the other routes need',
  'alertChannels.resend': 'no alert is delivered while the fuzzer runs',
  'incidents.alert': 'the link is signed, and only messages contain it',
  'incidents.snooze': 'the link is signed, and only messages contain it',
}

/** Every route of the contract, and the paths of the embedded sign-in. */
export function appRoutes(things: Things, signInPaths: readonly string[]): FuzzedRoute[] {
  const fromContract = namedRoutes().map(({ name, noun, route }) => fuzzedRoute({ name, noun, route }, things))
  return [...fromContract, ...signInPaths.map(signInRoute), mcpRoute]
}

function fuzzedRoute({ name, noun, route }: { name: string; noun: string; route: Route }, things: Things): FuzzedRoute {
  const id = pick<number | string>(() => listIds(noun, things))
  const known = { ...knownValues(things, id), ...listKnownValues(noun, things) }
  const params = paramsArbitrary(route, { noun, known, things })
  const query = route.query ? valueMatching(inputSchema(route.query), { ...known, ...queryValues }) : fc.constant({})
  const body = route.upload ? validFile(route, things) : validBody(route, known)
  const hostileQuery = fc.oneof(
    { weight: 2, arbitrary: query },
    { weight: 3, arbitrary: query.chain(mutated) },
    { weight: 1, arbitrary: fc.constant({}) },
  )
  const hostileParams = fc.oneof({ weight: 3, arbitrary: params }, { weight: 1, arbitrary: params.chain(mutated) })
  const hostileBody = route.upload ? hostileFile(route) : bodyWithFaults(route, known)
  return {
    name,
    canSucceed: !(name in neverSucceeding),
    valid: fc.tuple(params, query, body).map((parts) => buildRequest(route, parts)),
    hostile: fc.tuple(hostileParams, hostileQuery, hostileBody).map((parts) => buildRequest(route, parts)),
  }
}

function buildRequest(route: Route, [params, query, sent]: readonly [unknown, unknown, Sent]): FuzzedRequest {
  const fields = asFields(params)
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encoded(fields[name]))
  const pairs = Object.entries(asFields(query)).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  return { method: route.method, path: pairs.length > 0 ? `${path}?${pairs.join('&')}` : path, ...sent }
}

function asFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function encoded(value: unknown): string {
  return encodeURIComponent(toText(value).toWellFormed())
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function listIds(
  noun: string,
  { typeIds, spreadsheetIds, taskIds, sessionIds, tokenIds, channelIds, importIds, deletionIds }: Things,
): readonly (number | string)[] {
  if (noun === 'taskTypes') return typeIds
  if (noun === 'sessions') return sessionIds
  if (noun === 'apiTokens') return tokenIds
  if (noun === 'alertChannels') return channelIds
  if (noun === 'activity') return importIds
  if (noun === 'trash') return deletionIds
  return noun === 'spreadsheets' ? spreadsheetIds : taskIds
}

function paramsArbitrary(
  { params }: Route,
  { noun, known, things }: { noun: string; known: KnownValues; things: Things },
): fc.Arbitrary<unknown> {
  // A run is found only with its own task.
  if (noun === 'changeSets' || (noun === 'runs' && params)) return pick(() => things.runs)
  if (noun === 'previews' && params) return pick(() => things.previews)
  if (noun === 'taskChanges') return pick(() => things.changes)
  return params ? valueMatching(inputSchema(params), known) : fc.constant({})
}

/** Picks from a list that changes while the fuzzer runs: it is read when the request is made. */
function pick<T>(list: () => readonly T[]): fc.Arbitrary<unknown> {
  return fc.nat({ max: 1000 }).map((index) => list()[index % Math.max(1, list().length)] ?? 1)
}

function knownValues(things: Things, id: fc.Arbitrary<unknown>): KnownValues {
  const name = fc.uuid()
  const spreadsheet = pick(() => things.spreadsheetIds)
  return {
    id,
    name,
    sync_task_type_id: pick(() => things.typeIds),
    task_id: pick(() => things.taskIds),
    task_ids: fc.constant(null).map(() => things.taskIds.slice(0, 2)),
    edited: fc.constant('leave'),
    edited_digest: fc.constant(null),
    depends_on_id: fc.constant(null),
    order: fc.constant(null).map(() => things.allTypeIds),
    source_ss_id: spreadsheet,
    target_ss_id: fc.oneof(spreadsheet, name),
    source_sheet_name: fc.constant('Plan'),
    target_sheet_name: fc.constantFrom('Copy', 'Copy 2'),
    scheduled_times: fc.constantFrom(['None'], ['04:00'], ['04:00', '23:00']),
    action: fc.constantFrom('front', 'back', 'up', 'down'),
    relevant_user_accounts: fc.constant(''),
    schedule_days: fc.constantFrom([], ['Mon', 'Fri']),
    paused_until: fc.constantFrom(null, '2030-01-01'),
    holidays: fc.constantFrom([], ['2026-12-24']),
    columns: fc.constantFrom('', 'Name', 'Name, Amount as Total'),
    rows: fc.constantFrom('', 'Amount > 1; Name is not empty', LONG_CONDITION),
    target_cell: fc.constantFrom('', 'B5'),
    more_sources: fc.constantFrom(
      [],
      [{ source_ss_id: 'fuzzed-source', source_sheet_name: '2026-*' }, { folder_id: 'fuzzed-folder' }],
    ),
    when_source_fails: fc.constantFrom('keep_its_rows', 'hold'),
    every_minutes_between: fc.constantFrom('', '07:00-19:00'),
    fresh_by: fc.constantFrom(null, '07:30'),
    hidden_rows: fc.constantFrom('copy', 'skip'),
    beside: fc.constantFrom('ask', 'leave'),
    until: fc.constant(null).map(() => new Date(Date.now() + DAY_MS).toISOString()),
    time_column: fc.constant('Copied at'),
    key_columns: fc.constant('Name'),
    split_by: fc.constantFrom('', '', '', 'Name'),
    targets: fc.constantFrom([], [{ value: 'North', target_ss_id: 'fuzzed-target', target_sheet_name: '' }]),
    targets_from: fc.constant(null),
    control_sums: fc.constantFrom([], ['Amount']),
  }
}

/** Known values of fields, by noun. */
function listKnownValues(noun: string, things: Things): KnownValues {
  if (noun === 'trash') return { task_ids: fc.constant(null).map(() => things.deletedTaskIds) }
  // None of them is held.
  if (noun === 'tasks') return { accept: fc.constant(undefined) }
  // Either tasks or a type.
  if (noun === 'previews') return { sync_task_type_id: fc.constant(undefined) }
  // No mail server is set up.
  if (noun === 'myAlerts') return { tasks: fc.constant([]), kinds, quiet_hours }
  return noun === 'alertChannels' ? channelValues : {}
}

const kinds = fc.constantFrom([], ['failed', 'held'])
const quiet_hours = fc.constantFrom(null, { from: '22:00', to: '06:00' })

const channelValues: KnownValues = {
  kind: fc.constant('webhook'),
  url: fc.constant(UNUSED_ADDRESS),
  kinds,
  type_ids: fc.constant(null),
  quiet_hours,
  recipients: fc.constant([]),
}

const queryValues: KnownValues = {
  page: fc.constantFrom('1', '2'),
  at: fc.constant('2026-12-24T09:00:00.000Z'),
  every_minutes: fc.constantFrom('15', '60'),
  limit: fc.constantFrom('1', '5', '100'),
  offset: fc.constantFrom('0', '1'),
  hours: fc.constantFrom('1', '24'),
  days: fc.constantFrom('1', '365'),
  before_id: fc.constant('1000000'),
  column: fc.constantFrom('1', '2'),
  order: fc.constantFrom('asc', 'desc'),
  sort: fc.constantFrom('', 'Name', 'Amount'),
  columns: fc.constantFrom('Name', 'Name,Amount'),
  start_row: fc.constantFrom('1', '2'),
  tab: fc.constantFrom('', 'Plan'),
  file: fc.constantFrom('nano_sync_out', 'nano_sync_err'),
  return_to: fc.constantFrom('/', '/sync_tasks?status=Error'),
  redirected: fc.constant('1'),
  status: fc.constantFrom('Error', 'Pending'),
  type: fc.constantFrom('sync_task', 'sync_task_type'),
}

function validBody(route: Route, known: KnownValues): fc.Arbitrary<Sent> {
  if (route.body === undefined) return fc.constant({ headers: [], body: undefined })
  return valueMatching(inputSchema(route.body), known).map((value) => ({
    headers: JSON_HEADERS,
    body: Buffer.from(JSON.stringify(value) ?? ''),
  }))
}

function bodyWithFaults(route: Route, known: KnownValues): fc.Arbitrary<Sent> {
  const valid = route.body ? valueMatching(inputSchema(route.body), known) : fc.constant({})
  const json = fc.oneof(
    { weight: 4, arbitrary: valid.chain(mutated).map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: valid.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: hostileJson },
  )
  const form = fc.constant({
    headers: [['content-type', 'multipart/form-data; boundary=b']] as const,
    body: Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na\r\n--b--\r\n'),
  })
  return fc.oneof(
    { weight: 9, arbitrary: json.map((text) => ({ headers: JSON_HEADERS, body: Buffer.from(text) })) },
    { weight: 1, arbitrary: form },
  )
}

/** Messages of the Model Context Protocol, alone and in batches. */
const mcpMessage = fc
  .tuple(fc.constantFrom('find_tasks', 'is_sheet_fresh', 'whats_wrong'), hostileText)
  .map(([name, text]) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: name === 'is_sheet_fresh' ? { spreadsheet: text } : {} },
  }))
const postMcp = (message: unknown): FuzzedRequest => ({
  method: 'POST',
  path: '/mcp',
  headers: [...JSON_HEADERS, ['accept', 'application/json, text/event-stream']],
  body: Buffer.from(JSON.stringify(message)),
})
const mcpRoute: FuzzedRoute = {
  name: 'page /mcp',
  canSucceed: false,
  valid: mcpMessage.map(postMcp),
  hostile: fc.oneof(
    mcpMessage.map(postMcp),
    mcpMessage.chain(mutated).map(postMcp),
    mcpMessage.map((message) => postMcp(Array(BATCH).fill(message))),
  ),
}

/** A path of the sign-in. The standard defines its inputs. */
function signInRoute(path: string): FuzzedRoute {
  const names = fc.constantFrom(
    'client_id',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
    'code',
    'email',
    'prompt',
  )
  const pairs = fc.array(fc.tuple(names, hostileText), { maxLength: 6 }).map((list) =>
    list
      .map(([name, value]) => `${name}=${encoded(value)}`)
      .join('&')
      .slice(0, 20_000),
  )
  const get = (search: string): FuzzedRequest => ({
    method: 'GET',
    path: `${path}?${search}`,
    headers: [],
    body: undefined,
  })
  const post = (form: string): FuzzedRequest => ({
    method: 'POST',
    path,
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: Buffer.from(form),
  })
  return {
    name: `page ${path}`,
    canSucceed: false,
    valid: fc.constant(get('')),
    hostile: fc.oneof(pairs.map(get), pairs.map(post)),
  }
}
