import { expect, test } from 'vitest'
import type { Hold } from '#domain/guards/guards.ts'
import { type Failure, heldFor, targetsFailed } from './failure.ts'
import { isWider } from './is-wider.ts'

const whole: Failure = { cause: 'unexpected' }
const failed = (...values: string[]) => targetsFailed(values.map((value) => ({ value, failure: whole }))) ?? whole
const buildHold = (key: string): Hold => ({ cause: 'source_empty', source: key, sourceKey: key, keepsItsRows: true })
const eleven = Array.from({ length: 11 }, (_, at) => `Branch ${at}`)

test.each<[string, Failure, Failure, boolean]>([
  ['the same target', failed('South'), failed('South'), false],
  ['the same target in other letters', failed('south '), failed('South'), false],
  ['another target', failed('North'), failed('South'), true],
  ['a further target', failed('North', 'South'), failed('South'), true],
  ['fewer targets', failed('South'), failed('North', 'South'), false],
  ['a target that the text does not name', failed('Branch 10'), failed(...eleven), false],
  ['a further target that the text does not name', failed(...eleven), failed(...eleven.slice(0, 10)), true],
  ['the whole task after a target', whole, failed('South'), true],
  ['a target after the whole task', failed('South'), whole, false],
  ['the whole task for another reason', { cause: 'source_empty' }, whole, false],
  ['the same held target', buildHold('south'), buildHold('south'), false],
  ['a further held target', heldFor([buildHold('north'), buildHold('south')]), buildHold('south'), true],
  ['fewer held targets', buildHold('south'), heldFor([buildHold('north'), buildHold('south')]), false],
  ['a held run after a held target', { cause: 'source_empty' }, buildHold('south'), true],
])('%s', (_, failure, earlier, isIt) => {
  expect(isWider(failure, earlier)).toBe(isIt)
})
