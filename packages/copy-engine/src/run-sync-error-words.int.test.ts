import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { afterCopy, buildJob, startTestProvider, sync, type TestProvider } from '#tests/support/test-provider.ts'

const SPANISH = { '#N/A': '#N/D', '#REF!': '#¡REF!', '#DIV/0!': '#¡DIV/0!', '#NAME?': '#¿NOMBRE?' }
const GERMAN = { '#N/A': '#NV', '#REF!': '#BEZUG!', '#VALUE!': '#WERT!' }

async function copied(provider: TestProvider, formulas: Cell[][]) {
  const sourceId = await provider.spreadsheet({ rows: [['Name', 'Value']] })
  await provider.write(sourceId, 'Sheet1!A2', formulas, 'USER_ENTERED')
  const targetId = await provider.spreadsheet({})
  const job = buildJob({ sourceId, targetId })
  return { targetId, sourceId, job, outcome: await sync(provider.google, job) }
}

test.each([
  ['Spanish', SPANISH, [['#N/D'], ['#¡DIV/0!']]],
  ['German', GERMAN, [['#NV'], ['#DIV/0!']]],
])(
  'errors of a %s sheet are errors: their bare token is copied, and the run warns, each time',
  async (_what, errorWords, tokens) => {
    await using provider = await startTestProvider({ errorWords })
    const { targetId, job, outcome } = await copied(provider, [['=NA()'], ['=1/0']])
    expect(outcome).toMatchObject({ status: 'Warning', errorCells: 2, refusedCells: 0 })
    expect(outcome.log.at(-1)?.message).toContain(
      `2 error cells were copied, the first in 'Sheet1'!A2 (${tokens[0]?.[0]}`,
    )
    expect((await provider.read(targetId)).slice(1)).toEqual(tokens)
    expect(await sync(provider.google, afterCopy(job, outcome))).toMatchObject({
      status: 'Warning',
      errorCells: 2,
      cellsChanged: 0,
    })
  },
)

test('text that reads like an error of another language is asked about only where it is new', async () => {
  await using provider = await startTestProvider()
  const tags = [
    ['#TODO', 1],
    ['#NV', 2],
    ['#OPEN (by Ann)', 3],
  ]
  const { sourceId, targetId, job, outcome } = await copied(provider, tags)
  expect(outcome).toMatchObject({ status: 'Success', errorCells: 0 })
  expect((await provider.read(targetId)).slice(1)).toEqual(tags)
  const next = afterCopy(job, outcome)
  const unchanged = await countRequests(provider, () => sync(provider.google, next))
  expect(unchanged).toMatchObject({ reads: 2, outcome: { status: 'Success', cellsChanged: 0 } })
  await provider.write(sourceId, 'Sheet1!A2', [['#DONE']])
  const changed = await sync(provider.google, afterCopy(next, unchanged.outcome))
  expect(changed).toMatchObject({ status: 'Success', cellsChanged: 1 })
  const asked = provider.emulator.requests.entries.filter(({ path }) => path.includes('errorValue'))
  expect(asked).toHaveLength(1)
})
