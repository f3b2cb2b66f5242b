import {
  simulateAccidents,
  simulateDaysBeside,
  simulateLives,
  simulateOrdinaryDays,
  type Tally,
} from './guards/simulate.ts'
import { report } from './report.ts'

// Simulates accidents and ordinary days in random sheets, and runs only the guards, without a server. The limits of the guards
// were chosen with seed 1.
const SEED = Number(process.argv[2] ?? 2)
const CASES = Number(process.argv[3] ?? 200)
const DAYS = Number(process.argv[4] ?? 400)

const amount = { seed: SEED, cases: CASES, days: DAYS }
const accidents = simulateAccidents(amount)
const known = accidents.filter(({ cannotBeKnown }) => cannotBeKnown === undefined)
const ordinary = [...simulateOrdinaryDays(amount), ...simulateLives(amount), ...simulateDaysBeside(amount)]

console.log(`\n### Accidents (seed ${SEED})\n`)
print('accident', 'cases', [...known, total(known)])
console.log('\n### Accidents that the data do not tell\n')
print(
  'accident',
  'cases',
  accidents.filter((tally) => !known.includes(tally)),
)
console.log('\n### Ordinary days\n')
print('day', 'days', [...ordinary, total(ordinary)])
report('accidentsHeld', heldPercent(total(known)))
report('ordinaryHeld', heldPercent(total(ordinary)))

function print(kind: string, runs: string, tallies: readonly Tally[]): void {
  console.log(`| ${kind} | ${runs} | held | % | sheets | by |`)
  console.log('|---|---|---|---|---|---|')
  for (const tally of tallies) {
    const causes = [...tally.causes]
      .toSorted(([, one], [, other]) => other - one)
      .map(([cause, times]) => `${cause} ${times}`)
    const percent = heldPercent(tally).toFixed(1)
    console.log(
      `| ${[tally.kind, tally.runs, tally.held, percent, tally.heldSheets, causes.slice(0, 4).join(', ')].join(' | ')} |`,
    )
  }
}

function total(tallies: readonly Tally[]): Tally {
  const sumTallies = (of: (tally: Tally) => number) => tallies.reduce((sum, tally) => sum + of(tally), 0)
  return {
    kind: 'all',
    runs: sumTallies(({ runs }) => runs),
    held: sumTallies(({ held }) => held),
    heldSheets: sumTallies(({ heldSheets }) => heldSheets),
    causes: new Map(),
  }
}

function heldPercent({ runs, held }: Tally): number {
  return (100 * held) / runs
}
