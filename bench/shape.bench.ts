import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { ShapeFields } from '#domain/shape/shape.ts'
import type { Measurement } from './copy/contender.ts'
import { COLUMNS, sourceSheets } from './copy/source.ts'
import { startProvider } from './copy/start-provider.ts'
import { messageFrom } from './message-from.ts'
import { report } from './report.ts'

// Compares first copies of rows as they are with first copies that reorder the columns, with and without a test of each row.
// The provider delays each response by 100 ms. Row counts can be passed on the command line.
const requested = process.argv.slice(2).map(Number)
const ROWS = requested.length > 0 ? requested : [100_000, 1_000_000]
const LATENCY_MS = 100

const NONE: ShapeFields = { startRow: 1, columns: '', rows: '', targetCell: '', header: null }
const SHAPES: Readonly<Record<string, ShapeFields>> = {
  'as they are': NONE,
  'other columns': { ...NONE, columns: 'J, I, H, G, F, E, D, C, B, A' },
  'other columns, each row tested': {
    ...NONE,
    columns: 'J, I, H, G, F, E, D, C, B, A',
    rows: 'C > -1; E >= 2000-01-01; J in active | closed',
  },
}

await using provider = await startProvider()
const { url } = provider
for (const rows of ROWS) await compareAt(rows)

async function compareAt(rows: number): Promise<void> {
  const spreadsheets = sourceSheets(url)
  const sourceId = await spreadsheets.createFilled(rows)
  console.log(`\n### First copy, ${rows} x ${COLUMNS} cells\n`)
  console.log('| rows are copied | seconds | CPU seconds | peak MB | time against as they are |')
  console.log('|---|---|---|---|---|')
  let plain: Measurement | undefined
  for (const [title, shape] of Object.entries(SHAPES)) {
    const targetId = await spreadsheets.createEmpty()
    const measured = await measure({
      sheetsUrl: url,
      sourceId,
      targetId,
      rows,
      columns: COLUMNS,
      isRepeated: false,
      shape,
    })
    plain ??= measured
    const { seconds, cpuSeconds, peakMb } = measured
    const times = seconds / plain.seconds
    console.log(
      `| ${title} | ${seconds.toFixed(1)} | ${cpuSeconds.toFixed(2)} | ${peakMb.toFixed(0)} | x ${times.toFixed(2)} |`,
    )
    if (rows === Math.max(...ROWS) && title.endsWith('tested')) report('shapeTime', times)
  }
}

async function measure(job: object): Promise<Measurement> {
  await provider.delay(LATENCY_MS)
  const contender = fork(join(import.meta.dirname, 'copy/contender.ts'), { execArgv: ['--max-semi-space-size=16'] })
  contender.send({ name: 'ours', job })
  const measurement = await messageFrom<Measurement>(contender)
  // Ends the delay.
  await provider.traffic()
  return measurement
}
