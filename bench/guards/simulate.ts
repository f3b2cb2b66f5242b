import type { Hold } from '#domain/guards/guards.ts'
import { type Random, seededRandom } from '#tests/chaos/random.ts'
import type { Accident } from './accident.ts'
import { ACCIDENTS } from './accidents.ts'
import { GuardedTask } from './guarded-task.ts'
import { LIVES } from './lives.ts'
import { type Change, editCells, ORDINARY_DAYS } from './ordinary-days.ts'
import { DAYS_BESIDE } from './remarks.ts'
import { newSheet, randomSheet, type Sheet, toTab } from './sheet.ts'

/** Counts of how often a kind of change was held. */
export interface Tally {
  readonly kind: string
  runs: number
  held: number
  /** Number of sheets with at least one hold. */
  heldSheets: number
  /** Number of holds by reason. */
  readonly causes: Map<string, number>
  readonly cannotBeKnown?: string | undefined
}

interface Amount {
  seed: number
  /** Cases of each accident. */
  cases: number
  /** Approximate number of days of each ordinary kind. */
  days: number
}

const DAYS_OF_A_SHEET = 40
const MAX_TRIES = 200

/** Simulates each accident in random sheets, after some ordinary days. */
export function simulateAccidents({ seed, cases }: Amount): Tally[] {
  return Object.entries(ACCIDENTS).map(([kind, accident], number) => {
    const tally = newTally(kind, accident.cannotBeKnown)
    const random = seededRandom(seed * 1000 + number)
    for (let tries = 0; tally.runs < cases && tries < cases * MAX_TRIES; tries += 1) {
      const holds = runIntoAccident(accident, random)
      if (holds) count(tally, holds)
    }
    return tally
  })
}

function runIntoAccident(accident: Accident, random: Random): Hold[] | undefined {
  const { minRows = 3, expects, target } = accident
  let sheet = accident.sheet?.(random) ?? randomSheet(random, { minRows })
  const expectations = expects?.(sheet)
  if (expects && !expectations) return undefined
  const task = new GuardedTask({
    ...(expectations && { expectations }),
    ...(target && { target: target(sheet, random) }),
  })
  if (!target) {
    task.run(toTab(sheet), { accepts: true })
    for (let day = random.between(0, 6); day > 0; day -= 1) {
      const next = ordinaryDay(sheet, random)
      const isLarge = next.rows.length >= minRows
      if (isLarge) sheet = next
      if (isLarge) task.run(toTab(sheet), { accepts: true })
    }
  }
  accident.prepare?.(task, sheet)
  // Other people may also edit the sheet on the same day.
  const edited = random.chance(0.5) ? (editCells(sheet, random) ?? sheet) : sheet
  const tab = accident.apply(edited, random)
  return tab && task.run(tab)
}

function ordinaryDay(sheet: Sheet, random: Random): Sheet {
  return pickChange(random)[1](sheet, random) ?? sheet
}

function pickChange(random: Random): [string, Change] {
  return random.pick(Object.entries(ORDINARY_DAYS))
}

/** Simulates ordinary days in random sheets. A person accepts every hold. */
export function simulateOrdinaryDays({ seed, days }: Amount): Tally[] {
  const tallies = new Map(Object.keys(ORDINARY_DAYS).map((kind) => [kind, newTally(kind)]))
  const random = seededRandom(seed)
  const sheets = Math.ceil((days * tallies.size) / DAYS_OF_A_SHEET)
  for (let number = 0; number < sheets; number += 1) {
    let sheet = randomSheet(random, { hasBoards: true })
    const task = new GuardedTask()
    task.run(toTab(sheet))
    const held = new Set<string>()
    for (let day = 0; day < DAYS_OF_A_SHEET; day += 1) {
      const [kind, change] = pickChange(random)
      const next = change(sheet, random)
      if (!next) continue
      sheet = next
      countDay({ tally: tallies.get(kind), holds: task.run(toTab(sheet), { accepts: true }), held })
    }
  }
  return [...tallies.values()]
}

/** Simulates changes of rows with remarks, formulas and colors beside them. */
export function simulateDaysBeside({ seed, days }: Amount): Tally[] {
  return DAYS_BESIDE.map(({ kind, change, fill }, number) => {
    const tally = newTally(kind)
    const random = seededRandom(seed * 1000 + 800 + number)
    for (let sheets = 0; sheets < days / DAYS_OF_A_SHEET; sheets += 1) {
      let sheet = sheetFor(change, random)
      const task = new GuardedTask()
      task.run(toTab(sheet))
      const held = new Set<string>()
      for (let day = 0; day < DAYS_OF_A_SHEET; day += 1) {
        const next = change(sheet, random) ?? sheet
        task.fillBeside(fill(sheet))
        sheet = next
        countDay({ tally, holds: task.run(toTab(sheet), { accepts: true }), held })
      }
    }
    return tally
  })
}

/** Builds a random sheet to which the change can happen. */
function sheetFor(change: Change, random: Random): Sheet {
  for (let tries = 0; ; tries += 1) {
    const sheet = randomSheet(random, { hasBoards: true })
    if (tries === MAX_TRIES || change(sheet, random)) return sheet
  }
}

/** Simulates eight weeks of each routine in several sheets. */
export function simulateLives({ seed, days }: Amount): Tally[] {
  return Object.entries(LIVES).map(([kind, life], number) => {
    const tally = newTally(kind)
    const random = seededRandom(seed * 1000 + 500 + number)
    for (let sheets = 0; sheets < days / DAYS_OF_A_SHEET; sheets += 1) {
      let sheet = newSheet(random, life)
      const task = new GuardedTask()
      task.run(toTab(sheet))
      const held = new Set<string>()
      for (let day = 1; day <= DAYS_OF_A_SHEET; day += 1) {
        sheet = life.next(sheet, { random, number: day })
        countDay({ tally, holds: task.run(toTab(sheet), { accepts: true }), held })
      }
    }
    return tally
  })
}

function newTally(kind: string, cannotBeKnown?: string): Tally {
  return { kind, runs: 0, held: 0, heldSheets: 0, causes: new Map(), cannotBeKnown }
}

function countDay({ tally, holds, held }: { tally: Tally | undefined; holds: Hold[]; held: Set<string> }): void {
  if (!tally) return
  count(tally, holds)
  if (holds.length > 0 && !held.has(tally.kind)) {
    held.add(tally.kind)
    tally.heldSheets += 1
  }
}

function count(tally: Tally, holds: readonly Hold[]): void {
  tally.runs += 1
  if (holds.length === 0) return
  tally.held += 1
  for (const cause of new Set(holds.map((hold) => hold.cause))) {
    tally.causes.set(cause, (tally.causes.get(cause) ?? 0) + 1)
  }
}
