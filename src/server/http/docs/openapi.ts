import { z } from 'zod'
import { api } from '#contract/api.ts'
import { TOKEN_PREFIX } from '#contract/api-token.ts'
import { type ErrorCode, statusOf } from '#contract/errors.ts'
import { findAdminRight, findRequiredScope } from '#contract/rights.ts'
import { listErrors, type Route } from '#contract/route.ts'
import { settingsLabels } from '#contract/settings-labels.ts'
import { isStable } from '#contract/stable-routes.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Headings in the documentation for the nouns of the contract. */
export const headings: Readonly<Record<keyof typeof api, string>> = {
  auth: 'Sign-in',
  sessions: settingsLabels.sessions,
  access: settingsLabels.access,
  alertChannels: settingsLabels.alertChannels,
  myAlerts: settingsLabels.myAlerts,
  apiTokens: settingsLabels.apiTokens,
  tasks: 'Tasks',
  taskLogs: 'Task logs',
  dataCopy: 'Data copies',
  taskTypes: 'Task types',
  csvJobs: 'CSV jobs',
  selectedTasks: 'Selected tasks',
  pauses: 'Pausing everything',
  previews: 'Previews',
  runs: 'Runs',
  changeSets: 'What runs changed',
  undos: 'Undos of several runs',
  waves: 'Waves of runs',
  overview: 'Overview',
  schedules: 'Schedules',
  spreadsheets: 'Spreadsheets',
  googleSetup: settingsLabels.googleSetup,
  accessCheck: 'Access check',
  holds: 'Held tasks',
  incidents: 'Incidents',
  activity: 'Activity',
  trash: 'Trash',
  taskChanges: 'Changes of a task',
  devLogs: 'Developer logs',
  events: 'Events',
  help: 'Help',
  operations: 'Operations',
}

interface NamedRoute {
  /** Name, such as `tasks.list`. */
  name: string
  noun: string
  route: Route
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: unknown
}

const errorDescriptions: Record<ErrorCode, string> = {
  invalid: 'The input is not valid, or does not fit the current state',
  unauthenticated: 'Sign in first',
  forbidden: 'The request came from another site, only administrators may make it, or access is denied',
  not_found: 'It does not exist',
  conflict: 'It already exists',
  changed_meanwhile: 'Somebody else changed the same fields since the version in If-Match',
  too_large: 'The request body is too large',
  unsupported_media_type: 'The request has the wrong content type',
  too_many_requests: 'Too many requests; the Retry-After header holds the seconds to wait',
  unexpected: 'A bug on our side',
  unavailable: 'Not available at the moment',
  database_unavailable: 'The database cannot be reached; the Retry-After header holds the seconds to wait',
}

/** Lists every route of the contract with its name. */
export function namedRoutes(): NamedRoute[] {
  return Object.entries(api).flatMap(([noun, routes]) =>
    Object.entries(routes).map(([name, route]: [string, Route]) => ({ name: `${noun}.${name}`, noun, route })),
  )
}

/** Builds an OpenAPI 3.1 document from the routes of the contract. */
export function openApiDocument({ serverUrl, version }: { serverUrl: string; version: string }) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const named of namedRoutes()) {
    const path = named.route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [named.route.method.toLowerCase()]: operation(named) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Nano Sync', version, description: 'Keeps spreadsheets in sync.' },
    servers: [{ url: serverUrl }],
    tags: Object.entries(headings).map(([name, heading]) => ({ name, 'x-displayName': heading })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'nano_sync_session' },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          description: `An API token, created under Settings, which begins with ${TOKEN_PREFIX}. A call lists the scope that it needs; manage includes run, and run includes read.`,
        },
        metricsToken: { type: 'http', scheme: 'bearer', description: 'The value of METRICS_TOKEN' },
      },
      schemas: { Error: errorSchema },
    },
  }
}

function operation({ name, noun, route }: NamedRoute) {
  return {
    operationId: name,
    tags: [noun],
    summary: route.summary,
    ...describeRole(route),
    'x-stable': isStable(route),
    security: describeSecurity(route),
    parameters: [
      ...describeParameters(route, 'params'),
      ...describeParameters(route, 'query'),
      ...describeVersionParameter(route),
    ],
    ...describeBody(route),
    responses: { ...describeSuccess(route), ...describeFailures(route) },
  }
}

function describeRole(route: Route): { description?: string } {
  const right = findAdminRight(route)
  return right ? { description: `Where ADMINS or ADMIN_GROUPS is set, only administrators may ${right.action}.` } : {}
}

/**
 * Describes who may call a route. Routes of an open screen only need a session or a token if the installation closes the
 * screen.
 */
function describeSecurity(route: Route): Record<string, string[]>[] {
  const { access } = route
  if (access === 'anyone') return []
  const scope = findRequiredScope(route)
  const members = [{ session: [] }, ...(scope === 'none' ? [] : [{ apiToken: [scope] }])]
  if (access === 'operator') return [...members, { metricsToken: [] }, {}]
  return access === 'member' ? members : [{}, ...members]
}

function describeParameters(route: Route, part: 'params' | 'query'): Parameter[] {
  const schema = route[part]
  if (schema === undefined) return []
  const { properties = {}, required = [] } = inputSchema(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: part === 'params' ? 'path' : 'query',
    required: part === 'params' || required.includes(name),
    schema: property,
  }))
}

function describeVersionParameter({ takesVersion }: Route): Parameter[] {
  if (!takesVersion) return []
  const description = 'The version that the change began from, in quotes. Only what differs from it is changed.'
  return [{ name: 'If-Match', in: 'header', required: false, schema: { type: 'string', description } }]
}

function describeBody({ body, upload }: Route) {
  if (upload) {
    const schema = {
      type: 'object',
      required: [upload.field],
      properties: { [upload.field]: { type: 'string', contentMediaType: 'text/csv' } },
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (body === undefined) return {}
  const isOptional = body.safeParse(undefined).success
  return { requestBody: { required: !isOptional, content: { 'application/json': { schema: inputSchema(body) } } } }
}

function describeSuccess({ reply, status, summary }: Route) {
  if (status === 204) return { 204: { description: summary } }
  const content =
    'contentType' in reply
      ? { [reply.contentType]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: outputSchema(reply) } }
  return { [status ?? 200]: { description: summary, content } }
}

/** Groups errors by status, because several errors can share a status. */
function describeFailures(route: Route) {
  const schema = { $ref: '#/components/schemas/Error' }
  const byStatus = Map.groupBy(listErrors(route), (code) => statusOf[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const description = codes.map((code) => errorDescriptions[code]).join('. ')
      return [status, { description, content: { 'application/json': { schema } } }]
    }),
  )
}

const errorSchema = {
  type: 'object',
  required: ['error', 'message', 'code'],
  properties: {
    error: { type: 'string', description: 'The same as `message`' },
    message: { type: 'string', description: 'What happened and what to do, for display' },
    code: { enum: Object.keys(statusOf) },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The problem with each field',
    },
  },
}

/** Describes the input as a caller sends it, before defaults are applied. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  return withoutDialect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
}

export function outputSchema(schema: z.ZodType): JsonSchema {
  return withoutDialect(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }))
}

function withoutDialect({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}
