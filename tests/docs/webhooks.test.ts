import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { webhookMessage } from '#domain/alerts/webhook-message.ts'
import { HOUR_MS } from '#domain/time.ts'
import { signatureHeaders } from '#server/alerts/sign-webhook.ts'
import { buildAlert } from '#tests/support/build-alert.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')
const exampleIn = (language: string) => page.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? ''

const secret = 'nsync_sign_example'
const body = JSON.stringify({ title: 'Größe <b> "98 tasks"' })
const signedAt = (now: Date) => signatureHeaders({ alertId: 'any', body, secret, now })
const now = new Date()
const genuine = signedAt(now)

const requests: [string, { headers: Record<string, string>; body: string; secret: string }, boolean][] = [
  ['a genuine request', { headers: genuine, body, secret }, true],
  ['another body', { headers: genuine, body: `${body} `, secret }, false],
  ['another secret', { headers: genuine, body, secret: 'other' }, false],
  ['a recorded request', { headers: signedAt(new Date(now.getTime() - HOUR_MS)), body, secret }, false],
  [
    'a request with a newer time',
    { headers: { ...genuine, 'nano-sync-timestamp': '9999999999' }, body, secret },
    false,
  ],
  ['no headers', { headers: {}, body, secret }, false],
]

test.each(requests)('the example for Node.js checks %s', (_what, request, expected) => {
  const code = `${exampleIn('js')}\nconsole.log(isFromNanoSync(${JSON.stringify(request)}))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' })
  expect(output.trim()).toBe(String(expected))
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython).each(requests)('the example for Python checks %s', (_what, request, expected) => {
  const code = `${exampleIn('python')}\nimport json, sys\nrequest = json.load(sys.stdin)\nprint(is_from_nano_sync(request["headers"], request["body"].encode(), request["secret"]))`
  const output = execFileSync('python3', ['-c', code], { encoding: 'utf8', input: JSON.stringify(request) })
  expect(output.trim()).toBe(expected ? 'True' : 'False')
})

test('the example of a body has the fields that are sent', () => {
  const sent = webhookMessage({ alert: buildAlert(), publicUrl: 'https://nano.example' })
  expect(Object.keys(JSON.parse(exampleIn('json')))).toEqual(Object.keys(sent))
})
