import { expect, test } from 'vitest'
import { findProblems } from '../../scripts/sbom/check-sbom.ts'

const HASH = 'ab'.repeat(64)
const INTEGRITY = `sha512-${Buffer.from(HASH, 'hex').toString('base64')}`
const lock = (packages: Record<string, object>) =>
  JSON.stringify({ packages: { '': { version: '1.0.0' }, ...packages } })
const LOCKED = lock({ 'node_modules/a': { version: '1.2.3', integrity: INTEGRITY } })

function sbom({ license = 'MIT', hash = HASH, version = '1.2.3', ...rest } = {}): string {
  const component = {
    'bom-ref': `a@${version}`,
    type: 'library',
    name: 'a',
    version,
    purl: `pkg:npm/a@${version}`,
    hashes: [{ alg: 'SHA-512', content: hash }],
    licenses: [license.includes(' ') ? { expression: license } : { license: { id: license } }],
    ...rest,
  }
  return JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components: [component] })
}

test.each(['MIT', 'MIT OR GPL-3.0-only', '(GPL-3.0-only OR Apache-2.0)', 'MIT AND ISC'])(
  'a complete list with the license %s has no problems',
  async (license) => {
    expect(await findProblems(sbom({ license }), LOCKED)).toEqual([])
  },
)

test.each([
  {
    name: 'a license that nobody allowed',
    list: sbom({ license: 'GPL-3.0-only' }),
    problem: 'a@1.2.3 has the license GPL',
  },
  {
    name: 'one such part of a license',
    list: sbom({ license: 'MIT AND GPL-3.0-only' }),
    problem: 'nobody has allowed',
  },
  { name: 'another version', list: sbom({ version: '1.2.4' }), problem: 'It leaves out a@1.2.3' },
  { name: 'another hash', list: sbom({ hash: 'cd'.repeat(64) }), problem: 'The hash of a@1.2.3 is not' },
  { name: 'a component of no known type', list: sbom({ type: 'thing' } as object), problem: 'not valid CycloneDX' },
])('$name is a problem', async ({ list, problem }) => {
  expect(await findProblems(list, LOCKED)).toEqual(expect.arrayContaining([expect.stringContaining(problem)]))
})
