import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { HELP_PAGES } from '#contract/help.ts'
import { MAX_TYPE_CSV_BYTES } from '#contract/task-type.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const TYPES = api.taskTypes.list.path
const JSON_TYPE = { 'content-type': 'application/json' }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

function csvForm(content: string, field = 'file'): FormData {
  const form = new FormData()
  form.set(field, new Blob([content], { type: 'text/csv' }), 'types.csv')
  return form
}

describe('an unreadable request', () => {
  test.each([
    { what: 'broken JSON', init: { headers: JSON_TYPE, body: '{"name":' }, status: 400, code: 'invalid' },
    { what: 'no body', init: {}, status: 400, code: 'invalid' },
    { what: 'an empty JSON body', init: { headers: JSON_TYPE, body: '' }, status: 400, code: 'invalid' },
    {
      what: 'JSON with a __proto__ key',
      init: { headers: JSON_TYPE, body: '{"__proto__":{"a":1}}' },
      status: 400,
      code: 'invalid',
    },
    {
      what: 'a body over 1 MB',
      init: { headers: JSON_TYPE, body: `"${'x'.repeat(1_100_000)}"` },
      status: 413,
      code: 'too_large',
    },
    {
      what: 'XML',
      init: { headers: { 'content-type': 'text/xml' }, body: '<a/>' },
      status: 415,
      code: 'unsupported_media_type',
    },
    {
      what: 'text',
      init: { headers: { 'content-type': 'text/plain' }, body: 'a' },
      status: 415,
      code: 'unsupported_media_type',
    },
    { what: 'a form', init: { body: csvForm('a') }, status: 415, code: 'unsupported_media_type' },
  ])('$what is refused with $status', async ({ init, status, code }) => {
    const response = await app.member.fetch(TYPES, { method: 'POST', ...init })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code, message: expect.stringMatching(/^[A-Z].+/) })
  })

  test('an invalid field is named in the error', async () => {
    await expect(app.member.call(api.taskTypes.create, { body: { name: '  ' } })).rejects.toMatchObject({
      status: 400,
      reply: {
        error: 'Name is required',
        message: 'Name is required',
        code: 'invalid',
        fields: { name: 'Name is required' },
      },
    })
  })
})

