import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { createSnoozeLinks } from './snooze-links.ts'

const START = Date.parse('2026-03-02T09:00:00Z')
const ALERT = '0b7c3f6e-6f5e-4a0a-9c8e-2f6a1d0b7c3f'

function linksAt(days: number, secrets = ['secret']) {
  return createSnoozeLinks({ secrets, now: () => new Date(START + days * DAY_MS) })
}

function buildToken(links = linksAt(0)): string {
  return new URL(links.buildPath(ALERT), 'http://app').searchParams.get('link') ?? ''
}

test('a link names its alert for two weeks', () => {
  expect(linksAt(13).findAlert(buildToken())).toBe(ALERT)
  expect(linksAt(15).findAlert(buildToken())).toBeUndefined()
})

test('a link works after the secret was rotated, until the old one is removed', () => {
  expect(linksAt(1, ['new', 'secret']).findAlert(buildToken())).toBe(ALERT)
  expect(linksAt(1, ['new']).findAlert(buildToken())).toBeUndefined()
})

test.each([
  ['another alert', (token: string) => token.replace('0b7c', '0b7d')],
  ['another end', (token: string) => token.replace(/\.(\d+)\./, (_, end: string) => `.${Number(end) + 1}.`)],
  ['no signature', (token: string) => token.split('.').slice(0, 2).join('.')],
  ['no text', () => ''],
])('a link with %s is refused', (_, alter) => {
  expect(linksAt(0).findAlert(alter(buildToken()))).toBeUndefined()
})
