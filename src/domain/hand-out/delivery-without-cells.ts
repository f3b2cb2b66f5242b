import type { Delivery } from '#contract/delivery.ts'

/** A delivery without values of cells. Values with a target name it, as the tab's title does. */
export function deliveryWithoutCells(delivery: Delivery): Delivery {
  const rows = delivery.unmatched.reduce((sum, value) => sum + value.rows, 0)
  return { ...delivery, unmatched: rows === 0 ? [] : [{ value: null, rows }], sums: [] }
}
