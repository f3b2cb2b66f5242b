import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEFAULT_CONNECTIONS } from '#server/config/config.ts'
import { CONNECTIONS_BESIDE_POOL } from '#server/config/setting-docs.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const perNode = DEFAULT_CONNECTIONS + CONNECTIONS_BESIDE_POOL

test.each([
  ['docs/operate/maintenance.md', `${perNode} connections by default`],
  ['docs/operate/maintenance.md', `\`DATABASE_CONNECTIONS\` and ${CONNECTIONS_BESIDE_POOL} more`],
  ['docs/developers/sizing.md', `and ${CONNECTIONS_BESIDE_POOL} more, ${perNode} by default`],
  ['docs/reference/settings.md', `A node opens up to ${CONNECTIONS_BESIDE_POOL} more`],
])('%s says %s', (page, figure) => {
  expect(read(page)).toContain(figure)
})

test('docs/install/compose.md says how many nodes the connections of its PostgreSQL are enough for', () => {
  const [, allowed] = /max_connections=(\d+)/.exec(read('deploy/compose.yaml')) ?? []
  const nodes = Math.floor(Number(allowed) / perNode)
  expect(read('docs/install/compose.md')).toContain(`${allowed} connections, enough for ${nodes} nodes`)
})
