import { configureGlobal } from 'fast-check'

// Properties try new cases in every run, except with PROPERTY_SEED: only the change itself may decide whether it is merged.
const seed = process.env.PROPERTY_SEED
if (seed) configureGlobal({ seed: Number(seed) })
