import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { CronJob } from 'kubernetes-models/batch/v1/CronJob'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import { Secret } from 'kubernetes-models/v1/Secret'
import { Service } from 'kubernetes-models/v1/Service'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig, SETTINGS } from '#server/config/config.ts'
import { listDeployFiles, readYaml } from './deploy-files.ts'
import { parseEnvironment, readStages } from './dockerfile.ts'

const models = {
  ConfigMap,
  CronJob,
  Deployment,
  Ingress,
  Namespace,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Secret,
  Service,
}

const files = listDeployFiles('kubernetes/*.yaml').filter((file) => !file.endsWith('kustomization.yaml'))
const Named = z.looseObject({
  kind: z.enum(Object.keys(models) as (keyof typeof models)[]),
  metadata: z.looseObject({ name: z.string() }),
})
const objects = files.flatMap((file) => readYaml(file).map((object) => Named.parse(object)))
const Reference = z.object({ name: z.string() }).optional()
const Container = z.looseObject({
  envFrom: z.array(z.object({ configMapRef: Reference, secretRef: Reference })),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  volumeMounts: z.array(z.looseObject({ name: z.string() })),
})
const Pod = z.looseObject({ containers: z.array(Container), volumes: z.array(z.looseObject({ name: z.string() })) })

function named(kind: keyof typeof models, name: string) {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name)
  if (!found) throw new Error(`There is no ${kind} ${name}`)
  return found
}

/** All values of a property, at any depth. */
function collectValues(property: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => [
    ...(key === property ? [child] : []),
    ...collectValues(property, child),
  ])
}

const pods = objects.flatMap((object) => {
  const [template] = collectValues('template', collectValues('jobTemplate', object)[0] ?? object)
  return template === undefined ? [] : [z.object({ spec: Pod }).parse(template).spec]
})

test.each(objects.map((object) => [object.kind, object.metadata.name, object] as const))(
  '%s %s follows the schema of Kubernetes',
  (kind, _name, object) => {
    const Model: new (data: never) => { validate(): void } = models[kind]
    new Model(object as never).validate()
  },
)

test('kustomization.yaml lists every file', () => {
  const [document] = readYaml('kubernetes/kustomization.yaml')
  const { resources } = z.object({ resources: z.array(z.string()) }).parse(document)
  expect(resources.map((file) => `kubernetes/${file}`).sort()).toEqual(files)
})

/** The environment of a container, with its own settings and the settings of all pods. */
function environmentIn(container: z.infer<typeof Container>, added: Record<string, string> = {}) {
  const Data = z.record(z.string(), z.string())
  const shared = {
    'nano-sync-settings': { ...Data.parse(named('ConfigMap', 'nano-sync-settings')['data']), ...added },
    'nano-sync-secrets': Data.parse(named('Secret', 'nano-sync-secrets')['stringData']),
  }
  const [, image] = readStages()
  if (!image) throw new Error('The Dockerfile has no final stage')
  const names = container.envFrom.map(({ configMapRef, secretRef }) => (configMapRef ?? secretRef)?.name)
  const own = container.env.map(({ name, value }) => [name, value])
  return {
    ...parseEnvironment(image),
    ...Object.assign({}, ...names.map((name) => shared[name as keyof typeof shared])),
    ...Object.fromEntries(own),
  }
}

test('two web nodes and three workers have settings that are accepted without a key', () => {
  const replicas = ['nano-sync-web', 'nano-sync-workers'].map((name) =>
    collectValues('replicas', named('Deployment', name)),
  )
  expect(replicas).toEqual([[2], [3]])
  expect(pods).toHaveLength(3)
  for (const container of pods.flatMap(({ containers }) => containers)) {
    const environment = environmentIn(container)
    const inImage = ['NODE_ENV', 'PATH']
    expect(Object.keys(environment).filter((name) => ![...SETTINGS, ...inImage].includes(name))).toEqual([])
    const config = readConfig(environment)
    expect(config).toMatchObject({ signIn: { provider: 'external' }, sheets: { credentials: undefined } })
  }
  const keys = pods.flatMap(({ volumes }) => volumes.filter(({ name }) => name === 'google-key'))
  expect(keys.map(({ secret }) => secret)).toEqual(Array(3).fill(expect.objectContaining({ optional: true })))
})

test('every setting in the ConfigMap reaches every pod, unless the secret has it', () => {
  const secrets = Object.keys(z.object({}).loose().parse(named('Secret', 'nano-sync-secrets')['stringData']))
  for (const container of pods.flatMap(({ containers }) => containers)) {
    const lost = SETTINGS.filter((name) => environmentIn(container, { [name]: 'probe' })[name] !== 'probe')
    // The role alone makes it a web node or a worker.
    const decided = container.env.some(({ name }) => name === 'ROLE') ? [...secrets, 'ROLE'] : secrets
    expect(lost.sort()).toEqual(decided.sort())
  }
})

test('whatever is referred to exists', () => {
  for (const { containers, volumes } of pods) {
    const mounted = containers.flatMap(({ volumeMounts }) => volumeMounts.map(({ name }) => name))
    expect(mounted.sort()).toEqual(volumes.map(({ name }) => name).sort())
  }
  const names = z.object({ name: z.string() })
  for (const reference of collectValues('configMapRef', objects)) named('ConfigMap', names.parse(reference).name)
  for (const reference of collectValues('secretRef', objects)) named('Secret', names.parse(reference).name)
  for (const name of collectValues('claimName', objects)) named('PersistentVolumeClaim', String(name))
  for (const service of collectValues('service', objects)) named('Service', names.parse(service).name)
  const labels = collectValues('labels', collectValues('template', objects))
  const selectors = [
    ...collectValues('matchLabels', objects),
    collectValues('selector', named('Service', 'nano-sync-web'))[0],
  ]
  for (const selector of selectors) expect(labels).toContainEqual(selector)
})

test('no pod may do more than it needs', () => {
  for (const pod of pods) {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          resources: { requests: { cpu: expect.any(String) }, limits: { memory: expect.any(String) } },
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        },
      ],
    })
  }
})
