import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { SERVER_COMMANDS } from '../../scripts/release/layout.ts'

const ROOT = join(import.meta.dirname, '../..')
const INSTALL = join(ROOT, 'docs/install')
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))

test.each(readdirSync(INSTALL))('docs/install/%s ends with five checks', (name) => {
  const last = readFileSync(join(INSTALL, name), 'utf8').split('\n## ').at(-1) ?? ''
  expect(last.split('\n')[0]).toBe('Five checks')
  expect(last.match(/^\d\. /gm)).toEqual(['1. ', '2. ', '3. ', '4. ', '5. '])
})

const pages = ['README.md', ...['install', 'operate', 'use', 'reference'].flatMap(listPages)]

test.each(pages)('%s names only commands that exist', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8')
  for (const [, script = ''] of text.matchAll(/npm run ([a-z][\w:-]*)/g)) expect(scripts).toHaveProperty([script])
  for (const [, command = ''] of text.matchAll(/(?:nano-sync-server |node dist\/server\/)([a-z][a-z-]*)/g)) {
    expect(SERVER_COMMANDS).toContain(command)
    expect(existsSync(join(ROOT, `scripts/${command}.ts`))).toBe(true)
  }
})

function listPages(folder: string): string[] {
  return readdirSync(join(ROOT, 'docs', folder)).map((name) => `docs/${folder}/${name}`)
}
