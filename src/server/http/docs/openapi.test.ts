import { expect, test } from 'vitest'
import { statusOf } from '#contract/errors.ts'
import { listErrors } from '#contract/route.ts'
import { namedRoutes, openApiDocument } from './openapi.ts'

const document = openApiDocument({ serverUrl: 'https://nano.example', version: '1.2.3' })

test('the document lists every route of the contract by name', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(operations.map((operation) => (operation as { operationId: string }).operationId).sort()).toEqual(
    namedRoutes()
      .map(({ name }) => name)
      .sort(),
  )
})

test('an operation lists its parameters, its errors and who may call it', () => {
  expect(document.paths['/api/sync_tasks/{id}/data_copy']?.['get']).toMatchObject({
    security: [{}, { session: [] }, { apiToken: ['read'] }],
    parameters: [
      { name: 'id', in: 'path', required: true },
      { name: 'offset', in: 'query', required: false },
      { name: 'limit', in: 'query', required: false },
      { name: 'sort', in: 'query', required: false },
      { name: 'order', in: 'query', required: false, schema: { enum: ['asc', 'desc'] } },
      { name: 'columns', in: 'query', required: false },
    ],
    responses: { 200: {}, 400: {}, 401: {}, 404: {}, 429: {} },
  })
})

test.each(namedRoutes())('$name is documented with exactly the errors that it declares', ({ route }) => {
  const operation = document.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
  const statuses = [route.status ?? 200, ...listErrors(route).map((code) => statusOf[code])]
  expect(Object.keys((operation as { responses: object }).responses)).toEqual([...new Set(statuses)].map(String))
})

test('a request body is described as it is sent: fields with a default are optional', () => {
  const create = document.paths['/api/sync_task_types']?.['post'] as {
    requestBody: { required: boolean; content: { 'application/json': { schema: { required: string[] } } } }
  }
  expect(create.requestBody.required).toBe(true)
  expect(create.requestBody.content['application/json'].schema.required).toEqual(['name'])
})

test('an upload is described as multipart form data', () => {
  expect(document.paths['/api/sync_tasks/import']?.['post']).toMatchObject({
    requestBody: { content: { 'multipart/form-data': { schema: { required: ['file'] } } } },
    responses: { 413: {}, 415: {} },
  })
})

test('every reference can be resolved', () => {
  const references = JSON.stringify(document).match(/"\$ref":"[^"]*"/g) ?? []
  expect(new Set(references)).toEqual(new Set(['"$ref":"#/components/schemas/Error"']))
})

test('an operation lists the scope that an API token needs, or no token at all', () => {
  expect(document.components.securitySchemes.apiToken).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(document.paths['/api/sync_tasks/{id}/execute']?.['post']).toMatchObject({
    security: [{ session: [] }, { apiToken: ['run'] }],
  })
  expect(document.paths['/api/tokens']?.['post']).toMatchObject({ security: [{ session: [] }] })
})

test('the calls of the specification and of monitoring are marked as stable', () => {
  const stable = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, each]) =>
      (each as { 'x-stable': boolean })['x-stable'] ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  )
  expect(stable).toEqual(
    expect.arrayContaining([
      'GET /api/sync_tasks',
      'POST /api/sync_tasks/{id}/execute',
      'GET /dev/logs',
      'GET /healthz',
    ]),
  )
  expect(stable).not.toContain('GET /api/holds')
})
