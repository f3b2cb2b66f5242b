import { Alert, Card } from '@mantine/core'
import type { PreviewResult } from '#contract/preview.ts'
import { pluralize } from '#domain/pluralize.ts'
import { formatCount, formatElapsed } from '../../lib/format.ts'
import { AlwaysAllow } from '../../shared/always-allow.tsx'
import { HoldRules } from '../../shared/hold-rules.tsx'
import { MovedRows } from '../../shared/moved-rows.tsx'
import { RemarkChoices } from '../../shared/remark-choices.tsx'
import { Figures } from '../../ui/figures.tsx'
import { holdsOnlyTargets } from './holds-only-targets.ts'
import classes from './preview-page.module.css'

interface Props {
  taskId: number
  result: PreviewResult
  typeName: string
}

/** Describes the effects of a run in numbers and sentences. */
export function PreviewFacts({ taskId, result, typeName }: Props) {
  const figures = [
    { label: 'Rows added', value: formatCount(result.rows_added) },
    { label: 'Rows changed', value: formatCount(result.rows_changed) },
    { label: 'Rows removed', value: formatCount(result.rows_removed) },
    { label: 'Cells filled', value: formatCount(result.cells_filled) },
    { label: 'Cells changed', value: formatCount(result.cells_changed) },
    { label: 'Cells cleared', value: formatCount(result.cells_cleared) },
  ]
  const remarks = listRemarks(result)
  const holdsTargets = holdsOnlyTargets(result)
  return (
    <>
      {result.held_because !== null && (
        <Alert color="yellow" variant="light" title={holdsTargets ? 'Targets would be held' : 'A run would be held'}>
          <HoldRules rules={result.rules ?? []} />
          {holdsTargets ? 'The others would be written, and these wait' : 'Nothing would be written'} until a person
          chooses ‘Copy anyway’.
          <RemarkChoices taskId={taskId} rules={result.rules ?? []} />
          <AlwaysAllow typeName={typeName} rules={result.rules ?? []} />
        </Alert>
      )}
      <Card padding="sm" component="section" aria-label="What a run would change">
        <Figures figures={figures} />
        <ul className={classes.remarks}>
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
        {result.row_moves && <MovedRows moves={result.row_moves} label="Rows that move" />}
      </Card>
    </>
  )
}

function listRemarks(result: PreviewResult): string[] {
  const { source, target, grows_to, tables = [], new_columns, formats, error_cells, accounts, warnings } = result
  const place = result.targets ? pluralize(result.targets.length, 'target') : `'${target.tab}' of "${target.title}"`
  const remarks = [
    `Copies ${pluralize(result.source_rows, 'row')} from '${source.tab}' of "${source.title}" to ${place}.`,
    result.edited_cells > 0 &&
      `Overwrites ${pluralize(result.edited_cells, 'cell')} edited by hand since the last run.`,
    result.creates_tab && (result.targets ? 'Creates missing tabs.' : `Creates the tab '${target.tab}'.`),
    grows_to && `Enlarges the tab to ${pluralize(grows_to.rows, 'row')} and ${pluralize(grows_to.columns, 'column')}.`,
    ...tables.map(({ name, from, to }) => `Extends the table "${name}" from ${from} to ${to}.`),
    new_columns.length > 0 && `New columns: ${new_columns.join(', ')}.`,
    formats.length > 0 &&
      `Sets number formats: ${formats.map(({ column, pattern }) => `${column} (${pattern})`).join(', ')}.`,
    error_cells > 0 && `Copies ${pluralize(error_cells, 'error cell')} as text.`,
    ...warnings,
    `Takes ${pluralize(result.reads, 'read')} and ${pluralize(result.writes, 'write')}, about ${formatElapsed(result.seconds)} with the quota that was left.`,
    accounts.length > 0 && `Access used: ${accounts.join(', ')}.`,
  ]
  return remarks.filter((remark) => typeof remark === 'string')
}