describe('a web page whose name leads to this machine', () => {
  const statusUnder = (host: string, path: string) =>
    new Promise((resolve, reject) => {
      const sent = request(app.url + path, { headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('error', reject).end()
    })

  test.each([
    '/',
    api.schedules.list.path,
    api.tasks.exportCsv.path,
    api.operations.info.path,
    api.operations.health.path,
    '/oidc/jwks',
    '/nothing',
  ])('cannot read %s', async (path) => {
    expect(await statusUnder('evil.example', path)).toBe(403)
    expect(await statusUnder(new URL(app.url).host, path)).not.toBe(403)
  })
})

describe('addresses', () => {
  test.each([
    '/api/nothing',
    '/api',
    '/auth/nothing',
    '/dev/nothing',
    '/csv_jobs/nothing',
    '/assets/nothing.js',
    '/oidc',
    '/oauth',
    '/oauth/nothing',
    // Clients probe these addresses to find out what the server can do.
    '/.well-known/security.txt',
    '/.well-known/oauth-protected-resource',
  ])('%s responds with 404 in JSON', async (path) => {
    const response = await app.member.fetch(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found' })
  })

  test('a POST to the address of a page responds with 404', async () => {
    const response = await app.member.fetch('/sync_tasks', { method: 'POST' })
    expect(response.status).toBe(404)
  })

  test.each(['/%', '/api/sync_tasks/%E0%A4%A', `/api/sync_tasks/${'9'.repeat(100_000)}`, `/${'x'.repeat(600_000)}`])(
    'a malformed or oversized address is an error in JSON',
    async (path) => {
      const response = await app.member.fetch(path)
      expect([400, 414, 431]).toContain(response.status)
      expect(await response.json()).toMatchObject({
        error: expect.stringMatching(/^The /),
        message: expect.stringMatching(/^The /),
        code: 'invalid',
      })
    },
  )

  test('HEAD responds like GET, without a body', async () => {
    for (const path of [TYPES, '/healthz', '/docs', api.tasks.exportCsv.path]) {
      const response = await app.member.fetch(path, { method: 'HEAD' })
      expect(response.status).toBe(200)
      expect(await response.text()).toBe('')
    }
  })
})

test('a request for a whole address is served like one for its path', async () => {
  for (const [path, status] of [
    [api.auth.check.path, 200],
    [api.auth.logout.path, 200],
    [api.tasks.list.path, 401],
  ] as const) {
    const sent = request(app.url, { path: `http://elsewhere.example${path}` }).end()
    const [response] = await once(sent, 'response')
    response.resume()
    expect(response.statusCode).toBe(status)
  }
})

describe('access', () => {
  test('a visitor can read what an open screen shows, but cannot change anything', async () => {
    expect((await app.visitor.send(api.schedules.list, {})).status).toBe(200)
    expect((await app.visitor.send(api.devLogs.lines, { query: {} })).status).toBe(200)
    for (const route of [api.tasks.list, api.devLogs.clear, api.tasks.executeAll, api.tasks.importCsv]) {
      const response = await app.visitor.fetch(route.path, { method: route.method })
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({
        error: 'Please sign in first',
        message: 'Please sign in first',
        code: 'unauthenticated',
      })
    }
  })

  test('the routes behind a closed screen need a sign-in', async () => {
    await using closed = await startTestApp({ env: { OPEN_SCREENS: 'dev' } })
    expect((await closed.visitor.send(api.devLogs.files, {})).status).toBe(200)
    expect((await closed.visitor.send(api.schedules.list, {})).status).toBe(401)
    expect((await closed.visitor.send(api.tasks.exportCsv, {})).status).toBe(401)
    expect((await closed.member.send(api.schedules.list, {})).status).toBe(200)
  })

  test('a page of another site cannot change anything with a member’s cookie', async () => {
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', ...JSON_TYPE }
    const init = { method: 'POST', headers: foreign, body: '{"name":"Stolen"}' }
    expect((await app.member.fetch(TYPES, init)).status).toBe(403)
    const own = { ...init, headers: { origin: app.url, 'sec-fetch-site': 'same-origin', ...JSON_TYPE } }
    expect((await app.member.fetch(TYPES, own)).status).toBe(201)
  })

  test('every response forbids scripts and frames of other sites', async () => {
    for (const path of ['/healthz', '/docs', '/nothing', '/api/nothing']) {
      const { headers } = await app.visitor.fetch(path)
      expect(headers.get('permissions-policy')).toContain('camera=()')
      const policy = headers.get('content-security-policy')
      expect(policy).toContain("default-src 'none'")
      expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')?;/)
      expect(policy).toContain("frame-ancestors 'none'")
    }
  })

  test('forms lead to each name of this machine that a browser knows in a policy', async () => {
    const { headers } = await app.visitor.fetch('/healthz')
    const policy = headers.get('content-security-policy')
    const { port } = new URL(app.url)
    expect(policy).toContain(`form-action 'self' http://127.0.0.1:${port} http://localhost:${port}`)
    expect(policy).not.toContain('[')
  })
})

describe('an unchanged list', () => {
  test('is sent without its body until it changes', async () => {
    const first = await app.member.fetch(TYPES)
    const etag = first.headers.get('etag') ?? ''
    const again = () => app.member.fetch(TYPES, { headers: { 'if-none-match': etag } })
    expect(etag).toMatch(/^W\//)
    expect(first.headers.get('cache-control')).toBe('no-store')
    const unchanged = await again()
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
    await app.member.call(api.taskTypes.create, { body: { name: 'Another' } })
    expect((await again()).status).toBe(200)
  })
})

describe('file uploads', () => {
  const IMPORT = api.taskTypes.importCsv.path
  const send = (init: RequestInit) => app.member.fetch(IMPORT, { method: 'POST', ...init })

  test.each([
    { what: 'JSON instead of a form', init: { headers: JSON_TYPE, body: '{}' }, status: 415 },
    { what: 'nothing at all', init: {}, status: 415 },
    { what: 'a form without a file', init: { body: new FormData() }, status: 400 },
    { what: 'a file in another field', init: { body: csvForm('name\n', 'picture') }, status: 400 },
    { what: 'a text field instead of the file', init: { body: textForm() }, status: 400 },
    {
      what: 'a truncated form',
      init: { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x\r\nContent-Disp' },
      status: 400,
    },
    {
      what: 'a truncated file',
      init: {
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname\nA',
      },
      status: 400,
    },
    {
      what: 'a form without a boundary',
      init: { headers: { 'content-type': 'multipart/form-data' }, body: 'name' },
      status: 400,
    },
    {
      what: 'a field named __proto__',
      init: { body: csvForm('name\n', '__proto__') },
      status: 400,
    },
  ])('$what is refused with $status', async ({ init, status }) => {
    const response = await send(init)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ message: expect.stringMatching(/^[A-Z].+/) })
  })

  test('a file over the limit is refused, by its Content-Length and by its actual length', async () => {
    // Use few rows, because their number is limited, too.
    const row = `${'x'.repeat(500_000)}\n`
    const content = `name\n${row.repeat(Math.ceil(MAX_TYPE_CSV_BYTES / row.length) + 10)}`
    const message = 'File too large. Please use a smaller file.'
    const tooLarge = { error: message, message, code: 'too_large' }
    const announced = await send({ body: csvForm(content) })
    expect([announced.status, await announced.json()]).toEqual([413, tooLarge])
    const { body, headers } = new Request('http://localhost', { method: 'POST', body: csvForm(content) })
    const streamed = await send({ headers, body, duplex: 'half' } as RequestInit)
    expect([streamed.status, await streamed.json()]).toEqual([413, tooLarge])
  })

  function textForm(): FormData {
    const form = new FormData()
    form.set('file', 'name')
    return form
  }
})

describe('operations', () => {
  test('a running node is healthy and ready', async () => {
    expect(await app.visitor.call(api.operations.health, {})).toEqual({ status: 'ok' })
    expect(await app.visitor.call(api.operations.ready, {})).toEqual({ status: 'ok' })
  })

  test('metrics, the OpenAPI document and the API page are open to programs on this machine', async () => {
    expect(await app.visitor.call(api.operations.metrics, {})).toContain('# TYPE nano_sync_runs gauge')
    expect(await (await app.visitor.send(api.operations.openapi, {})).json()).toMatchObject({ openapi: '3.1.0' })
    const docs = await app.visitor.send(api.operations.docs, {})
    expect(docs.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await docs.text()).toContain('/api/sync_tasks/:id/execute')
  })

  test.each(HELP_PAGES)('the page %s of the Help has a title, and no link to a file', async (page) => {
    const reply = await app.visitor.send(api.help.page, { query: { page } })
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await reply.text()
    expect(html).toMatch(/<h1 id="[^"]+">[^<]+/)
    expect(html).not.toMatch(/href="[^"]*\.(md|ts|yaml)/)
    expect(html).not.toContain('<script')
  })

  test('the Help begins with the first day, shows pictures, and links to headings of its pages', async () => {
    const html = await (await app.visitor.send(api.help.page, { query: {} })).text()
    expect(html).toContain('<h1 id="your-first-day">')
    expect(html).toContain('href="/help?page=use/freshness#when-a-task-runs"')
    const remarks = await app.visitor.send(api.help.page, { query: { page: 'use/instead-of-importrange' } })
    expect(await remarks.text()).toContain('src="data:image/svg+xml;base64,')
    const commands = await app.visitor.send(api.help.page, { query: { page: 'reference/command-line' } })
    expect(await commands.text()).toContain('<br><code>--dry-run</code>')
  })

  test('through a proxy, they need a sign-in', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    for (const { path } of [api.operations.metrics, api.operations.openapi, api.operations.docs]) {
      expect((await app.visitor.fetch(path, { headers })).status).toBe(401)
      expect((await app.member.fetch(path, { headers })).status).toBe(200)
    }
  })

  test('app_info describes the installation to anyone', async () => {
    expect(await app.visitor.call(api.operations.info, {})).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      sign_in: 'embedded',
      spreadsheets: 'embedded',
      spreadsheet_url: `${app.emulator.url}/spreadsheets/d/{id}`,
      timezone: 'America/New_York',
      open_screens: ['data_copy', 'schedule', 'dev', 'import_export'],
    })
  })
})

