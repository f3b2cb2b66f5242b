import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { layers } from '../../scripts/layer-order.ts'

const CONTRIBUTING = readFileSync(join(import.meta.dirname, '../../docs/developers/contributing.md'), 'utf8')

const shown = [
  ['server', 'src/server'],
  ['engine', 'packages/copy-engine/src'],
  ['web', 'src/web'],
  ['domain', 'src/domain'],
] as const

test.each(shown)('docs/developers/contributing.md shows the order of the folders in %s', (name, root) => {
  const [, line = ''] = new RegExp(String.raw`^- \*\*${name}:\*\* ([^;\n]+)`, 'm').exec(CONTRIBUTING) ?? []
  const order = layers.find((layer) => layer.root === root)?.order ?? []
  expect(line).toBe(order.map((folders) => folders.join(', ')).join(' > '))
})
