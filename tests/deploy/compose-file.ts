import { randomBytes } from 'node:crypto'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { readDeployFile, readYaml } from './deploy-files.ts'
import { parseEnvironment, readStages } from './dockerfile.ts'

const Service = z.object({
  image: z.string().optional(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
  volumes: z.array(z.string()).default([]),
  deploy: z.object({ replicas: z.int() }).optional(),
})
export type Service = z.infer<typeof Service>
type Variables = Readonly<Record<string, string | undefined>>

const Compose = z.object({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.unknown()) })

export const [composeDocument] = readYaml('compose.yaml')
export const { services, volumes } = Compose.parse(composeDocument)

/** The services of Nano Sync. */
export const nodes = Object.entries(services)
  .filter(([, { image }]) => image === 'nano-sync')
  .map(([name, service]) => ({ name, ...service }))

/** The example file, with a value where it has none. */
export const example: Variables = Object.fromEntries(
  Object.entries(parseEnv(readDeployFile('example.env'))).map(([name, value]) => [
    name,
    value || randomBytes(16).toString('hex'),
  ]),
)

/** The environment of a container of the service, with the given variables in `.env`. */
export function environmentIn(service: Service, dotEnv: Variables): Record<string, string | undefined> {
  const [, image] = readStages()
  if (!image) throw new Error('The Dockerfile has no final stage')
  const own = Object.entries(service.environment).map(([name, value]) => [name, interpolate(String(value), dotEnv)])
  return {
    ...parseEnvironment(image),
    ...(service.env_file === '.env' ? dotEnv : {}),
    ...Object.fromEntries(own),
  }
}

/**
 * Fills variables in as Docker Compose does, also variables in the default of another; throws for a missing required
 * variable.
 */
export function interpolate(text: string, variables: Variables): string {
  const innermost = /\$\{(?<name>[A-Z_]+)(?:(?<kind>:[-?])(?<otherwise>[^${}]*))?\}/
  const match = innermost.exec(text)
  if (!match?.groups) return text
  const { name = '', kind, otherwise = '' } = match.groups
  const value = variables[name] || (kind === ':-' ? otherwise : undefined)
  if (value === undefined) throw new Error(`.env lacks ${name}`)
  return interpolate(
    text.replace(innermost, () => value),
    variables,
  )
}
