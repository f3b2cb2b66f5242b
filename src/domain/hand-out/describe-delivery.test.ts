import { expect, test } from 'vitest'
import type { DeliveredTarget, Delivery } from '#contract/delivery.ts'
import { describeDelivery, isComplete } from './describe-delivery.ts'

function buildTarget(value: string, rows: number, state: DeliveredTarget['state'] = 'delivered'): DeliveredTarget {
  return { value, target_ss_id: 'id', target_sheet_name: value, sheet_id: null, rows, state, reason: null }
}

function buildDelivery(fields: Partial<Delivery>): Delivery {
  return { source_rows: 0, delivered_rows: 0, waiting_rows: 0, unmatched: [], targets: [], sums: [], ...fields }
}

test.each<[Partial<Delivery>, string, boolean]>([
  [
    {
      source_rows: 4000,
      delivered_rows: 4000,
      targets: [buildTarget('N', 3999), buildTarget('S', 1), buildTarget('E', 0, 'empty')],
    },
    '4,000 rows: all arrived in 2 targets exactly once.',
    true,
  ],
  [
    {
      source_rows: 4001,
      delivered_rows: 4000,
      targets: [buildTarget('North', 4000)],
      unmatched: [{ value: 'B99', rows: 1 }],
      sums: [{ column: 'Amount', source: 1203400.5, delivered: 1203000 }],
    },
    '4,001 rows: 4,000 arrived in 1 target exactly once; 1 row has the value B99, for which there is no target. Amount: 1,203,400.50 in the source, 1,203,000.00 in the targets.',
    false,
  ],
  [
    { source_rows: 5, delivered_rows: 3, targets: [buildTarget('N', 3)], unmatched: [{ value: null, rows: 2 }] },
    '5 rows: 3 arrived in 1 target exactly once; 2 rows have no target.',
    false,
  ],
  [
    {
      source_rows: 9,
      delivered_rows: 2,
      waiting_rows: 1,
      targets: [
        buildTarget('N', 2),
        buildTarget('S', 3, 'failed'),
        buildTarget('E', 1, 'held'),
        buildTarget('W', 1, 'not_equal'),
      ],
      unmatched: [{ value: '', rows: 2 }],
    },
    '9 rows: 2 arrived in 1 target exactly once; 2 rows have no value; E (1 row) waits for a person; S (3 rows) failed; W (1 row) did not take every value; 1 row stays in the former target until then.',
    false,
  ],
])('%#: a delivery is described in a paragraph', (fields, text, isWhole) => {
  const delivery = buildDelivery(fields)
  expect(describeDelivery(delivery)).toBe(text)
  expect(isComplete(delivery)).toBe(isWhole)
})
