import { Badge, Card, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { DeliveredTarget, Delivery } from '#contract/delivery.ts'
import { describeDelivery, isComplete } from '#domain/hand-out/describe-delivery.ts'
import { pluralize } from '#domain/pluralize.ts'
import { foldName } from '#domain/recognize/name-finder.ts'
import classes from './delivery-card.module.css'
import { useSpreadsheetUrl } from './spreadsheet-link.tsx'

/** Anchor of the card, which task cards link to. */
const ID = 'targets'
/** Minimum targets for a search field. */
const MIN_SEARCHED = 8

/** Display of each state. Targets with a problem come first in the list. */
const STATES: Readonly<Record<DeliveredTarget['state'], { label: string; color: string; isProblem: boolean }>> = {
  delivered: { label: 'Arrived', color: 'green', isProblem: false },
  empty: { label: 'No rows', color: 'gray', isProblem: false },
  held: { label: 'Held', color: 'yellow', isProblem: true },
  failed: { label: 'Failed', color: 'red', isProblem: true },
  not_equal: { label: 'Not equal', color: 'yellow', isProblem: true },
}

/** Shows whether every row arrived, and a line for each target. */
export function DeliveryCard({ delivery }: { delivery: Delivery }) {
  const [search, setSearch] = useState('')
  const ref = useScrollTo(`#${ID}`)
  const { targets } = delivery
  const words = foldName(search)
  const shown = targets
    .filter(({ value }) => foldName(value).includes(words))
    .toSorted((one, other) => Number(STATES[other.state].isProblem) - Number(STATES[one.state].isProblem))
  return (
    <Card ref={ref} id={ID} padding="sm" component="section" aria-label="Delivery">
      <h2 className={classes.heading}>{buildHeading(delivery)}</h2>
      <Text size="sm">{describeDelivery(delivery)}</Text>
      {targets.length >= MIN_SEARCHED && (
        <TextInput
          mt="xs"
          size="xs"
          aria-label="Search by value"
          placeholder="Search by value"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      <ul className={classes.targets}>
        {shown.map((target) => (
          <Target key={target.value} target={target} />
        ))}
      </ul>
      {shown.length === 0 && (
        <Text size="sm" c="dimmed">
          No value matches.
        </Text>
      )}
    </Card>
  )
}

/** Builds the heading. A target without incoming rows can need attention too: it still has rows of a vanished value. */
function buildHeading(delivery: Delivery): string {
  const { source_rows, delivered_rows, targets } = delivery
  if (isComplete(delivery)) return 'Every row arrived'
  const waiting = targets.filter(({ state }) => STATES[state].isProblem).length
  if (delivered_rows < source_rows || waiting === 0) return 'Not every row arrived'
  return `Every row arrived, but ${pluralize(waiting, 'target')} ${waiting === 1 ? 'needs' : 'need'} attention`
}

/** Scrolls an element into view when the address names it. */
function useScrollTo(name: string) {
  const { hash } = useLocation()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hash === name) ref.current?.scrollIntoView({ block: 'start' })
  }, [hash, name])
  return ref
}

function Target({ target }: { target: DeliveredTarget }) {
  const { value, rows, state, reason, target_ss_id, target_sheet_name, sheet_id } = target
  const url = useSpreadsheetUrl(target_ss_id)
  const { label, color } = STATES[state]
  return (
    <li className={classes.target}>
      <a
        className={classes.value}
        href={url && sheet_id !== null ? `${url}#gid=${sheet_id}` : url}
        target="_blank"
        rel="noreferrer"
        title={target_sheet_name === '' ? target_ss_id : `${target_sheet_name} (${target_ss_id})`}
      >
        {value}
      </a>
      <span>{pluralize(rows, 'row')}</span>
      <Badge size="sm" variant="light" color={color}>
        {label}
      </Badge>
      {reason !== null && <span className={classes.reason}>{reason}</span>}
    </li>
  )
}
