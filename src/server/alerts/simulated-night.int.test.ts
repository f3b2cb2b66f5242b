import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportNight } from '#tests/support/report-night.ts'
import { simulateNight } from '#tests/support/simulated-night.ts'

test('a night of 100 tasks with failures, revoked access and a receiver that is down arrives as docs/developers/night.md says', async () => {
  const messages = await simulateNight()
  const listTitles = (to: string) => messages.filter((message) => message.to === to).map(({ title }) => title)
  expect(listTitles('Email').length).toBeGreaterThan(8)
  // The unavailable receiver gets everything later, once and in order.
  expect(listTitles('Webhook')).toEqual(listTitles('Email'))
  const document = await readFile(join(import.meta.dirname, '../../../docs/developers/night.md'), 'utf8')
  expect(document, 'Run npm run night').toContain(reportNight(messages))
}, 600_000)
