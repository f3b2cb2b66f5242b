import { expect, test } from 'vitest'
import { namedRoutes, openApiDocument } from './openapi.ts'

const document = openApiDocument({ serverUrl: 'https://nano.example', version: '1.2.3' })

test('every route of the contract stands in the document, under its own name', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(operations.map((operation) => (operation as { operationId: string }).operationId).sort()).toEqual(
    namedRoutes()
      .map(({ name }) => name)
      .sort(),
  )
})

test('a call is described with its parameters, its refusals and who may make it', () => {
  expect(document.paths['/api/sync_tasks/{id}/data_copy']?.['get']).toMatchObject({
    security: [{}, { session: [] }],
    parameters: [
      { name: 'id', in: 'path', required: true },
      { name: 'offset', in: 'query', required: false },
      { name: 'limit', in: 'query', required: false },
      { name: 'sort', in: 'query', required: false },
      { name: 'order', in: 'query', required: false, schema: { enum: ['asc', 'desc'] } },
      { name: 'columns', in: 'query', required: false },
    ],
    responses: { 200: {}, 400: {}, 401: {}, 404: {} },
  })
})

test('a body is described as it is sent: what has a default may be left out', () => {
  const create = document.paths['/api/sync_task_types']?.['post'] as {
    requestBody: { required: boolean; content: { 'application/json': { schema: { required: string[] } } } }
  }
  expect(create.requestBody.required).toBe(true)
  expect(create.requestBody.content['application/json'].schema.required).toEqual(['name'])
})

test('a file is described as multipart form data', () => {
  expect(document.paths['/api/sync_tasks/import']?.['post']).toMatchObject({
    requestBody: { content: { 'multipart/form-data': { schema: { required: ['file'] } } } },
    responses: { 413: {}, 415: {} },
  })
})

test('no reference leads nowhere', () => {
  const references = JSON.stringify(document).match(/"\$ref":"[^"]*"/g) ?? []
  expect(new Set(references)).toEqual(new Set(['"$ref":"#/components/schemas/Error"']))
})
