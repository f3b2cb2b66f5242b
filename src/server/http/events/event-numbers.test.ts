import { expect, test } from 'vitest'
import { positionFrom } from '#contract/event-position.ts'
import { createEventNumbers } from './event-numbers.ts'

type Step = 'send' | 'skip' | { passMs: number }
const LATER = { passMs: 5000 }

const cases: { steps: Step[]; live: number[] }[] = [
  { steps: [], live: [0] },
  { steps: ['send'], live: [0, 1] },
  { steps: ['send', LATER], live: [1] },
  { steps: ['send', 'send', 'send'], live: [0, 1, 2, 3] },
  { steps: ['send', LATER, 'send', 'send'], live: [1, 2, 3] },
  { steps: ['send', { passMs: 3000 }, 'send', { passMs: 3000 }], live: [1, 2] },
  { steps: ['skip'], live: [1] },
  { steps: ['send', 'skip'], live: [2] },
  { steps: ['send', 'skip', 'send'], live: [2, 3] },
]

test.each(cases)('after $steps, pages that have received event $live have everything', ({ steps, live }) => {
  let nowMs = 1000
  const numbers = createEventNumbers(() => nowMs)
  for (const step of steps) {
    if (step === 'send') numbers.send()
    else if (step === 'skip') numbers.skip()
    else nowMs += step.passMs
  }
  const stream = positionFrom(numbers.position)?.stream
  expect([0, 1, 2, 3, 4].filter((number) => numbers.isLive(`${stream}.${number}`))).toEqual(live)
})

test.each(['', 'x.0', '.0', '0', 'x'])('a position of another stream, %j, has not everything', (position) => {
  expect(createEventNumbers().isLive(position)).toBe(false)
})
