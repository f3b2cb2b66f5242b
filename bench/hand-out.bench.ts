import type { Cell } from '#domain/copy/cell.ts'
import { startHandOut } from '#tests/support/hand-out-world.ts'
import { report } from './report.ts'

// Hands the rows of a sheet out to a file for each value of a column. Measures the first run, an unchanged run, a run after
// Drive reports the files untouched, and a run with a changed row. The provider responds at once, in this process.
const SIZES = [
  { targets: 40, rows: 4_000 },
  { targets: 400, rows: 40_000 },
] as const
const HEADER: Cell[] = ['Order', 'Branch', 'Amount', 'Customer', 'Note']
const SAMPLE_MS = 20
/** Seconds until Drive has certainly noticed a write, which takes minutes. */
const SETTLED_SECONDS = 600

console.log('\n### Hand out\n')
console.log('| targets | rows | run | reads | writes | seconds | peak MB more |')
console.log('|---|---|---|---|---|---|---|')
const seconds: number[] = []
for (const size of SIZES) seconds.push(await handOut(size))
const [small = 0, large = 0] = seconds
report('handOutTime', large / small)
process.exit(0)

/** Measures a hand-out, and returns the seconds of its first run. */
async function handOut({ targets: count, rows }: (typeof SIZES)[number]): Promise<number> {
  const orders = Array.from({ length: rows }, (_, at): Cell[] => {
    return [at + 1, `Branch ${at % count}`, at * 1.5, `Customer ${at % 977}`, `Note of order ${at + 1}`]
  })
  await using world = await startHandOut({ controlSums: ['Amount'] }, { rows: [HEADER, ...orders] })
  const targets = []
  for (let at = 0; at < count; at += 1) {
    const target_ss_id = await world.provider.spreadsheet({ rowCount: 1000 })
    targets.push({ value: `Branch ${at}`, target_ss_id, target_sheet_name: '' })
  }
  await world.edit({ targets })
  const isLarge = count === Math.max(...SIZES.map((size) => size.targets))
  const measure = async (name: string) => {
    const before = process.memoryUsage().rss
    let peak = before
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss)
    }, SAMPLE_MS)
    const startedAt = performance.now()
    const { status, reads, writes } = await world.run()
    clearInterval(timer)
    if (status !== 'Success') throw new Error(`The run ended in ${status}`)
    const taken = (performance.now() - startedAt) / 1000
    const megabytes = (peak - before) / 1_000_000
    console.log(
      `| ${count} | ${rows} | ${name} | ${reads} | ${writes} | ${taken.toFixed(1)} | ${megabytes.toFixed(0)} |`,
    )
    return { taken, reads, writes }
  }
  const first = await measure('first copy')
  await measure('unchanged')
  await world.cluster.passTime(SETTLED_SECONDS)
  await world.run()
  const untouched = await measure('untouched')
  await world.setRows('C2', [[-1]])
  await measure('one changed row')
  if (isLarge) {
    report('handOutReads', first.reads / count)
    report('handOutUntouched', untouched.reads)
  }
  return first.taken
}
