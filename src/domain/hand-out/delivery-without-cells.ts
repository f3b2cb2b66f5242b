import type { Delivery } from '#contract/delivery.ts'

/** Removes cell values from a delivery. Values with a target stay, because the title of the target's tab shows them too. */
export function deliveryWithoutCells(delivery: Delivery): Delivery {
  const rows = delivery.unmatched.reduce((sum, value) => sum + value.rows, 0)
  return { ...delivery, unmatched: rows === 0 ? [] : [{ value: null, rows }], sums: [] }
}
