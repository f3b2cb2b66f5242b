import { Card } from '@mantine/core'
import type { RunDetails } from '#contract/run.ts'
import { RequestPurpose } from '#contract/run-figures.ts'
import { pluralize } from '#domain/pluralize.ts'
import { formatCount } from '../../lib/format.ts'
import classes from './run-page.module.css'

const PURPOSES: Readonly<Record<RequestPurpose, string>> = {
  values: 'Reads of values',
  details: 'Reads of formats and formulas',
  metadata: 'Reads of titles and tabs',
  drive: 'Requests to Drive',
  value_writes: 'Writes of values',
  structure_writes: 'Changes of tabs and formats',
}

/** The number of requests the run made, by kind. */
export function RequestTable({ run: { requests, reads, writes } }: { run: RunDetails }) {
  const { by_purpose: counts, retries, refusals } = requests
  const shown = RequestPurpose.options.filter((purpose) => counts[purpose] > 0)
  return (
    <Card padding="sm" component="section" aria-label="Requests">
      <h2 className={classes.heading}>Requests</h2>
      {shown.length === 0 ? (
        <p className={classes.note}>{reads + writes === 0 ? 'No requests.' : 'Not recorded.'}</p>
      ) : (
        <table className={classes.requests}>
          <tbody>
            {shown.map((purpose) => (
              <tr key={purpose}>
                <th scope="row">{PURPOSES[purpose]}</th>
                <td>{formatCount(counts[purpose])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {retries > 0 && <p className={classes.note}>{pluralize(retries, 'request')} repeated one that failed.</p>}
      {refusals > 0 && (
        <p className={classes.note}>The quota of the provider was used up {pluralize(refusals, 'time')}.</p>
      )}
    </Card>
  )
}
