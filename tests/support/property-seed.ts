import { configureGlobal } from 'fast-check'

// Properties try new cases at every run, except where PROPERTY_SEED asks for the same ones: what decides whether a change
// lands must depend on the change alone.
const seed = process.env.PROPERTY_SEED
if (seed) configureGlobal({ seed: Number(seed) })
