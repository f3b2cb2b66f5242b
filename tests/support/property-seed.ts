import { configureGlobal } from 'fast-check'

// Properties try new cases at every run, except with PROPERTY_SEED: whether a change lands must depend on the change alone.
const seed = process.env.PROPERTY_SEED
if (seed) configureGlobal({ seed: Number(seed) })
