import { z } from 'zod'
import { api } from '#contract/api.ts'
import { type ErrorCode, statusOf } from '#contract/errors.ts'
import type { Route } from '#contract/route.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: unknown
}

/** Every route of the contract with its name in it, such as `tasks.list`. */
export function namedRoutes(): { name: string; noun: string; route: Route }[] {
  return Object.entries(api).flatMap(([noun, routes]) =>
    Object.entries(routes).map(([name, route]: [string, Route]) => ({ name: `${noun}.${name}`, noun, route })),
  )
}

/** The interface as an OpenAPI 3.1 document, made from the values by which calls are answered. */
export function openApiDocument({ serverUrl, version }: { serverUrl: string; version: string }) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { name, noun, route } of namedRoutes()) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation({ name, noun, route }) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Nano Sync', version, description: 'Keeps spreadsheets in sync.' },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'nano_sync_session' } },
      schemas: { Error: errorSchema },
    },
  }
}

function operation({ name, noun, route }: { name: string; noun: string; route: Route }) {
  return {
    operationId: name,
    tags: [noun],
    summary: route.summary,
    security: securityOf(route),
    parameters: [...parametersOf(route, 'params'), ...parametersOf(route, 'query')],
    ...bodyOf(route),
    responses: { ...successOf(route), ...Object.fromEntries(errorCodesOf(route).map(errorResponse)) },
  }
}

/** An open screen's calls need no session unless the installation closes that screen. */
function securityOf({ access }: Route): Record<string, string[]>[] {
  if (access === 'anyone') return []
  return access === 'member' ? [{ session: [] }] : [{}, { session: [] }]
}

function parametersOf(route: Route, part: 'params' | 'query'): Parameter[] {
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

function bodyOf({ body, upload }: Route) {
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

function successOf({ reply, status, summary }: Route) {
  if (status === 204) return { 204: { description: summary } }
  const content =
    'contentType' in reply
      ? { [reply.contentType]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: outputSchema(reply) } }
  return { [status ?? 200]: { description: summary, content } }
}

/** The refusals that a call can meet, from what it takes and who may make it. */
export function errorCodesOf(route: Route): ErrorCode[] {
  const codes: ErrorCode[] = []
  if (route.params || route.query || route.body || route.upload) codes.push('invalid')
  if (route.access !== 'anyone') codes.push('unauthenticated')
  if (route.method !== 'GET') codes.push('forbidden')
  if (route.params) codes.push('not_found')
  if (route.body) codes.push('conflict', 'unsupported_media_type')
  if (route.upload) codes.push('too_large', 'unsupported_media_type')
  if (route.method !== 'GET') codes.push('too_many_requests')
  return codes
}

function errorResponse(code: ErrorCode): [number, unknown] {
  const schema = { $ref: '#/components/schemas/Error' }
  return [statusOf[code], { description: code, content: { 'application/json': { schema } } }]
}

const errorSchema = {
  type: 'object',
  required: ['error', 'message'],
  properties: {
    error: { enum: Object.keys(statusOf) },
    message: { type: 'string', description: 'A sentence for a person' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'A sentence for each wrong field',
    },
  },
}

/** What a caller sends, before defaults are filled in. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  return withoutDialect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
}

export function outputSchema(schema: z.ZodType): JsonSchema {
  return withoutDialect(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }))
}

function withoutDialect({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}
