/** Every route, by noun. */
// biome-ignore lint/performance/noBarrelFile: one namespace names the noun of each route
export * as api from './nouns.ts'
