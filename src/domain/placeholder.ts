import { x } from '#contract/placeholder.ts'
export const y = x
