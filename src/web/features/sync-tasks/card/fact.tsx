import type { ReactNode } from 'react'

export interface FactProps {
  name: string
  value: ReactNode
  isUsual: boolean
  /** Whether an unusual value is a problem. */
  isBad?: boolean
  /** Whether the fact has a line of its own. */
  isLong?: boolean
}

/** A setting or counter of a task. */
export function Fact({ name, value, isUsual, isBad = false, isLong = false }: FactProps) {
  return (
    <div data-usual={isUsual || undefined} data-bad={(isBad && !isUsual) || undefined} data-long={isLong || undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