describe('developer logs', () => {
  test('a member can read and clear a log file, and an unknown name is not found', async () => {
    const { query } = { query: { file: 'nano_sync_out' } }
    expect(await app.visitor.call(api.devLogs.files, {})).toEqual([
      'nano_sync_out',
      'nano_sync_err',
      'nano_sync_changes',
    ])
    expect((await app.visitor.call(api.devLogs.lines, { query })).length).toBeGreaterThan(0)
    expect((await app.member.send(api.devLogs.clear, { query })).status).toBe(204)
    for (const file of ['../session-secret', 'nothing', '%2e%2e/session-secret']) {
      await expect(app.member.call(api.devLogs.lines, { query: { file } })).rejects.toMatchObject({
        status: 404,
        reply: { message: 'Log file not found' },
      })
    }
  })
})

describe('spreadsheets', () => {
  test('a spreadsheet is found by its ID or a link, and described with its tabs', async () => {
    const { data } = await app.sheets.spreadsheets.create({
      requestBody: { properties: { title: 'Budget' }, sheets: [{ properties: { title: 'Plan' } }] },
    })
    const id = data.spreadsheetId ?? ''
    const described = {
      id,
      title: 'Budget',
      tabs: [{ id: 0, title: 'Plan', is_hidden: false, row_count: 1000, column_count: 26 }],
    }
    expect(await app.member.call(api.spreadsheets.get, { params: { id } })).toEqual(described)
    const link = `https://docs.google.com/spreadsheets/d/${id}/edit#gid=0`
    expect(await app.member.call(api.spreadsheets.get, { params: { id: link } })).toEqual(described)
  })

  test('a missing spreadsheet is not found', async () => {
    await expect(app.member.call(api.spreadsheets.get, { params: { id: 'missing' } })).rejects.toMatchObject({
      status: 404,
      reply: { code: 'not_found', message: expect.stringMatching(/not found/) },
    })
  })
})

test('requests are limited per caller', async () => {
  const remaining = async (path: string, visitor = app.newVisitor()) =>
    Number((await visitor.fetch(path)).headers.get('x-ratelimit-remaining'))
  const before = await remaining(TYPES, app.member)
  await remaining(api.operations.info.path)
  expect(await remaining(api.tasks.statusAll.path, app.member)).toBe(before - 1)
})
