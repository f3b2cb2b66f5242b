import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ShapeTrial, Tab } from '#contract/spreadsheet.ts'
import { findByName } from '#domain/guards/find-tab.ts'
import { pluralize } from '#domain/pluralize.ts'
import { FirstRows } from '../shape/first-rows.tsx'
import { useShapeTrial } from '../shape/use-shape-trial.ts'
import { useSpreadsheet } from './use-spreadsheet.ts'
import type { TaskFormState } from './use-task-form.ts'

/** Describes the first run in one sentence, once both spreadsheets can be read. */
export function Outcome({ form }: { form: TaskFormState }) {
  const source = useSpreadsheet(form, 'source')
  const target = useSpreadsheet(form, 'target')
  const { trial, error } = useShapeTrial(form.values)
  const [hasPreview, { toggle: togglePreview }] = useDisclosure(false)
  const [hasLimits, { toggle: toggleLimits }] = useDisclosure(false)
  if (source.title === undefined) return null
  if (error) {
    return (
      <Text size="sm" c="red" role="status">
        {error.message}
      </Text>
    )
  }
  if (target.title === undefined || !trial || trial.missing.length > 0) return null
  const { split_by, target_sheet_name } = form.values
  const place =
    split_by.trim() === ''
      ? `${target.title} › ${describeTab(target_sheet_name, target.tabs)}`
      : `a target for each ${split_by.trim()}`
  return (
    <Stack gap={4}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Text size="sm" role="status" flex={1} style={{ overflowWrap: 'anywhere' }}>
          {`${countRows(trial)} to ${place}`}
        </Text>
        <Button size="compact-sm" variant="default" flex="none" aria-expanded={hasPreview} onClick={togglePreview}>
          Preview
        </Button>
      </Group>
      {hasPreview && <FirstRows trial={trial} />}
      <Text size="xs" c="dimmed">
        Copies values and number formats.{' '}
        <Anchor component="button" type="button" size="xs" aria-expanded={hasLimits} onClick={toggleLimits}>
          What is not copied?
        </Anchor>
        {hasLimits &&
          ' Formulas (their results are), links behind text, notes, rich text, images, data validation, merged cells and conditional formats. Hidden rows are copied unless you leave them out under How rows arrive.'}
      </Text>
    </Stack>
  )
}

function countRows({ rows, matching_rows, is_complete }: ShapeTrial): string {
  if (is_complete) return pluralize(matching_rows, 'row')
  if (matching_rows === rows) return `More than ${pluralize(rows, 'row')}`
  return `${pluralize(matching_rows, 'row')} of the first ${pluralize(rows, 'row')}`
}

function describeTab(name: string, tabs: readonly Tab[]): string {
  if (name.trim() === '') return tabs.find(({ is_hidden }) => !is_hidden)?.title ?? 'first tab'
  return findByName(tabs, name)?.title ?? `${name} (new tab)`
}
