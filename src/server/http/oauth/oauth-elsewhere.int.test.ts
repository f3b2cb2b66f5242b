import { randomBytes } from 'node:crypto'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { ApiClient } from '#tests/support/api-client.ts'
import { ASSISTANT_REDIRECT, type Assistant, askToSignIn, newAssistant, takeTokens } from '#tests/support/assistant.ts'
import { type ExternalApp, PUBLIC_URL, startExternalApp } from '#tests/support/external-app.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'

const ANN = 'ann@example.com'
const SECRETS = { SESSION_SECRET: randomBytes(32).toString('hex') }
const serverUrl = `${PUBLIC_URL}/mcp`

/** Sends requests for the public address to a node, like a proxy. */
function toNode(url: string): typeof fetch {
  return (input, init) => fetch(String(input).replace(PUBLIC_URL, url), init)
}

/** Opens the assistant's address in a new browser, signs in, and grants read access. Returns the redirect address. */
async function allow({ app, signInProvider }: ExternalApp, path: string): Promise<string> {
  const browser = new ApiClient(app.url)
  const asked = new URL((await browser.fetch(path)).headers.get('location') ?? '', PUBLIC_URL).pathname
  expect(asked).toMatch(/^\/oauth\/consent\//)
  const { page } = await signInProvider.signIn({ browser, email: ANN, path: asked })
  expect(page).toBe(asked)
  const form = { method: 'POST', body: new URLSearchParams({ decision: 'allow', scope: 'read' }) }
  let location = (await browser.fetch(page, form)).headers.get('location') ?? ''
  while (!location.startsWith(ASSISTANT_REDIRECT)) {
    const { pathname, search } = new URL(location, PUBLIC_URL)
    location = (await browser.fetch(pathname + search)).headers.get('location') ?? ASSISTANT_REDIRECT
  }
  return location
}

async function listTools({ provider: authProvider }: Assistant, node: string): Promise<string[]> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const options = { authProvider, fetch: toNode(node) }
  await client.connect(new StreamableHTTPClientTransport(new URL(serverUrl), options))
  const { tools } = await client.listTools()
  await client.close()
  return tools.map(({ name }) => name)
}

test('a person who lets an assistant in signs in at the external provider', async () => {
  await using external = await startExternalApp(SECRETS)
  const assistant = newAssistant('Claude')
  const { url } = external.app
  const path = await askToSignIn(assistant, { serverUrl, fetchFn: toNode(url) })
  const redirect = await allow(external, path)
  expect(await takeTokens(assistant, { serverUrl, redirect, fetchFn: toNode(url) })).toBe('AUTHORIZED')
  expect(await listTools(assistant, url)).toContain('find_tasks')
})

test.skipIf(adminUrl() === undefined)('a code that one node issued is exchanged at another one', async () => {
  await using external = await startExternalApp(SECRETS)
  await using other = await external.startNode()
  const assistant = newAssistant('Claude')
  const path = await askToSignIn(assistant, { serverUrl, fetchFn: toNode(other.url) })
  const redirect = await allow(external, path)
  expect(await takeTokens(assistant, { serverUrl, redirect, fetchFn: toNode(other.url) })).toBe('AUTHORIZED')
  expect(await listTools(assistant, external.app.url)).toContain('find_tasks')
  expect(await listTools(assistant, other.url)).toContain('find_tasks')
})
