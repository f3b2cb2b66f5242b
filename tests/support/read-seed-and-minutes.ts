import { randomInt } from 'node:crypto'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { readCommandLine } from '../../scripts/read-command-line.ts'

const MAX_SEED = 2 ** 31

/** Adds the options `seed` and `minutes` to a command, and reads them. */
export function readSeedAndMinutes(
  command: Command,
  { defaultMinutes }: { defaultMinutes: number },
): { seed: number; minutes: number } {
  const seed = new Option('--seed <number>', 'decides what happens; give that of an earlier run to repeat it')
  return readCommandLine(
    command
      .option('--minutes <number>', 'how long it goes on', numberAboveZero, defaultMinutes)
      .addOption(seed.argParser(wholeNumber).default(randomInt(MAX_SEED), 'a random one')),
  ).opts()
}

function numberAboveZero(text: string): number {
  const number = Number(text)
  if (!(number > 0)) throw new InvalidArgumentError('Give a number above 0.')
  return number
}

function wholeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number)) throw new InvalidArgumentError('Give a whole number.')
  return number
}
