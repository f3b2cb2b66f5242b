import { readDeployFile } from './deploy-files.ts'

interface Instruction {
  readonly name: string
  /** Without the instruction's name, on one line. */
  readonly text: string
}

export interface Stage {
  readonly image: string
  readonly name: string | undefined
  readonly instructions: readonly Instruction[]
}

/** The stages of the Dockerfile, in order. */
export function readStages(): Stage[] {
  const stages: { image: string; name: string | undefined; instructions: Instruction[] }[] = []
  const lines = readDeployFile('Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  for (const line of lines.filter((each) => each !== '')) {
    const [, name = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (name === 'FROM') {
      const [image = '', , stage] = text.split(' ')
      stages.push({ image, name: stage, instructions: [] })
    } else stages.at(-1)?.instructions.push({ name, text })
  }
  return stages
}

/** NAME=value pairs of the ENV instructions. */
export function parseEnvironment({ instructions }: Stage): Record<string, string> {
  const pairs = instructions.filter(({ name }) => name === 'ENV').flatMap(({ text }) => text.split(/ +/))
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

/** The words of an instruction in JSON form, such as CMD ["node"]. */
export function parseWords(text: string): string[] {
  const words: unknown = JSON.parse(text.slice(text.indexOf('[')))
  if (!Array.isArray(words)) throw new Error(`${text} is not in JSON form`)
  return words.map(String)
}
