import { expect, test } from 'vitest'
import { buildAlert } from '#tests/support/build-alert.ts'
import { emailMessage } from './email-message.ts'
import { googleChatMessage } from './google-chat-message.ts'
import { messageText } from './message-text.ts'
import { bundleParts } from './personal-alert.ts'
import { slackMessage } from './slack-message.ts'
import { teamsMessage } from './teams-message.ts'
import { webhookMessage } from './webhook-message.ts'

const publicUrl = 'https://nano.example'
/** Text that a format could mistake for markup, a link or a mention. */
const HOSTILE = '<b>*bold*</b> & <!channel> <https://evil.example|click> "\' _it_ `x`'
const hostile = buildAlert({
  title: HOSTILE,
  reason: HOSTILE,
  fix: HOSTILE,
  tasks: [{ id: 7, name: HOSTILE, type: HOSTILE, path: '/sync_tasks/7?a=1&b=2' }],
})
const LONG = 'x'.repeat(100_000)
const largest = buildAlert({
  title: LONG,
  reason: LONG,
  fix: LONG,
  tasks: Array.from({ length: 10 }, (_, index) => ({
    id: index,
    name: LONG,
    type: LONG,
    path: `/sync_tasks/${index}`,
  })),
  taskCount: 98,
})

/** Lists every value in a message with its path. */
function listLeaves(value: unknown, path = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]]
  return Object.entries(value).flatMap(([name, inner]) => listLeaves(inner, `${path}.${name}`))
}

test('Slack gets texts of users only where it shows them as they are, and escaped in the notification', () => {
  const message = slackMessage(messageText({ alert: hostile, publicUrl }))
  expect(message).toMatchObject({
    text: expect.stringContaining('&lt;b&gt;*bold*&lt;/b&gt; &amp; &lt;!channel&gt;'),
  })
  const leaves = listLeaves(message)
  expect(leaves.filter(([, value]) => value === 'mrkdwn')).toEqual([])
  expect(leaves.some(([path, value]) => path.startsWith('.blocks.1') && value === HOSTILE)).toBe(true)
  expect(leaves.filter(([path]) => path.endsWith('.url')).map(([, url]) => url)).toEqual([
    'https://nano.example/sync_tasks/7?a=1&b=2',
    'https://nano.example/sync_tasks/7',
    'https://nano.example/alerts/snooze?link=abc',
  ])
})

test('Teams gets texts of users only where it knows no Markdown', () => {
  const message = teamsMessage(messageText({ alert: hostile, publicUrl }))
  expect(message).toMatchObject({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: { type: 'AdaptiveCard' } }],
  })
  const leaves = listLeaves(message)
  expect(leaves.filter(([, value]) => value === 'TextBlock')).toEqual([])
  const shown = leaves.filter(([path, value]) => path.includes('.body.') && value === HOSTILE)
  // The title, the reason, the fix and the name of the task; its type follows a dot.
  expect(shown.map(([path]) => /inlines\.\d+\.text$/.test(path))).toEqual([true, true, true, true])
  expect(leaves.filter(([path]) => path.endsWith('.url')).map(([, url]) => url)).toEqual([
    'https://nano.example/sync_tasks/7?a=1&b=2',
    'https://nano.example/sync_tasks/7',
    'https://nano.example/alerts/snooze?link=abc',
  ])
})

test('Google Chat gets HTML in which texts of users are escaped', () => {
  const message = googleChatMessage(messageText({ alert: hostile, publicUrl }))
  const paragraphs = listLeaves(message).filter(([path]) => path.endsWith('textParagraph.text'))
  expect(paragraphs).toHaveLength(3)
  for (const [, html] of paragraphs) {
    expect(html).toContain('&lt;b&gt;*bold*&lt;/b&gt; &amp; &lt;!channel&gt;')
    expect(html.replaceAll(/<\/?a\b[^>]*>|<br>/g, '')).not.toMatch(/[<>]/)
  }
})

test('email gets HTML in which texts of users are escaped, and a text in which they are as they were typed', () => {
  const { subject, text, html } = emailMessage(messageText({ alert: hostile, publicUrl }))
  expect(subject).toBe(HOSTILE)
  expect(text).toContain(`- ${HOSTILE} (${HOSTILE}): https://nano.example/sync_tasks/7?a=1&b=2`)
  expect(html).not.toMatch(/<b>|<!channel|<https/)
  expect(html).toContain('href="https://nano.example/sync_tasks/7?a=1&amp;b=2"')
  expect(html).toContain('&lt;b&gt;*bold*&lt;/b&gt; &amp;')
})

test('a mail to one person lists each cause under a title that links to its page, with escaped texts', () => {
  const other = { ...buildAlert({ title: 'Plan was held', openPath: '/sync_tasks/9' }), reason: null, fix: null }
  const content = bundleParts([hostile, other])
  const alert = { ...hostile, ...content, snoozePath: null }
  const { subject, text, html } = emailMessage(messageText({ alert, publicUrl }))
  expect(subject).toBe('Your tasks: 2 failed')
  expect(text).toContain(`\n\n${HOSTILE}\nhttps://nano.example/sync_tasks/7\n\n${HOSTILE}`)
  expect(text).toContain('\n\nPlan was held\nhttps://nano.example/sync_tasks/9\n\n')
  expect(text).toContain('My alerts: https://nano.example/settings/my-alerts')
  expect(html).not.toMatch(/<b>|<!channel|<https/)
  expect(html).toContain('href="https://nano.example/sync_tasks/9"')
})

test('one cause is a message like any other, with a link to what the person chose', () => {
  const alert = { ...hostile, ...bundleParts([hostile]), snoozePath: null }
  const { title, parts, choices } = messageText({ alert, publicUrl })
  expect([title, parts, choices?.text]).toEqual([HOSTILE, [], 'My alerts'])
})

test('what would end a line, or reverse the text after it, becomes a space', () => {
  const { title } = messageText({ alert: buildAlert({ title: 'a\r\nBcc: b\u2028c\u202Ed\0e' }), publicUrl })
  expect(title).toBe('a Bcc: b c d e')
})

test('messages stay within the limits of each receiver', () => {
  const text = messageText({ alert: largest, publicUrl })
  const slack = slackMessage(text)
  const header = listLeaves(slack).find(([path]) => path === '.blocks.0.text.text')?.[1] ?? ''
  expect(header.length).toBeLessThanOrEqual(150)
  expect(JSON.stringify(slack).length).toBeLessThan(16_000)
  // https://learn.microsoft.com/en-us/microsoftteams/limits-specifications-teams
  expect(JSON.stringify(teamsMessage(text)).length).toBeLessThan(28_000)
  expect(JSON.stringify(googleChatMessage(text)).length).toBeLessThan(32_000)
  expect(emailMessage(text).html.length).toBeLessThan(32_000)
  expect(emailMessage(text).text).toContain('and 88 more')
})

test('a text is cut between characters', () => {
  const { title } = messageText({ alert: buildAlert({ title: '😀'.repeat(1000) }), publicUrl })
  expect(title.isWellFormed()).toBe(true)
  expect(title).toMatch(/^(😀)+…$/u)
})

test('a test says so in each format', () => {
  const alert = buildAlert({ kind: 'recovered' })
  const text = messageText({ alert, isTest: true, publicUrl })
  expect(text.label).toBe('Test')
  expect(webhookMessage({ alert, isTest: true, publicUrl })).toMatchObject({ is_test: true, id: alert.id })
})
