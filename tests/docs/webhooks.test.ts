import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findAlertPage, taskPage } from '#domain/alerts/alert-text.ts'
import { webhookMessage } from '#domain/alerts/webhook-message.ts'
import { HOUR_MS } from '#domain/time.ts'
import { signatureHeaders } from '#server/alerts/sign-webhook.ts'
import { buildAlert } from '#tests/support/build-alert.ts'
import { paths } from '#web/lib/paths.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/reference/webhooks.md'), 'utf8')
const exampleIn = (language: string) => page.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? ''

const secret = 'whsec_S2VlcCB0aGlzIGtleSBhIHNlY3JldCE='
const body = JSON.stringify({ title: 'Größe <b> "98 tasks"' })
const signedAt = (now: Date) => signatureHeaders({ alertId: 'any', body, secret, now })
const now = new Date()
const genuine = signedAt(now)

const requests: [string, { headers: Record<string, string>; body: string; secret: string }, boolean][] = [
  ['a genuine request', { headers: genuine, body, secret }, true],
  ['another body', { headers: genuine, body: `${body} `, secret }, false],
  ['another secret', { headers: genuine, body, secret: 'whsec_QW5vdGhlciBrZXk=' }, false],
  ['a recorded request', { headers: signedAt(new Date(now.getTime() - HOUR_MS)), body, secret }, false],
  ['a request with a newer time', { headers: { ...genuine, 'webhook-timestamp': '9999999999' }, body, secret }, false],
  ['no headers', { headers: {}, body, secret }, false],
]

test.each(requests)('the example for Node.js checks %s', (_what, request, expected) => {
  const code = `${exampleIn('js')}\nconsole.log(isFromNanoSync(${JSON.stringify(request)}))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' })
  expect(output.trim()).toBe(String(expected))
})

test('the example of a body has the fields that are sent', () => {
  const sent = webhookMessage({ alert: buildAlert(), publicUrl: 'https://nano.example' })
  expect(Object.keys(JSON.parse(exampleIn('json')))).toEqual(Object.keys(sent))
})

test('the example of a body leads to the page of its task, and to that where alerts are snoozed', () => {
  const { tasks, url, snooze_url } = JSON.parse(exampleIn('json'))
  const [task] = tasks
  expect(tasks.map(({ url: page }: { url: string }) => page)).toEqual([`https://nano.example${taskPage(task.id)}`])
  expect(url).toBe(`https://nano.example${findAlertPage({ kind: 'failed', taskIds: [task.id] })}`)
  expect(new URL(snooze_url).pathname).toBe(paths.snoozeAlert)
})
