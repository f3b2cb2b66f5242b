import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { startTestApp } from '#tests/support/test-app.ts'

interface Call {
  url: string
  token: string
  /** Local address from which the request is sent. */
  from: string
  forwardedFor: string
}

/** Calls a tool like a proxy at another address, and returns the answer. */
async function callTool({ url, token, from, forwardedFor }: Call, params: object): Promise<string> {
  const request = send(new URL('/mcp', url), {
    method: 'POST',
    localAddress: from,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-forwarded-for': forwardedFor,
    },
  })
  request.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))
  const [response]: IncomingMessage[] = await once(request, 'response')
  if (!response) throw new Error('There is no response')
  return await text(response)
}

test.each([
  { proxies: '127.0.0.2', from: '127.0.0.2', forwardedFor: '203.0.113.9', seen: '203.0.113.9' },
  { proxies: '127.0.0.2', from: '127.0.0.2', forwardedFor: '[2001:db8::7]:52000', seen: '2001:db8::7' },
  { proxies: '127.0.0.2', from: '127.0.0.3', forwardedFor: '203.0.113.9', seen: '127.0.0.3' },
  { proxies: 'none', from: '127.0.0.3', forwardedFor: '203.0.113.9', seen: '127.0.0.3' },
])(
  'Activity names $seen for a tool called from $from, for $forwardedFor, with TRUSTED_PROXIES=$proxies',
  async ({ proxies, seen, ...sent }) => {
    await using app = await startTestApp({ env: { TRUSTED_PROXIES: proxies } })
    const { member, url } = app
    const { id } = await member.call(api.taskTypes.create, { body: { name: 'Ledgers' } })
    const ends = { source_ss_id: 'source', target_ss_id: 'target' }
    const task = await member.call(api.tasks.create, { body: { sync_task_type_id: id, ...ends } })
    const { token } = await member.call(api.apiTokens.create, { body: { name: 'assistant', scope: 'run' } })
    const params = { name: 'preview_tasks', arguments: { task_ids: [task.id] } }
    expect(await callTool({ url, token, ...sent }, params)).toContain('preview_id')
    const { entries } = await member.call(api.activity.list, { query: { kind: 'tasks_previewed' } })
    expect(entries).toMatchObject([{ origin: 'token', token_name: 'assistant', address: seen }])
  },
)
